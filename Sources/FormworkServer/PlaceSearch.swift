import Groundwork
import System

/// One search, through all loops, for the connection that gives way to a new one.
///
/// Each loop names the one of its own that could go first. Once all have, the loop that has the first of
/// these is told to let it go, if nothing has come on it meanwhile.
final class PlaceSearch: Sendable {
    /// A connection that could give way.
    struct Candidate: Sendable {
        /// Why a connection gives way, the better reasons first.
        enum Reason: Int, Comparable, Sendable {
            /// It is idle, and its address has more than its share.
            case idleOverShare
            /// It is slow, and its address has more than its share.
            case slowOverShare
            /// It is idle.
            case idle
            /// It is slow.
            case slow

            static func < (left: Reason, right: Reason) -> Bool { left.rawValue < right.rawValue }
        }

        let reason: Reason
        /// Since when it has been idle, or when the patience with it ends.
        let time: Int64
        let token: UInt64
        /// The loop that has it.
        let mailbox: Mailbox

        /// Whether this connection gives way before another one.
        func goes(before other: Candidate) -> Bool {
            (reason, time) < (other.reason, other.time)
        }
    }

    private struct State {
        var awaited: Int
        var first: Candidate?
    }

    private let state: Lock<State>

    /// Begins a search.
    ///
    /// - Parameter mailboxes: Those of all loops; each is asked.
    init(among mailboxes: [Mailbox]) {
        state = Lock(State(awaited: mailboxes.count))
        for mailbox in mailboxes { mailbox.post(.findPlace(self)) }
    }

    /// Takes what a loop has to offer; each has to say something once.
    func offer(_ candidate: Candidate?) {
        let chosen: Candidate? = state.withLock { state in
            if let candidate, state.first.map(candidate.goes) ?? true { state.first = candidate }
            state.awaited -= 1
            return state.awaited == 0 ? state.first : nil
        }
        if let chosen { chosen.mailbox.post(.giveWay(chosen.token)) }
    }
}
