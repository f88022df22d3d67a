internal import CFormwork
internal import Glibc

extension SystemCalls {
    /// A file without a name in a folder, to be written and read; nil when there can't be one.
    package static func makeUnnamedFile(in folder: String) -> Descriptor? {
        let flags = O_RDWR | O_CLOEXEC
        let number = retrying { unsafe open(folder, flags | formwork_open_unnamed, 0o600) }
        if number >= 0 { return Descriptor(number) }
        // Not every file system has files without names; there one has a name for a moment.
        guard errno == EOPNOTSUPP || errno == EISDIR else { return nil }
        let path = folder + "/.body-" + String(UInt64.random(in: .min ... .max), radix: 36)
        let named = retrying { unsafe open(path, flags | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
        guard named >= 0 else { return nil }
        _ = unsafe unlink(path)
        return Descriptor(named)
    }

    /// Whether an open file lies within a folder, by device and inode of each folder above it; what
    /// can't be seen does.
    package static func lies(_ file: borrowing Descriptor, within folder: FileIdentity) -> Bool {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/fd/\(file.number)", &text, text.count)
        guard length > 0, length < text.count else { return true }
        var path = text[..<length].map { UInt8(bitPattern: $0) }[...]
        while let end = path.lastIndex(of: UInt8(ascii: "/")) {
            path = path[..<end]
            var status = stat()
            let above = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
            guard unsafe stat(above, &status) == 0 else { continue }
            if FileStatus(status).identity == folder { return true }
        }
        return false
    }

    /// A file in memory, to be written and read; nil when there can't be one.
    package static func makeMemoryFile() -> Descriptor? {
        let number = unsafe memfd_create("body", MFD_CLOEXEC)
        return number >= 0 ? Descriptor(number) : nil
    }

    /// Lets a descriptor stand for another file from now on, and tells whether it does.
    package static func replace(_ descriptor: borrowing Descriptor, with file: borrowing Descriptor)
        -> Bool
    {
        retrying { dup3(file.number, descriptor.number, O_CLOEXEC) } >= 0
    }

    /// Writes bytes at a place of a file, and tells whether all of them are there.
    package static func write(_ bytes: Span<UInt8>, to file: Int32, at offset: Int) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let start = done
                let result = retrying {
                    unsafe pwrite(
                        file, bytes.baseAddress?.advanced(by: start), bytes.count - start,
                        off_t(offset + start))
                }
                guard result > 0 else { return false }
                done += result
            }
            return true
        }
    }

    /// Bytes of a file, fewer than asked for only where it ends.
    package static func read(
        _ file: Int32, at start: Int, count: Int, path: String
    ) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let done = filled
                let result = retrying {
                    unsafe pread(
                        file, buffer.baseAddress?.advanced(by: done), count - done,
                        off_t(start + done))
                }
                if result < 0 {
                    failure = SystemError(call: "pread", path: path, code: errno)
                }
                guard result > 0 else { return }
                filled += result
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Bytes of a file, as many as asked for; nil when there are fewer.
    package static func read(_ file: Int32, from start: Int, count: Int) -> [UInt8]? {
        let bytes = try? read(file, at: start, count: count, path: "")
        return bytes?.count == count ? bytes : nil
    }

    /// Opens the standard streams that are closed, so that they lead nowhere.
    package static func openStandardStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(stream, F_GETFD) < 0 else { continue }
            // The system gives the lowest number that is free, which is this one.
            if retrying({ unsafe open("/dev/null", O_RDWR) }) >= 0 { continue }
            _ = unsafe memfd_create("nowhere", 0)
        }
    }

    /// Lets no crash of the process leave its memory behind.
    package static func forbidCoreDumps() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// Writes bytes to a stream, and waits while it takes none.
    ///
    /// - Returns: How many were written: fewer than all where the stream fails.
    package static func writeAll(_ bytes: [UInt8], to stream: Int32) -> Int {
        var written = 0
        while written < bytes.count {
            let start = written
            let count = unsafe bytes.withUnsafeBytes { bytes in
                retrying {
                    unsafe Glibc.write(
                        stream, bytes.baseAddress?.advanced(by: start), bytes.count - start)
                }
            }
            if count > 0 {
                written += count
            } else {
                // Whoever shares the stream may have made it non-blocking.
                guard count < 0, errno == EAGAIN else { return written }
                var wanted = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wanted, 1, -1)
            }
        }
        return written
    }
}
