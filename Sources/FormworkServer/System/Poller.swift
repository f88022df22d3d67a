import CFormwork
import Groundwork

/// One epoll instance, level-triggered: an event comes again until it's dealt with.
final class Poller: Sendable {
    /// What comes in, or the end of it.
    static let input = EPOLLIN.rawValue
    /// There is room for what goes out.
    static let output = EPOLLOUT.rawValue
    /// The connection is gone both ways, or broken; nobody has to ask for these.
    static let gone = EPOLLHUP.rawValue | EPOLLERR.rawValue
    /// Tells of a change once, so that a doorbell needs no reading.
    static let once = EPOLLET.rawValue

    private let descriptor: Descriptor

    /// Makes one that watches nothing.
    ///
    /// - Throws: When the system has no descriptor left.
    init() throws(SystemError) {
        descriptor = try SystemCalls.makePoller()
    }

    /// Begins to watch a descriptor.
    ///
    /// - Parameters:
    ///   - number: The descriptor; closing it ends the watch.
    ///   - events: Of ``input``, ``output`` and ``once``.
    ///   - token: What its events carry.
    /// - Returns: False when the system refuses.
    func add(_ number: Int32, for events: UInt32, as token: UInt64) -> Bool {
        SystemCalls.watch(
            number, for: events, as: token, operation: EPOLL_CTL_ADD, by: descriptor.number)
    }

    /// Changes what is watched of a descriptor.
    ///
    /// - Parameters:
    ///   - number: A descriptor that is watched.
    ///   - events: Of ``input`` and ``output``; none leaves ``gone``.
    ///   - token: What its events carry.
    func change(_ number: Int32, for events: UInt32, as token: UInt64) {
        _ = SystemCalls.watch(
            number, for: events, as: token, operation: EPOLL_CTL_MOD, by: descriptor.number)
    }

    /// Waits for events; the list is replaced by what came.
    ///
    /// - Parameters:
    ///   - milliseconds: The longest wait; -1 is for ever.
    ///   - events: Takes the events, none after the time-out or a signal.
    func wait(milliseconds: Int32, into events: inout [PollEvent]) {
        SystemCalls.wait(descriptor.number, milliseconds: milliseconds, into: &events)
    }
}
