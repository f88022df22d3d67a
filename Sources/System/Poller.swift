internal import CFormwork
internal import Glibc

/// One epoll instance, level-triggered: an event comes again until it's dealt with.
package final class Poller: Sendable {
    /// What comes in, or the end of it.
    package static let input = EPOLLIN.rawValue
    /// There is room for what goes out.
    package static let output = EPOLLOUT.rawValue
    /// The connection is gone both ways, or broken; the system tells of it without being asked.
    package static let gone = EPOLLHUP.rawValue | EPOLLERR.rawValue
    /// Tells of a change once, so that a wakeup needs no reading.
    package static let once = EPOLLET.rawValue

    private let descriptor: Descriptor

    /// Makes one that watches nothing.
    ///
    /// - Throws: When the system has no descriptor left.
    package init() throws(SystemError) {
        descriptor = try SystemCalls.makePoller()
    }

    /// Begins to watch a descriptor.
    ///
    /// - Parameters:
    ///   - number: The descriptor; closing it ends the watch.
    ///   - events: Of ``input``, ``output`` and ``once``.
    ///   - token: What its events carry.
    /// - Throws: What epoll_ctl(2) said.
    package func add(
        _ number: Int32, for events: UInt32, as token: UInt64
    ) throws(SystemError) {
        let isAdded = SystemCalls.watch(
            number, for: events, as: token, operation: EPOLL_CTL_ADD, by: descriptor.number)
        guard isAdded else { throw SystemError(call: "epoll_ctl", code: errno) }
    }

    /// Changes what is watched of a descriptor.
    ///
    /// - Parameters:
    ///   - number: A descriptor that is watched.
    ///   - events: Of ``input`` and ``output``; none leaves ``gone``.
    ///   - token: What its events carry.
    package func change(_ number: Int32, for events: UInt32, as token: UInt64) {
        _ = SystemCalls.watch(
            number, for: events, as: token, operation: EPOLL_CTL_MOD, by: descriptor.number)
    }

    /// Waits for events; the list is replaced by what came.
    ///
    /// - Parameters:
    ///   - milliseconds: The longest wait; -1 is for ever.
    ///   - events: Takes the events, none after the time-out or a signal.
    package func wait(milliseconds: Int32, into events: inout [PollEvent]) {
        SystemCalls.wait(descriptor.number, milliseconds: milliseconds, into: &events)
    }
}

/// That something happened on a watched descriptor.
package struct PollEvent: Equatable {
    /// What the descriptor is known by.
    package let token: UInt64
    /// The flags of epoll_ctl(2).
    package let flags: UInt32
}

extension SystemCalls {
    /// A new epoll instance.
    package static func makePoller() throws(SystemError) -> Descriptor {
        try made(epoll_create1(Int32(EPOLL_CLOEXEC)), by: "epoll_create1")
    }

    /// Adds (`EPOLL_CTL_ADD`) or changes (`EPOLL_CTL_MOD`) what a poller watches of a descriptor.
    package static func watch(
        _ descriptor: Int32, for events: UInt32, as token: UInt64, operation: Int32,
        by poller: Int32
    ) -> Bool {
        formwork_epoll_control(poller, operation, descriptor, events, token) == 0
    }

    /// Waits for events; the list is replaced by what came (nothing after the time-out or a signal).
    ///
    /// - Parameters:
    ///   - poller: The epoll instance.
    ///   - milliseconds: How long to wait; -1 waits for ever.
    ///   - events: Takes the events, at most 80 of them: a kilobyte, which the stack has room for.
    package static func wait(_ poller: Int32, milliseconds: Int32, into events: inout [PollEvent]) {
        events.removeAll(keepingCapacity: true)
        unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 80) { buffer in
            let count = unsafe epoll_wait(
                poller, buffer.baseAddress, Int32(buffer.count), milliseconds)
            for index in 0..<max(0, Int(count)) {
                unsafe events.append(
                    PollEvent(token: buffer[index].data.u64, flags: buffer[index].events))
            }
        }
    }

    /// Waits until the first descriptor is readable, or the second (when it isn't -1).
    ///
    /// - Returns: Whether the first and the second are.
    package static func waitReadable(
        _ first: Int32, _ second: Int32, milliseconds: Int32
    ) -> (first: Bool, second: Bool) {
        var wanted = [
            pollfd(fd: first, events: Int16(POLLIN), revents: 0),
            pollfd(fd: second, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&wanted, 2, milliseconds) > 0 else { return (false, false) }
        return (wanted[0].revents != 0, wanted[1].revents != 0)
    }

    /// A new eventfd, non-blocking.
    package static func makeEvent() throws(SystemError) -> Descriptor {
        try made(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)), by: "eventfd")
    }

    /// Makes an eventfd readable.
    package static func signalEvent(_ event: Int32) {
        _ = retrying { eventfd_write(event, 1) }
    }

    /// Makes an eventfd unreadable again.
    package static func clearEvent(_ event: Int32) {
        var value: eventfd_t = 0
        _ = retrying { unsafe eventfd_read(event, &value) }
    }
}
