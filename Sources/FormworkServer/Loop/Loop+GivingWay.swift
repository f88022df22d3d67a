import FormworkHTTP
import Groundwork
import System

// Who gives way when there is no room for others.

extension Loop {
    /// How long a connection may be idle, or on its way, before it gives way to another, in milliseconds:
    /// one that was just accepted must come to its request, and one that was just answered to the next.
    private static let shortestStay: Int64 = 500
    /// Who has less time left than this is slow, in milliseconds.
    private static let slowness: Int64 = 15_000
    /// A client that has taken nothing of its answer for so long is slow, in milliseconds.
    private static let shortestStall: Int64 = 10_000
    /// The least time between two searches for slow connections, in milliseconds.
    private static let searchPause: Int64 = 100
    /// How many idle connections are looked at for one of an address over its share.
    private static let walk = 1_024

    /// Puts a connection on which nothing is under way at the end of those, and takes others out.
    func noteIdleness(of connection: Connection) {
        guard connection.ending != .closed else { return }
        let index = ConnectionSlab.index(of: connection.token)
        guard connection.ending == .lingering || connection.ending == .none && connection.isIdle
        else { return idle.remove(index) }
        let since = connection.ending == .lingering ? connection.outputAt : connection.idleSince
        guard !idle.contains(index) || connection.listedSince != since else { return }
        connection.listedSince = since
        idle.append(index)
    }

    /// The connection that could give way to a new one; nil when each is of use.
    ///
    /// Those of addresses with more than their share go first, be they idle or slow. A request that is
    /// being answered never ends so.
    func placeToOffer() -> PlaceSearch.Candidate? {
        let places = limit.places
        if places.hasAddressOverShare {
            if let connection = longestIdle(where: places.isOverShare) {
                return candidate(connection, .idleOverShare, connection.listedSince)
            }
            if let (connection, end) = slowest(where: { places.isOverShare($0.placeOwner) }) {
                return candidate(connection, .slowOverShare, end)
            }
        }
        if let connection = longestIdle(where: { _ in true }) {
            return candidate(connection, .idle, connection.listedSince)
        }
        return slowest(where: { _ in true }).map { candidate($0, .slow, $1) }
    }

    private func candidate(
        _ connection: Connection, _ reason: PlaceSearch.Candidate.Reason, _ time: Int64
    ) -> PlaceSearch.Candidate {
        PlaceSearch.Candidate(
            reason: reason, time: time, token: connection.token, mailbox: mailbox)
    }

    /// Ends a connection for a new one, if it's still of no use or slow.
    func giveWay(_ token: UInt64) {
        guard let connection = connections[token] else { return }
        if idle.contains(ConnectionSlab.index(of: token)) {
            if isRested(connection) { close(connection) }
        } else if patienceEnd(of: connection) != nil {
            tellSlow(connection)
            close(connection)
        }
    }

    /// Makes room in a budget of bodies: the slowest of those that send one gives way, first of
    /// addresses with more than their share.
    ///
    /// - Parameters:
    ///   - budget: The budget.
    ///   - connection: Who needs the room.
    /// - Returns: Whether there is more room than before.
    func makeRoom(in budget: Budget<IPAddress>, for connection: Connection) -> Bool {
        guard clock.now - Self.searchPause >= searchedAt else { return false }
        searchedAt = clock.now
        let holds = { (other: Connection) in
            guard other !== connection, other.bodySince != nil else { return false }
            if budget === self.memory, other.bodyCounted > 0 { return true }
            if case .file(let file) = other.bodyPlace { return file.budget === budget }
            return false
        }
        let found =
            slowest { holds($0) && budget.isOverShare($0.bodyOwner) } ?? slowest(where: holds)
        guard let (slow, _) = found else { return false }
        tellSlow(slow)
        close(slow)
        return true
    }

    /// Says what becomes of a request that comes too slowly, as far as that goes at once.
    private func tellSlow(_ connection: Connection) {
        guard connection.output.isEmpty else { return }
        refuse(.requestTimeout, "the request came too slowly for a busy time", on: connection)
        _ = connection.output.send(to: connection.descriptor.number)
    }

    private func longestIdle(where isMeant: (IPAddress?) -> Bool) -> Connection? {
        for index in idle.prefix(Self.walk) {
            guard let connection = connections[place: index], isRested(connection) else {
                return nil
            }
            if isMeant(connection.placeOwner) { return connection }
        }
        return nil
    }

    private func isRested(_ connection: Connection) -> Bool {
        clock.now - connection.listedSince >= Self.shortestStay
    }

    /// The slowest connection of some, and when the patience with it ends.
    private func slowest(
        where isMeant: (Connection) -> Bool
    ) -> (connection: Connection, end: Int64)? {
        var found: (connection: Connection, end: Int64)?
        connections.forEach { connection in
            guard let end = patienceEnd(of: connection), end < found?.end ?? .max,
                isMeant(connection)
            else { return }
            found = (connection, end)
        }
        return found
    }

    /// When the patience with a slow connection ends; nil for one that isn't slow, or whose turn it
    /// isn't.
    private func patienceEnd(of connection: Connection) -> Int64? {
        guard connection.ending == .none, !connection.isServed,
            let end = deadline(of: connection), end - clock.now < Self.slowness
        else { return nil }
        guard connection.output.isEmpty else {
            return clock.now - connection.outputAt >= Self.shortestStall ? end : nil
        }
        guard let start = connection.headSince, clock.now - start >= Self.shortestStay else {
            return nil
        }
        return end
    }
}
