import FormworkHTTP

// Long bodies, from memory to files.

extension Loop {
    /// Moves what has come of a long body to a file, if there is a place for it and the handler takes
    /// it from there.
    func moveBody(of connection: Connection) {
        guard connection.parser.bodyBytesKept > configuration.limits.bodyInMemory else { return }
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
            guard let file = spool.makeFile() else { return refuseBody(on: connection) }
            connection.bodyPlace = .file(file)
            drain(into: file, on: connection)
        case .file(let file):
            drain(into: file, on: connection)
        }
    }

    private func drain(into file: SpoolFile, on connection: Connection) {
        let isKept = connection.parser.drainBody { bytes, offset in
            file.write(bytes, at: offset)
        }
        if !isKept { refuseBody(on: connection) }
    }

    /// Puts the body's file into a request that is whole.
    ///
    /// - Returns: The request; nil when its last bytes couldn't be kept, which is answered.
    func withBody(_ request: Request, on connection: Connection) -> Request? {
        guard case .file(let file) = connection.bodyPlace else {
            connection.bodyPlace = .undecided
            return request
        }
        connection.bodyPlace = .undecided
        let offset = file.length
        guard file.write(request.body.span, at: offset) else {
            refuseBody(on: connection)
            return nil
        }
        var request = request
        request.bodyFile = file.opened
        request.body = []
        return request
    }

    private func refuseBody(on connection: Connection) {
        connection.bodyPlace = .undecided
        refuse(.serviceUnavailable, "the body can't be kept here now", on: connection)
    }
}
