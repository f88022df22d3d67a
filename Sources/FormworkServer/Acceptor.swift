import FormworkHTTP
import System

/// Takes connections from the backlog and hands each to the loop that has the fewest.
///
/// One thread does it for all loops: a shared listener wakes the busiest loop first, and
/// `SO_REUSEPORT` spreads by hash, so that the few connections of a proxy may all meet one loop.
struct Acceptor {
    private static let shortestPause: Int32 = 5
    private static let longestPause: Int32 = 1_000
    /// After how long another search for a place begins, in milliseconds.
    private static let searchPause: Int32 = 100

    let listener: Listener
    let limit: ConnectionLimit
    let mailboxes: [Mailbox]
    /// Whose connections no share binds.
    let proxies: TrustedProxies
    /// Rung when a place is free again, and when it's time to stop.
    let wakeup: Wakeup

    /// Accepts until told to stop.
    ///
    /// - Parameter isStopping: Tells so; asked after every ring of the wakeup.
    func run(until isStopping: () -> Bool) {
        var pause = Self.shortestPause
        while !isStopping() {
            let (hasRung, hasCome) = SystemCalls.waitReadable(
                wakeup.number, listener.number, milliseconds: -1)
            if hasRung { wakeup.clear() }
            guard hasCome else { continue }
            if limit.isReached() {
                // Somebody wants a place. Where none gives way, one may become free or idle.
                _ = PlaceSearch(among: mailboxes)
                _ = SystemCalls.waitReadable(wakeup.number, -1, milliseconds: Self.searchPause)
            } else if acceptWaiting() {
                pause = Self.shortestPause
            } else {
                // Descriptors or memory are used up: connections wait, those that are here go on.
                _ = SystemCalls.waitReadable(wakeup.number, -1, milliseconds: pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    /// Takes what waits in the backlog.
    ///
    /// - Returns: False when the system has nothing left to take one with.
    private func acceptWaiting() -> Bool {
        while !limit.isReached() {
            switch SystemCalls.accept(from: listener.number) {
            case .connection(let number, let address):
                let peer = address.parts.host
                let client = proxies.client(peer)
                let loop = limit.enter(client)
                mailboxes[loop].post(.adopt(number, peer: peer, client: client))
            case .none: return true
            case .lost: continue
            case .exhausted: return false
            }
        }
        return true
    }
}
