internal import FormworkHTTP
internal import Groundwork
internal import System

/// Things that are kept in memory for a while under secret names, as many as there is room for.
///
/// When there is no room, the one that is unused for longest goes: of the address that brings another
/// and has more than its share, else of any address that has, else of all.
final class Keepsakes<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let size: Int
        let client: IPAddress?
        /// When it was used last, in milliseconds.
        var since: Int64
        /// The same as a number of its own: within a millisecond several are used.
        var turn: Int
    }

    private struct State: Sendable {
        var entries: [RawText: Entry] = [:]
        var turns = 0

        mutating func nextTurn() -> Int {
            turns += 1
            return turns
        }

        /// The one that is unused for longest, of some.
        func oldest(where isMeant: (Entry) -> Bool) -> RawText? {
            var oldest: (key: RawText, turn: Int)?
            for (key, entry) in entries where entry.turn < oldest?.turn ?? .max && isMeant(entry) {
                oldest = (key, entry.turn)
            }
            return oldest?.key
        }
    }

    private let budget: Budget<IPAddress>
    private let lifetime: Int64
    private let state = Lock(State())

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - capacity: The most that all may have together; one address has a share of an eighth.
    ///   - lifetime: How long one is kept after it was used last, in milliseconds.
    init(capacity: Int, lifetime: Int64) {
        budget = Budget(capacity: capacity, share: capacity / 8)
        self.lifetime = lifetime
    }

    /// Keeps something.
    ///
    /// - Parameters:
    ///   - value: The thing.
    ///   - size: How much of the room it takes.
    ///   - name: The name under which it's found, in place of what was there.
    ///   - client: Against whose share it counts; nil for nobody's.
    /// - Returns: Whether it is kept; false for one that is too large.
    func keep(_ value: Value, size: Int, as name: RawText, for client: IPAddress?) -> Bool {
        guard size <= budget.capacity else { return false }
        let now = Clock.monotonicMilliseconds
        state.withLock { state in
            remove(name, from: &state)
            for (key, entry) in state.entries where now - entry.since >= lifetime {
                remove(key, from: &state)
            }
            while !budget.reserve(size, for: client) {
                guard let key = next(toGoFor: client, size, in: state) else { return }
                remove(key, from: &state)
            }
            state.entries[name] = Entry(
                value: value, size: size, client: client, since: now, turn: state.nextTurn())
        }
        return true
    }

    private func next(toGoFor client: IPAddress?, _ size: Int, in state: State) -> RawText? {
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

    /// Finds something, and keeps it for as long once more.
    ///
    /// - Parameter name: The name, any text.
    /// - Returns: `nil` where there is nothing by that name any more.
    func find(_ name: RawText) -> Value? {
        let key = name
        let now = Clock.monotonicMilliseconds
        return state.withLock { state in
            guard var entry = state.entries[key] else { return nil }
            guard now - entry.since < lifetime else {
                remove(key, from: &state)
                return nil
            }
            (entry.since, entry.turn) = (now, state.nextTurn())
            state.entries[key] = entry
            return entry.value
        }
    }

    /// Lets something go.
    ///
    /// - Parameter name: The name, any text.
    func forget(_ name: RawText) {
        state.withLock { remove(name, from: &$0) }
    }

    private func remove(_ key: RawText, from state: inout sending State) {
        guard let entry = state.entries.removeValue(forKey: key) else { return }
        budget.release(entry.size, of: entry.client)
    }
}
