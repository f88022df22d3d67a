import FormworkHTTP

// What a connection may take its time with, and how long.

extension Loop {
    /// How long a client may go on sending after its last answer, in milliseconds.
    private static let lingerTimeout: Int64 = 5_000
    /// The same while the server stops: nobody should wait long for a client that just stays.
    private static let drainingLingerTimeout: Int64 = 1_000

    /// When the patience with a connection ends; nil while it's the server's turn.
    private func deadline(of connection: Connection) -> Int64? {
        let limits = configuration.limits
        if connection.ending == .lingering {
            let timeout = isDraining ? Self.drainingLingerTimeout : Self.lingerTimeout
            return connection.outputAt + timeout
        }
        if !connection.output.isEmpty {
            return connection.outputAt + Self.span(limits.writeStallTimeout)
        }
        if connection.awaiting != nil { return nil }
        if let start = connection.bodySince {
            // Each byte earns its time at the minimum rate.
            let rate = Int64(max(1, limits.bodyMinimumRate))
            let earned = Int64(connection.parser.bodyBytesReceived) * 1000 / rate
            return min(
                connection.inputAt + Self.span(limits.bodyIdleTimeout),
                start + Self.span(limits.bodyRateGrace) + earned)
        }
        if let start = connection.headSince { return start + Self.span(limits.headTimeout) }
        let patience = connection.served == 0 ? limits.firstByteTimeout : limits.keepAliveTimeout
        return connection.idleSince + Self.span(patience)
    }

    /// Milliseconds that can be added to any time; a year is for ever here.
    private static func span(_ milliseconds: Int) -> Int64 {
        Int64(min(max(milliseconds, 0), 31_536_000_000))
    }

    /// Sets the deadline that now holds.
    func setDeadline(of connection: Connection) {
        let index = ConnectionSlab.index(of: connection.token)
        if let deadline = deadline(of: connection) {
            wheel.set(index, at: deadline)
        } else {
            wheel.clear(index)
        }
    }

    /// Ends a connection that took too long: one that was asking is told so with 408, another isn't.
    func meetDeadline(of connection: Connection) {
        let isAsking =
            connection.ending == .none && connection.output.isEmpty && connection.awaiting == nil
            && connection.headSince != nil
        guard isAsking else { return close(connection) }
        refuse(.requestTimeout, "the request took too long", on: connection)
        settle(connection)
    }
}
