import FormworkHTTP
import Groundwork

// The bodies of requests under way: how much memory they take, and long ones on their way to files.

extension Loop {
    /// Counts what has come of a body, and moves a long one to a file, if there is a place for it and the
    /// handler takes it from there.
    func moveBody(of connection: Connection) {
        guard connection.bodySince != nil else { return }
        let kept = connection.parser.bodyBytesKept
        if connection.bodyCounted == 0, kept > 0, var head = connection.parser.head {
            head.peer = connection.peer
            configuration.trustedProxies.complete(&head)
            connection.bodyOwner = head.client
        }
        guard countBody(kept, of: connection.bodyOwner, on: connection) else {
            return refuseBody(on: connection)
        }
        guard kept > configuration.limits.bodyInMemory else { return }
        switch connection.bodyPlace {
        case .memory:
            return
        case .undecided:
            guard let spool = configuration.spool, let head = connection.parser.head,
                handler.takesFile(for: head)
            else {
                connection.bodyPlace = .memory
                return
            }
            let file = SpoolFile(in: spool, for: connection.bodyOwner)
            connection.bodyPlace = .file(file)
            storeRest(in: file, on: connection)
        case .file(let file):
            storeRest(in: file, on: connection)
        }
    }

    private func storeRest(in file: SpoolFile, on connection: Connection) {
        let (bytes, offset) = connection.parser.takeBody()
        store(bytes, at: offset, in: file, on: connection, then: .rest)
    }

    /// Lets a worker write bytes of a body to their file; the connection waits for that.
    private func store(
        _ bytes: [UInt8], at offset: Int, in file: SpoolFile, on connection: Connection,
        then storing: Connection.Storing
    ) {
        let hasRoom =
            file.reserve(bytes.count)
            || makeRoom(in: file.budget, for: connection) && file.reserve(bytes.count)
        guard hasRoom else { return refuseBody(of: storing.request, on: connection) }
        connection.storing = storing
        workers.run { [mailbox, token = connection.token] in
            let isKept = file.write(bytes.span, at: offset)
            mailbox.post(.stored(token, isKept))
        }
    }

    /// Goes on with a request whose body's bytes are in their file, or couldn't be put there.
    func goOn(with token: UInt64, isKept: Bool) {
        guard let connection = connections[token], let storing = connection.storing else { return }
        connection.storing = nil
        dropBody(of: connection)
        switch (storing, connection.bodyPlace) {
        case (.rest, _) where isKept:
            // The disk's time isn't the client's.
            connection.inputAt = clock.now
            let grace = Int64(configuration.limits.bodyRateGrace)
            connection.paidUntil = max(connection.paidUntil, (clock.now + grace) * 1_000)
        case (.whole(var request), .file(let file)) where isKept:
            connection.bodyPlace = .undecided
            request.bodyFile = file.opened
            request.body = []
            answer(request, on: connection)
        default:
            refuseBody(of: storing.request, on: connection)
        }
        settle(connection)
    }

    /// Answers a request that is whole, once the last bytes of its body are where the others are.
    func receiveWhole(_ request: Request, on connection: Connection) {
        guard case .file(let file) = connection.bodyPlace else {
            connection.bodyPlace = .undecided
            return answer(request, on: connection)
        }
        store(
            request.body, at: file.length, in: file, on: connection, then: .whole(request))
    }

    /// Counts the bytes of a body that a connection has in memory.
    ///
    /// - Parameters:
    ///   - count: How many it has now; those that were counted before are among them.
    ///   - client: Against whose share they count.
    ///   - connection: The connection.
    /// - Returns: Whether there is room for them.
    func countBody(_ count: Int, of client: IPAddress?, on connection: Connection) -> Bool {
        let more = count - connection.bodyCounted
        guard more > 0 else { return true }
        if connection.bodyCounted == 0 { connection.bodyOwner = client }
        let owner = connection.bodyOwner
        guard
            memory.reserve(more, for: owner)
                || makeRoom(in: memory, for: connection) && memory.reserve(more, for: owner)
        else { return false }
        connection.bodyCounted = count
        return true
    }

    /// Gives the memory of a body back.
    func dropBody(of connection: Connection) {
        guard connection.bodyCounted > 0 else { return }
        memory.release(connection.bodyCounted, of: connection.bodyOwner)
        connection.bodyCounted = 0
    }

    /// Answers that there is no room for a body: of a request that is whole, or of the one that comes.
    func refuseBody(of request: Request? = nil, on connection: Connection) {
        connection.bodyPlace = .undecided
        refuse(
            .serviceUnavailable, "the body can't be kept here now", to: request, on: connection)
    }
}
