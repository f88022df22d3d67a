internal import FormworkHTTP
internal import Groundwork
internal import System

/// Values in memory under secret names, each for a limited time after its last use.
///
/// In a full cache the value that was unused for longest makes room. It is one of the client that adds
/// another value beyond its share; else of any client beyond its share; else of anyone.
final class ExpiringCache<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let size: Int
        let client: IPAddress?
        /// The time of the last use, in milliseconds.
        var usedAt: Int64
        /// The number of the last use, since several may fall into one millisecond.
        var use: Int
    }

    private struct State: Sendable {
        var entries: [RawText: Entry] = [:]
        var uses = 0

        mutating func nextUse() -> Int {
            uses += 1
            return uses
        }

        /// The name of the value that was unused for longest, among those that qualify.
        func oldest(where qualifies: (Entry) -> Bool) -> RawText? {
            var oldest: (name: RawText, use: Int)?
            for (name, entry) in entries where entry.use < oldest?.use ?? .max && qualifies(entry) {
                oldest = (name, entry.use)
            }
            return oldest?.name
        }
    }

    private let budget: Budget<IPAddress>
    private let lifetime: Int64
    private let state = Lock(State())

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: The sum of all sizes at most; one client's share is an eighth.
    ///   - lifetime: How long a value is kept after its last use, in milliseconds.
    init(capacity: Int, lifetime: Int64) {
        budget = Budget(capacity: capacity, share: capacity / 8)
        self.lifetime = lifetime
    }

    /// Adds a value, in place of one with the same name.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - size: What it takes of the capacity.
    ///   - name: The name under which it's found.
    ///   - client: The client whose share it counts against; nil for nobody's.
    /// - Returns: Whether it was added; false for a value larger than the capacity.
    func insert(_ value: Value, size: Int, as name: RawText, for client: IPAddress?) -> Bool {
        guard size <= budget.capacity else { return false }
        let now = Clock.monotonicMilliseconds
        state.withLock { state in
            remove(name, from: &state)
            for (name, entry) in state.entries where now - entry.usedAt >= lifetime {
                remove(name, from: &state)
            }
            while !budget.reserve(size, for: client) {
                guard let name = nextToGo(for: client, size, in: state) else { return }
                remove(name, from: &state)
            }
            state.entries[name] = Entry(
                value: value, size: size, client: client, usedAt: now, use: state.nextUse())
        }
        return true
    }

    private func nextToGo(for client: IPAddress?, _ size: Int, in state: State) -> RawText? {
        if let client, budget.used(by: client) + size > budget.share,
            let own = state.oldest(where: { $0.client == client })
        {
            return own
        }
        if budget.hasAddressOverShare,
            let other = state.oldest(where: { budget.isOverShare($0.client) })
        {
            return other
        }
        return state.oldest { _ in true }
    }

    /// Finds a value and begins its lifetime anew; `nil` where the name is unknown or has expired.
    func value(for name: RawText) -> Value? {
        let now = Clock.monotonicMilliseconds
        return state.withLock { state in
            guard var entry = state.entries[name] else { return nil }
            guard now - entry.usedAt < lifetime else {
                remove(name, from: &state)
                return nil
            }
            (entry.usedAt, entry.use) = (now, state.nextUse())
            state.entries[name] = entry
            return entry.value
        }
    }

    /// Removes a value; an unknown name does nothing.
    func remove(_ name: RawText) {
        state.withLock { remove(name, from: &$0) }
    }

    private func remove(_ name: RawText, from state: inout sending State) {
        guard let entry = state.entries.removeValue(forKey: name) else { return }
        budget.release(entry.size, of: entry.client)
    }
}
