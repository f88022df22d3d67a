import FormworkHTTP
import Groundwork
import System

/// Counts connections, chooses the loop for each new one, and says when there are enough.
final class ConnectionLimit: Sendable {
    private struct State {
        var counts: [Int]
        var next = 0
        var isAwaited = false
    }

    /// The places, and who has them.
    let places: Budget<IPAddress>
    private let wakeup: Wakeup
    private let state: Lock<State>

    /// Opens with no connection.
    ///
    /// - Parameters:
    ///   - loops: How many loops share the connections.
    ///   - maximum: The most connections at once, in all loops.
    ///   - wakeup: Rung when a place is free again after the limit was reached.
    init(loops: Int, maximum: Int, wakeup: Wakeup) {
        places = Budget(ofPlaces: maximum)
        self.wakeup = wakeup
        state = Lock(State(counts: Array(repeating: 0, count: loops)))
    }

    /// Whether no place is free; the wakeup will ring when one is.
    func isReached() -> Bool {
        state.withLock { state in
            state.isAwaited = places.used >= places.capacity
            return state.isAwaited
        }
    }

    /// Takes a place in the loop that has the fewest connections, the loops taking turns among equals.
    ///
    /// - Parameter client: For whom; nil where no share binds it.
    /// - Returns: The number of the loop.
    func enter(_ client: IPAddress? = nil) -> Int {
        _ = places.reserve(1, for: client)
        return state.withLock { state in
            var chosen = state.next
            for step in 1..<max(1, state.counts.count) {
                let candidate = (state.next + step) % state.counts.count
                if state.counts[candidate] < state.counts[chosen] { chosen = candidate }
            }
            state.counts[chosen] += 1
            state.next = (chosen + 1) % state.counts.count
            return chosen
        }
    }

    /// Gives a place back.
    ///
    /// - Parameters:
    ///   - loop: The number of the loop that it was in.
    ///   - client: For whom it was taken.
    func leave(_ loop: Int, _ client: IPAddress? = nil) {
        places.release(1, of: client)
        let mustRing = state.withLock { state in
            state.counts[loop] -= 1
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if mustRing { wakeup.signal() }
    }
}
