import FormworkHTTP

// What a connection may take its time with, and how long.

extension Loop {
    /// How long a client may go on sending after its last answer, in milliseconds.
    private static let lingerTimeout: Int64 = 5_000
    /// The same while the server stops: nobody should wait long for a client that just stays.
    private static let drainingLingerTimeout: Int64 = 1_000

    /// When the patience with a connection ends; nil while it's the server's turn.
    func deadline(of connection: Connection) -> Int64? {
        let limits = configuration.limits
        if connection.ending == .lingering {
            let timeout = isDraining ? Self.drainingLingerTimeout : Self.lingerTimeout
            return connection.outputAt + timeout
        }
        if !connection.output.isEmpty {
            return connection.outputAt + Self.span(limits.writeStallTimeout)
        }
        if connection.isServed { return nil }
        if connection.bodySince != nil {
            return min(
                connection.inputAt + Self.span(limits.bodyIdleTimeout),
                connection.paidUntil / 1_000)
        }
        if let start = connection.headSince { return start + Self.span(limits.headTimeout) }
        let patience = connection.served == 0 ? limits.firstByteTimeout : limits.keepAliveTimeout
        return connection.idleSince + Self.span(patience)
    }

    /// Lets the bytes of a body pay for its time at the minimum rate, for no longer than the window: a
    /// client that was fast once may not be slow for ever.
    func payForBody(of connection: Connection) {
        let limits = configuration.limits
        let now = clock.now * 1_000
        if connection.bodySince == nil {
            connection.bodySince = clock.now
            connection.bytesPaid = 0
            connection.paidUntil = now + Self.span(limits.bodyRateGrace) * 1_000
        }
        let received = connection.parser.bodyBytesReceived
        let paid =
            Int64(received - connection.bytesPaid) * 1_000_000
            / Int64(max(1, limits.bodyMinimumRate))
        let most = max(connection.paidUntil, now + Self.span(limits.bodyRateWindow) * 1_000)
        connection.bytesPaid = received
        connection.paidUntil = min(connection.paidUntil + paid, most)
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
            connection.ending == .none && connection.output.isEmpty && !connection.isServed
            && connection.headSince != nil
        guard isAsking else { return close(connection) }
        refuse(.requestTimeout, "the request took too long", on: connection)
        settle(connection)
    }
}
