import CFormwork
import Groundwork
import Glibc

/// Every call of the system that the server makes, each retried when a signal interrupts it.
enum SystemCalls {
    /// Repeats a call as long as a signal interrupts it (EINTR).
    @inline(__always)
    static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// The descriptor that a call returned, or its failure.
    private static func made(_ number: Int32, by call: String) throws(SystemError) -> Descriptor {
        guard number >= 0 else { throw SystemError(call: call, code: errno) }
        return Descriptor(number)
    }

    /// What a transfer of bytes came to.
    private static func transfer(_ result: Int) -> Transfer {
        if result >= 0 { return .bytes(result) }
        return errno == EAGAIN ? .wouldBlock : .failed(errno)
    }

    /// Closes a descriptor; never retried, since Linux frees the number even when interrupted.
    static func close(_ descriptor: Int32) {
        _ = Glibc.close(descriptor)
    }

    // Bytes over a connection.

    /// Reads what has come into the front of a buffer.
    static func receive(_ socket: Int32, into buffer: inout [UInt8]) -> Transfer {
        unsafe buffer.withUnsafeMutableBytes { bytes in
            transfer(retrying { unsafe recv(socket, bytes.baseAddress, bytes.count, 0) })
        }
    }

    /// Sends bytes; `more` says that others follow at once.
    static func send(_ socket: Int32, _ bytes: Span<UInt8>, more: Bool) -> Transfer {
        let flags = Int32(MSG_NOSIGNAL) | (more ? Int32(MSG_MORE) : 0)
        return unsafe bytes.withUnsafeBytes { bytes in
            transfer(
                retrying { unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, flags) })
        }
    }

    /// Sends two runs of bytes in one call.
    static func send(_ socket: Int32, _ first: Span<UInt8>, _ second: Span<UInt8>) -> Transfer {
        unsafe first.withUnsafeBytes { first in
            unsafe second.withUnsafeBytes { second in
                let vectors: InlineArray<2, iovec> = unsafe [
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress),
                        iov_len: first.count),
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress),
                        iov_len: second.count),
                ]
                return unsafe vectors.span.withUnsafeBufferPointer { vectors in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = UnsafeMutablePointer(mutating: vectors.baseAddress)
                    unsafe message.msg_iovlen = vectors.count
                    return transfer(
                        retrying {
                            unsafe sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                        })
                }
            }
        }
    }

    /// Sends bytes of a file without copying them through the process.
    static func sendFile(
        _ file: Int32, from offset: Int, count: Int, to socket: Int32
    ) -> Transfer {
        var position = off_t(offset)
        return transfer(
            retrying { unsafe sendfile(socket, file, &position, count) })
    }

    /// Tells the peer that nothing more follows; reading goes on.
    static func finishSending(_ socket: Int32) {
        _ = shutdown(socket, Int32(SHUT_WR))
    }

    // Listening and accepting.

    /// A socket that listens at one address, non-blocking, without delay for small answers.
    ///
    /// Accepted connections inherit TCP_NODELAY from it, so none needs a call of its own.
    static func listen(at address: SocketAddress) throws(SystemError) -> Descriptor {
        let kind =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            | Int32(SOCK_CLOEXEC.rawValue)
        let listener = try made(socket(address.family, kind, 0), by: "socket")
        setOption(listener.number, SOL_SOCKET, SO_REUSEADDR)
        setOption(listener.number, Int32(IPPROTO_TCP), TCP_NODELAY)
        let bound = unsafe address.withPointer { pointer, length in
            unsafe bind(listener.number, pointer, length)
        }
        guard bound == 0 else { throw SystemError(call: "bind", code: errno) }
        guard Glibc.listen(listener.number, 4096) == 0 else {
            throw SystemError(call: "listen", code: errno)
        }
        return listener
    }

    /// Makes a socket that another process has opened ready for this server: non-blocking, closed on
    /// exec, without delay for small answers.
    ///
    /// - Returns: False when it isn't a stream socket that listens at an IPv4 or IPv6 address.
    static func adoptListener(_ number: Int32) -> Bool {
        guard option(number, SO_ACCEPTCONN) == 1,
            option(number, SO_TYPE) == Int32(SOCK_STREAM.rawValue),
            [AF_INET, AF_INET6].contains(option(number, SO_DOMAIN))
        else { return false }
        setOption(number, Int32(IPPROTO_TCP), TCP_NODELAY)
        return fcntl(number, F_SETFD, FD_CLOEXEC) == 0
            && fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0
    }

    /// The value of an option of a socket; -1 when the descriptor is none.
    private static func option(_ socket: Int32, _ option: Int32) -> Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(socket, SOL_SOCKET, option, &value, &length)
        return result == 0 ? value : -1
    }

    private static func setOption(_ socket: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        _ = unsafe setsockopt(socket, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The address a socket is bound to.
    static func localAddress(of socket: Int32) throws(SystemError) -> SocketAddress {
        var address = SocketAddress()
        let result = unsafe address.withMutablePointer { pointer, length in
            unsafe getsockname(socket, pointer, length)
        }
        guard result == 0 else { throw SystemError(call: "getsockname", code: errno) }
        return address
    }

    /// Takes one connection from the backlog: non-blocking, closed on exec.
    static func accept(from listener: Int32) -> Accepted {
        var address = SocketAddress()
        let number = retrying {
            unsafe address.withMutableStorage { storage, length in
                unsafe formwork_accept(listener, storage, length)
            }
        }
        if number >= 0 { return .connection(number, address) }
        switch errno {
        case EAGAIN: return .none
        // What accept(2) tells of the connection rather than of itself.
        case ECONNABORTED, EPROTO, EPERM, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT:
            return .lost
        default: return .exhausted
        }
    }

    // Waiting.

    /// A new epoll instance.
    static func makePoller() throws(SystemError) -> Descriptor {
        try made(epoll_create1(Int32(EPOLL_CLOEXEC)), by: "epoll_create1")
    }

    /// Adds (`EPOLL_CTL_ADD`) or changes (`EPOLL_CTL_MOD`) what a poller watches of a descriptor.
    static func watch(
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
    static func wait(_ poller: Int32, milliseconds: Int32, into events: inout [PollEvent]) {
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
    static func waitReadable(
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
    static func makeEvent() throws(SystemError) -> Descriptor {
        try made(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)), by: "eventfd")
    }

    /// Makes an eventfd readable.
    static func signalEvent(_ event: Int32) {
        _ = retrying { eventfd_write(event, 1) }
    }

    /// Makes an eventfd unreadable again.
    static func clearEvent(_ event: Int32) {
        var value: eventfd_t = 0
        _ = retrying { unsafe eventfd_read(event, &value) }
    }

    // Files.

    /// What the system knows of an open file, or nil when it isn't a regular one.
    static func regularFileStatus(_ file: borrowing Descriptor) -> FileStatus? {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return FileStatus(
            size: Int(status.st_size), modifiedSeconds: Int64(status.st_mtim.tv_sec),
            modifiedNanoseconds: Int64(status.st_mtim.tv_nsec),
            changedSeconds: Int64(status.st_ctim.tv_sec),
            changedNanoseconds: Int64(status.st_ctim.tv_nsec), inode: UInt64(status.st_ino))
    }

    // The process.

    /// Raises the limit of open descriptors as far as it may go, and tells it.
    static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 1024
        }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 {
                limit = raised
            }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many processors are at work.
    static func processorCount() -> Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Microseconds of a clock that never goes back.
    static func monotonicMicroseconds() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Makes a write fail that nobody takes (EPIPE) or that no file has room for (EFBIG), rather than
    /// end the process.
    static func ignoreSignalsOfWrites() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Keeps signals from this thread, and from every thread that it starts later.
    static func block(_ signals: [Int32]) {
        var set = signalSet(signals)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for one of some blocked signals.
    static func waitForSignal(_ signals: [Int32]) {
        var set = signalSet(signals)
        var received: Int32 = 0
        while unsafe sigwait(&set, &received) != 0 {}
    }

    private static func signalSet(_ signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals {
            unsafe sigaddset(&set, signal)
        }
        return set
    }
}
