package import FormworkHTTP
import Groundwork
import System

/// The promise of one response, kept on any thread.
///
/// One that is dropped unkept answers 500, so a connection never waits for ever.
package final class Reply: Sendable {
    private let mailbox: Mailbox
    private let token: UInt64
    private let isKept = Lock(false)

    /// Makes a promise for the request that a connection waits with.
    init(mailbox: Mailbox, token: UInt64) {
        self.mailbox = mailbox
        self.token = token
    }

    /// Lets the loop of the connection make the response and send it.
    ///
    /// The work runs even when the connection is gone by then, and its response is dropped. A second
    /// call does nothing.
    ///
    /// - Parameter work: Makes the response; it runs on the loop's thread and must not wait. Once
    ///   the loop has ended it runs at once, on the calling thread.
    package func resume(_ work: @escaping @Sendable () -> Response) {
        let isFirst = isKept.withLock { isKept in
            defer { isKept = true }
            return !isKept
        }
        if isFirst { mailbox.post(.answer(token, work)) }
    }

    deinit {
        if !isKept.withLock({ $0 }) { mailbox.post(.answer(token, nil)) }
    }
}
