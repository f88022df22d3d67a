internal import Glibc

/// Turns SIGTERM and SIGINT into calls of a function.
package enum StopSignals {
    /// Takes both signals from now on; call it before any other thread is started.
    ///
    /// A thread waits for the signals, so the function may do what it likes, and it works
    /// for the first process of a container, too, which has no default action for them.
    ///
    /// - Parameter stop: Called at every signal, on a thread of its own.
    /// - Throws: `SystemError` when there is no room for another thread.
    package static func install(_ stop: @escaping @Sendable () -> Void) throws(SystemError) {
        let signals = [SIGTERM, SIGINT]
        SystemCalls.block(signals)
        try SystemThread {
            while true {
                SystemCalls.waitForSignal(signals)
                stop()
            }
        }.detach()
    }
}
