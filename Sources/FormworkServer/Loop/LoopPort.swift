/// What a loop waits with and is spoken to by, made before its thread is.
struct LoopPort: Sendable {
    /// Watches the loop's connections and its bell.
    let poller: Poller
    /// Takes what others have to tell the loop.
    let mailbox: Mailbox

    /// Makes both.
    ///
    /// - Throws: When the system has no descriptor left.
    init() throws(SystemError) {
        poller = try Poller()
        mailbox = try Mailbox()
    }
}
