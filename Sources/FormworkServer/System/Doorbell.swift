import Groundwork

/// Wakes one thread that waits, from any other: an eventfd.
final class Doorbell: Sendable {
    private let event: Descriptor

    /// Makes one that is silent.
    ///
    /// - Throws: When the system has no descriptor left.
    init() throws(SystemError) {
        event = try SystemCalls.makeEvent()
    }

    /// What the waiting thread watches for reading.
    var number: Int32 { event.number }

    /// Makes the descriptor readable.
    func ring() {
        SystemCalls.signalEvent(event.number)
    }

    /// Makes the descriptor unreadable again.
    func silence() {
        SystemCalls.clearEvent(event.number)
    }
}
