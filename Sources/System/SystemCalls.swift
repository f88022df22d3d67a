internal import CFormwork
internal import Glibc

/// The calls of the system, each retried when a signal interrupts it.
package enum SystemCalls {
    /// Repeats a call as long as a signal interrupts it (EINTR).
    @inline(__always)
    package static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// The descriptor that a call returned, or its failure.
    package static func made(_ number: Int32, by call: String) throws(SystemError) -> Descriptor {
        guard number >= 0 else { throw SystemError(call: call, code: errno) }
        return Descriptor(number)
    }

    /// Closes a descriptor; never retried, since Linux frees the number even when interrupted.
    package static func close(_ descriptor: Int32) {
        _ = Glibc.close(descriptor)
    }

    /// What the system knows of an open file, or nil when it isn't a regular one.
    package static func regularFileStatus(_ file: borrowing Descriptor) -> FileStatus? {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return FileStatus(status)
    }

    /// Raises the limit of open descriptors as far as it may go, and tells it.
    package static func raiseDescriptorLimit() -> Int {
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
    package static func processorCount() -> Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Makes a write fail that nobody takes (EPIPE) or that no file has room for (EFBIG), rather than
    /// end the process.
    package static func ignoreSignalsOfWrites() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Keeps signals from this thread, and from every thread that it starts later.
    package static func block(_ signals: [Int32]) {
        var set = signalSet(signals)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for one of some blocked signals.
    package static func waitForSignal(_ signals: [Int32]) {
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

extension FileStatus {
    init(_ status: stat) {
        self.init(
            isFolder: status.st_mode & S_IFMT == S_IFDIR, mode: status.st_mode & 0o7777,
            owner: status.st_uid, size: Int(status.st_size),
            identity: FileIdentity(
                device: UInt64(status.st_dev), inode: UInt64(status.st_ino)))
        modified = Moment(status.st_mtim)
        changed = Moment(status.st_ctim)
    }
}

extension FileStatus.Moment {
    fileprivate init(_ time: timespec) {
        self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }
}
