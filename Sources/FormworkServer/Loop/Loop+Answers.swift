import FormworkHTTP
import System

// From requests to answers.

extension Loop {
    /// Hands a request to the handler and its answer to the connection.
    func answer(_ request: Request, on connection: Connection) {
        var request = request
        request.peer = connection.peer
        configuration.trustedProxies.complete(&request)
        guard countBody(request.body.count, of: request.client, on: connection) else {
            return refuseBody(of: request, on: connection)
        }
        connection.askedAt = configuration.log == nil ? 0 : Clock.monotonicMicroseconds
        if request.bodyFile != nil {
            // Reading it back may wait for the disk.
            connection.awaiting = request
            return begin(for: connection.token, on: workers) { [handler, request] in
                switch handler.answer(request) {
                case .now(let response): response
                case .later(let work): await work()
                }
            }
        }
        switch handler.answer(request) {
        case .now(let response):
            dropBody(of: connection)
            send(response, to: request, on: connection)
        case .later(let work):
            connection.awaiting = request
            begin(for: connection.token, on: mailbox, work)
        }
    }

    /// Begins the work for the request that a connection waits with.
    private func begin(
        for token: UInt64, on executor: any TaskExecutor,
        _ work: @escaping @Sendable () async -> Response
    ) {
        Task(executorPreference: executor) { [mailbox] in
            mailbox.post(.answer(token, await work()))
        }
    }

    /// Answers a request whose body is still to come by its head, where that is all that the answer needs.
    ///
    /// A short body is passed over then, so that the connection goes on. With a long one, or one that may
    /// never come, it ends (RFC 9112, section 9.3).
    ///
    /// - Parameters:
    ///   - isAwaited: Whether the client waits for 100 before it sends the body.
    ///   - connection: The connection.
    /// - Returns: Whether it was, now or before.
    func refuseHead(isAwaited: Bool, on connection: Connection) -> Bool {
        if connection.isAnswered {
            passBody(of: connection)
            return true
        }
        guard !connection.isHeadJudged, var head = connection.parser.head else { return false }
        connection.isHeadJudged = true
        head.peer = connection.peer
        configuration.trustedProxies.complete(&head)
        guard let response = handler.refusal(of: head) else { return false }
        let isShort = connection.parser.bodyBytesAwaited ?? 0 <= configuration.limits.refusedBody
        if isAwaited || !isShort { head.keepsAlive = false }
        connection.askedAt = configuration.log == nil ? 0 : Clock.monotonicMicroseconds
        send(response, to: head, on: connection)
        if connection.ending == .none {
            connection.isAnswered = true
            passBody(of: connection)
        } else {
            connection.ending = .afterOutputLingering
        }
        return true
    }

    /// Throws away what has come of a body whose request is answered.
    private func passBody(of connection: Connection) {
        _ = connection.parser.takeBody()
        if connection.parser.bodyBytesReceived > configuration.limits.refusedBody {
            connection.ending = .afterOutputLingering
        }
    }

    /// Tells a client that waits with its body to go on (RFC 9110, section 10.1.1).
    func sendContinue(on connection: Connection) {
        prepareOutput(of: connection)
        connection.output.bytes.append(contentsOf: ResponseEncoder.continue)
    }

    /// Sends the answer that a connection waits for.
    func answer(_ token: UInt64, with response: Response) {
        guard let connection = connections[token], let request = connection.awaiting else { return }
        connection.awaiting = nil
        dropBody(of: connection)
        send(response, to: request, on: connection)
        settle(connection)
    }

    private func fail(_ reason: String, for request: Request, on connection: Connection) {
        let response = configuration.errorAnswer(
            .internalServerError, request, request.headers, reason)
        send(response, to: request, on: connection, failure: reason)
    }

    private func send(
        _ response: Response, to request: Request, on connection: Connection,
        failure: String? = nil
    ) {
        if let name = response.headers.refusedName, failure == nil {
            return fail("the value of \(name) can't be sent", for: request, on: connection)
        }
        guard !response.status.isInterim || failure != nil else {
            return fail("\(response.status) is no final answer", for: request, on: connection)
        }
        var context = ResponseEncoder.Context(request)
        let most = configuration.limits.requestsPerConnection ?? .max
        if isDraining || announcesEnd || connection.served >= most { context.keepsAlive = false }
        if !encode(response, to: context, on: connection) {
            // A client that asked for the end sends nothing more, so no answer can be lost.
            let isExpected = !request.keepsAlive && connection.pending.isEmpty
            connection.ending = isExpected ? .afterOutput : .afterOutputLingering
        }
        record(response, to: request, on: connection, failure: failure)
    }

    /// Answers what can't be read as a request, as the last thing on the connection.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - reason: Why, in plain words.
    ///   - whole: The request that is whole; nil for the one that is being read.
    ///   - connection: The connection.
    func refuse(
        _ status: Status, _ reason: String, to whole: Request? = nil, on connection: Connection
    ) {
        // What follows an answer that has gone already isn't answered.
        guard !connection.isAnswered else {
            connection.ending = .afterOutputLingering
            return
        }
        let parser = connection.parser
        let request = (whole ?? parser.requestSoFar).map { request in
            var request = request
            request.peer = connection.peer
            configuration.trustedProxies.complete(&request)
            return request
        }
        let response = configuration.errorAnswer(status, request, parser.headersSoFar, reason)
        let method = whole?.method ?? parser.methodSoFar
        let context = ResponseEncoder.Context(
            method: method ?? .get, version: .http11, keepsAlive: false)
        _ = encode(response, to: context, on: connection)
        connection.ending = .afterOutputLingering
        note(
            AccessRecord(
                peer: request?.peer ?? connection.peer, method: method,
                target: whole?.target.description ?? parser.targetSoFar,
                status: response.status, bodyLength: method == .head ? 0 : response.body.length,
                microseconds: 0, failure: reason))
        // What has come of the request isn't kept while the connection comes to its end.
        connection.parser = RequestParser(limits: configuration.limits)
        dropBody(of: connection)
    }

    private func record(
        _ response: Response, to request: Request, on connection: Connection, failure: String?
    ) {
        note(
            AccessRecord(
                peer: request.peer, method: request.method, target: request.target.description,
                status: response.status,
                bodyLength: request.method == .head ? 0 : response.body.length,
                microseconds: connection.askedAt == 0
                    ? 0 : Clock.monotonicMicroseconds - connection.askedAt,
                failure: failure))
    }

    private func note(_ record: @autoclosure () -> AccessRecord) {
        if configuration.log != nil { records.append(record()) }
    }
}
