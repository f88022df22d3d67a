import System

/// How much of something all clients may have together, and how much of that one address may have while
/// others need some.
///
/// A share binds only under pressure. While less than ``open`` is taken, one address may have all of it;
/// what is beyond that is for addresses within their share. Who gives way in a full budget is for its
/// user to choose: first those for whom ``isOverShare(_:)`` is true.
///
///     let budget = Budget<String>(capacity: 64 << 20, share: 4 << 20, open: 48 << 20)
///     guard budget.reserve(count, for: address) else { … }
///     defer { budget.release(count, of: address) }
package final class Budget<Address: Hashable & Sendable>: Sendable {
    private struct State {
        var used = 0
        var byAddress: [Address: Int] = [:]
        /// How many addresses have more than their share.
        var overShare = 0
    }

    /// The most that all may have together.
    package let capacity: Int
    /// What one address may have whatever the others have.
    package let share: Int
    /// The sum up to which shares don't count.
    package let open: Int
    private let state = Lock(State())

    /// Begins with nothing taken.
    ///
    /// - Parameters:
    ///   - capacity: The most of it, at least 0.
    ///   - share: What one address may have in any case, at least 1.
    ///   - open: Up to which sum an address may have more than its share; the capacity if nothing is
    ///     given, as is right where others can be made to give way.
    package init(capacity: Int, share: Int, open: Int? = nil) {
        self.capacity = max(capacity, 0)
        self.share = max(share, 1)
        self.open = min(open ?? capacity, capacity)
    }

    /// How much is taken.
    package var used: Int { state.withLock { $0.used } }

    /// How much an address has.
    package func used(by address: Address) -> Int {
        state.withLock { $0.byAddress[address] ?? 0 }
    }

    /// Takes some.
    ///
    /// - Parameters:
    ///   - amount: How much, not negative.
    ///   - address: For whom; `nil` for one that no share binds, such as a trusted proxy that doesn't
    ///     say for whom it asks.
    /// - Returns: Whether there was as much.
    package func reserve(_ amount: Int, for address: Address?) -> Bool {
        state.withLock { state in
            guard amount <= capacity - state.used else { return false }
            if let address {
                let own = (state.byAddress[address] ?? 0) + amount
                guard own <= share || amount <= open - state.used else { return false }
                Self.set(own, for: address, share: share, in: &state)
            }
            state.used += amount
            return true
        }
    }

    /// Gives some back.
    ///
    /// - Parameters:
    ///   - amount: How much, as it was taken.
    ///   - address: For whom it was taken.
    package func release(_ amount: Int, of address: Address?) {
        state.withLock { state in
            assert(amount <= state.used, "more is given back than was taken")
            state.used = max(state.used - amount, 0)
            guard let address, let own = state.byAddress[address] else { return }
            Self.set(own - amount, for: address, share: share, in: &state)
        }
    }

    /// Whether an address has more than its share.
    package func isOverShare(_ address: Address?) -> Bool {
        guard let address else { return false }
        return state.withLock { ($0.byAddress[address] ?? 0) > share }
    }

    /// Whether any address has more than its share.
    package var hasAddressOverShare: Bool { state.withLock { $0.overShare > 0 } }

    private static func set(
        _ amount: Int, for address: Address, share: Int, in state: inout sending State
    ) {
        let before = state.byAddress[address] ?? 0
        state.byAddress[address] = amount > 0 ? amount : nil
        state.overShare += (amount > share ? 1 : 0) - (before > share ? 1 : 0)
    }
}
