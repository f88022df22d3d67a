/// Turns the bytes of a connection into requests, one after the other.
///
/// It is a value without input or output: it is given bytes, takes some, and says what they came
/// to. It gives the same answers however the bytes are split, in time linear in their number.
///
///     var parser = RequestParser(limits: Limits())
///     let (consumed, outcome) = parser.parse(bytes.span)
package struct RequestParser: Sendable {
    /// What the bytes came to.
    package enum Outcome: Sendable {
        /// All bytes are taken, and more are needed.
        case needsMore
        /// The head is complete, and the client waits for 100 before it sends the body.
        ///
        /// Said once a request, and only when nothing of the body is here; `head` is the request.
        case expectsContinue
        /// A request is complete; bytes that weren't consumed belong to the next one.
        case complete(Request)
        /// The bytes are no request. The connection closes after the answer; nothing else on it
        /// is read.
        case malformed(RefusedRequest)
    }

    /// How far the request is that is being read.
    package enum Phase: Sendable, Equatable {
        /// No byte of it has been read.
        case idle
        /// A part of its head is here.
        case head
        /// Its head is complete, its body isn't.
        case body
    }

    private enum Stage {
        case head
        case body(remaining: Int)
        case chunks(ChunkedDecoder)
        case trailers
        case failed(RefusedRequest)
    }

    private let limits: Limits
    private var stage = Stage.head
    private var scanner = HeadScanner()
    /// What the head says, while its body is awaited.
    private var pending: RequestHead?
    private var body: [UInt8] = []
    /// How much of the body was taken out before its end.
    private var drained = 0

    /// A parser for a connection.
    ///
    /// - Parameter limits: How long requests and their parts may be.
    package init(limits: Limits) {
        self.limits = limits
    }

    /// How far the request is that is being read.
    package var phase: Phase {
        switch stage {
        case .head: scanner.isIdle ? .idle : .head
        case .body, .chunks, .trailers: .body
        case .failed: .head
        }
    }

    /// How many bytes of the body have been read, without framing.
    package var bodyBytesReceived: Int { drained + body.count }

    /// How many bytes of the body are kept here.
    package var bodyBytesKept: Int { body.count }

    /// Takes out what is here of a body that isn't complete, so that it needn't be kept in memory.
    ///
    /// The request will have the rest alone. All limits count the whole.
    ///
    /// - Returns: The bytes, and how many of the body went before them.
    package mutating func takeBody() -> (bytes: [UInt8], offset: Int) {
        let offset = drained
        drained += body.count
        return (exchange(&body, with: []), offset)
    }

    /// How many bytes of the body are still to come; nil where only its end will tell, and outside one.
    package var bodyBytesAwaited: Int? {
        guard case .body(let remaining) = stage else { return nil }
        return remaining
    }

    /// The request whose body is awaited, without the body; nil in the other phases.
    package var head: Request? { phase == .body ? pending?.request : nil }

    /// The method of the request that is being read or was refused; nil where it couldn't be read.
    package var methodSoFar: Method? { pending?.request.method ?? scanner.readMethod }

    /// The target of the request that is being read or was refused, as far as it has come; nil where
    /// nothing of it has.
    package var targetSoFar: String? { pending?.request.target.description ?? scanner.readTarget }

    /// The request that is being read or was refused, without its body, where the line that begins it
    /// could be read.
    package var requestSoFar: Request? {
        if let pending { return pending.request }
        guard let method = methodSoFar, scanner.hasTarget, let target = targetSoFar else {
            return nil
        }
        return try? Request(method: method, target: target, headers: headersSoFar)
    }

    /// The header fields of the request that is being read or was refused, as far as they could be
    /// read.
    package var headersSoFar: Headers { pending?.request.headers ?? scanner.headers }

    /// Goes on with more bytes.
    ///
    /// - Parameter input: The bytes that are here and weren't consumed before.
    /// - Returns: How many of them are consumed and never needed again, and what they came to.
    ///   After `.malformed` the parser says nothing else any more.
    package mutating func parse(_ input: Span<UInt8>) -> (consumed: Int, outcome: Outcome) {
        do throws(RefusedRequest) {
            var index = 0
            let outcome = try advance(input, &index)
            return (index, outcome)
        } catch {
            stage = .failed(error)
            body = []
            return (input.count, .malformed(error))
        }
    }

    /// Reads on until the input is used up or there is something to say.
    private mutating func advance(
        _ input: Span<UInt8>, _ index: inout Int
    ) throws(RefusedRequest) -> Outcome {
        while true {
            switch stage {
            case .head:
                guard try scan(input, &index) else { return .needsMore }
                let head = try RequestHead(scanner, limits: limits)
                scanner = HeadScanner()
                guard head.framing != .none else { return .complete(head.request) }
                begin(head)
                if head.expectsContinue, index == input.count { return .expectsContinue }
            case .body(let remaining):
                let count = min(remaining, input.count - index)
                body.append(input.extracting(index..<index + count))
                index += count
                stage = .body(remaining: remaining - count)
                guard count == remaining else { return .needsMore }
                return finish()
            case .chunks(var decoder):
                let step = try decoder.decode(
                    input, from: index, into: &body, after: drained,
                    bodyLimit: pending?.bodyLimit ?? 0, limits: limits)
                index = step.next
                stage = step.isComplete ? .trailers : .chunks(decoder)
                guard step.isComplete else { return .needsMore }
                scanner = HeadScanner(isTrailers: true)
            case .trailers:
                guard try scan(input, &index) else { return .needsMore }
                scanner = HeadScanner()
                return finish()
            case .failed(let malformed):
                throw malformed
            }
        }
    }

    /// Reads on within the head or the trailers; says whether they are complete.
    private mutating func scan(
        _ input: Span<UInt8>, _ index: inout Int
    ) throws(RefusedRequest) -> Bool {
        let step = try scanner.scan(input, from: index, limits: limits)
        index = step.next
        return step.isComplete
    }

    /// Makes ready for a body.
    private mutating func begin(_ head: RequestHead) {
        pending = head
        if case .length(let length) = head.framing {
            // What a client announces is only worth so much memory before it sends it.
            body.reserveCapacity(min(length, 64 * 1024))
            stage = .body(remaining: length)
        } else {
            stage = .chunks(ChunkedDecoder())
        }
    }

    /// Hands over the request and makes ready for the next one.
    private mutating func finish() -> Outcome {
        guard var request = pending?.request else { return .needsMore }
        pending = nil
        request.body = body
        body = []
        drained = 0
        stage = .head
        return .complete(request)
    }
}
