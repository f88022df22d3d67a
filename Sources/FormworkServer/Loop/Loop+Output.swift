import FormworkHTTP
import System

// From answers to bytes on their way.

extension Loop {
    private static let spareCount = 32
    private static let spareSize = 256 * 1024

    /// Gives a connection a buffer, before something is appended to its output.
    func prepareOutput(of connection: Connection) {
        guard connection.output.isEmpty else { return }
        connection.outputAt = clock.now
        if let spare = spareBuffers.popLast() { connection.output.bytes = spare }
    }

    /// Puts an answer behind those that wait to be sent.
    ///
    /// - Returns: Whether the connection stays open after it.
    func encode(
        _ response: Response, to context: ResponseEncoder.Context, on connection: Connection
    ) -> Bool {
        prepareOutput(of: connection)
        connection.idleSince = clock.now
        let encoded = ResponseEncoder.encode(
            response, to: context, dateLine: clock.dateLine, into: &connection.output.bytes)
        connection.output.append(encoded.rest)
        return encoded.keepsAlive
    }

    /// Sends what a connection has to send, answers what it has brought, and arranges what next.
    func settle(_ connection: Connection) {
        while connection.ending != .closed, flush(connection) {
            if connection.ending != .none { return finish(connection) }
            guard connection.mayParse, !connection.pending.isEmpty else { break }
            parsePending(of: connection)
        }
        guard connection.ending != .closed else { return }
        if connection.output.isEmpty, !connection.isServed {
            let isUnwanted = isDraining && connection.isIdle
            if connection.peerFinished || isUnwanted { return close(connection) }
        }
        var events = connection.output.isEmpty ? 0 : Poller.output
        // Input that isn't wanted is only dropped when some comes: most often none does.
        events |= connection.wantsInput ? Poller.input : connection.watched & Poller.input
        watch(connection, for: events)
        setDeadline(of: connection)
        noteIdleness(of: connection)
    }

    /// Sends as much as the connection takes.
    ///
    /// - Returns: Whether everything is sent.
    private func flush(_ connection: Connection) -> Bool {
        guard !connection.output.isEmpty else { return true }
        let (progress, count) = connection.output.send(to: connection.descriptor.number)
        if count > 0 { connection.outputAt = clock.now }
        switch progress {
        case .done:
            reclaimBuffer(of: connection)
            return true
        case .blocked, .paused: return false
        case .failed:
            close(connection)
            return false
        }
    }

    private func reclaimBuffer(of connection: Connection) {
        let buffer = exchange(&connection.output.bytes, with: [])
        if spareBuffers.count < Self.spareCount, buffer.capacity <= Self.spareSize {
            spareBuffers.append(buffer)
        }
    }

    /// Ends a connection whose last answer is sent.
    private func finish(_ connection: Connection) {
        guard connection.ending != .afterOutput, !connection.peerFinished else {
            return close(connection)
        }
        if connection.ending == .afterOutputLingering {
            SystemCalls.finishSending(connection.descriptor.number)
            connection.ending = .lingering
            connection.pending = []
            connection.outputAt = clock.now
            watch(connection, for: Poller.input)
        }
        setDeadline(of: connection)
        noteIdleness(of: connection)
    }

    /// Tells the poller what a connection waits for, when that has changed.
    func watch(_ connection: Connection, for events: UInt32) {
        guard events != connection.watched, connection.ending != .closed else { return }
        connection.watched = events
        poller.change(connection.descriptor.number, for: events, as: connection.token)
    }
}
