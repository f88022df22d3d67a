import Glibc
import Groundwork

/// What a loop waits with and is spoken to by, made before its thread is.
struct LoopPort: Sendable {
    /// What the events of the mailbox's bell carry; no connection has it.
    static let bellToken = UInt64.max

    /// Watches the loop's connections and its bell.
    let poller: Poller
    /// Takes what others have to tell the loop.
    let mailbox: Mailbox

    /// Makes both.
    ///
    /// - Throws: When the system has no descriptor or memory left.
    init() throws(SystemError) {
        poller = try Poller()
        mailbox = try Mailbox()
        let events = Poller.input | Poller.once
        guard poller.add(mailbox.bell.number, for: events, as: Self.bellToken) else {
            throw SystemError(call: "epoll_ctl", code: errno)
        }
    }
}
