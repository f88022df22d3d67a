/// Wakes one thread that waits, from any other: an eventfd.
package final class Wakeup: Sendable {
    private let event: Descriptor

    /// Makes one that has not been signalled.
    ///
    /// - Throws: When the system has no descriptor left.
    package init() throws(SystemError) {
        event = try SystemCalls.makeEvent()
    }

    /// What the waiting thread watches for reading.
    package var number: Int32 { event.number }

    /// Makes the descriptor readable.
    package func signal() {
        SystemCalls.signalEvent(event.number)
    }

    /// Makes the descriptor unreadable again.
    package func clear() {
        SystemCalls.clearEvent(event.number)
    }
}
