internal import CFormwork
internal import Glibc

/// The real file system: every call of the store to the system stands here.
package struct SystemFileSystem: FileSystem {
    /// Makes the way to the real files.
    package init() {}

    package func open(_ path: String, for use: FileUse) throws(SystemError) -> Int32 {
        // Nothing is waited for, and no link followed, before it is known what stands there.
        let regular = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let flags =
            switch use {
            case .reading: O_RDONLY | regular
            case .appending: O_RDWR | O_APPEND | regular
            case .creating: O_RDWR | O_APPEND | O_CREAT | O_EXCL | regular
            case .locking: O_RDWR | O_APPEND | O_CREAT | regular
            case .folder: O_RDONLY | O_DIRECTORY
            }
        let descriptor: Int32
        do {
            descriptor = try repeating("open", path) {
                unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600)
            }
        } catch  where Self.isOfNoFile(error.code) && use != .folder {
            throw .notRegularFile(path)
        }
        guard use != .folder else { return descriptor }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notRegularFile(path)
        }
        return descriptor
    }

    /// What open(2) says of a link, a socket, a device without a driver, and a folder.
    private static func isOfNoFile(_ code: Int32) -> Bool {
        [ELOOP, ENXIO, ENODEV, EISDIR].contains(code)
    }

    package func close(_ descriptor: Int32) { SystemCalls.close(descriptor) }

    package func size(_ descriptor: Int32, path: String) throws(SystemError) -> Int {
        var status = stat()
        _ = try repeating("fstat", path) { unsafe fstat(descriptor, &status) }
        return Int(status.st_size)
    }

    package func read(
        _ descriptor: Int32, at offset: Int, count: Int, path: String
    ) throws(SystemError) -> [UInt8] {
        try SystemCalls.read(descriptor, at: offset, count: count, path: path)
    }

    package func write(
        _ descriptor: Int32, _ bytes: Span<UInt8>, path: String
    ) throws(SystemError) -> Int {
        try unsafe bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
            try repeating("write", path) {
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
        }
    }

    package func syncData(_ descriptor: Int32, path: String) throws(SystemError) {
        // Never repeated, interrupted or not: a second call can succeed over lost bytes.
        guard fdatasync(descriptor) == 0 else { throw failure("fdatasync", path) }
    }

    package func sync(_ descriptor: Int32, path: String) throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw failure("fsync", path) }
    }

    package func truncate(
        _ descriptor: Int32, to length: Int, path: String
    ) throws(SystemError) {
        _ = try repeating("ftruncate", path) { ftruncate(descriptor, length) }
    }

    package func rename(_ source: String, to target: String) throws(SystemError) {
        _ = try repeating("rename", source) { unsafe Glibc.rename(source, target) }
    }

    package func remove(_ path: String) throws(SystemError) {
        _ = try repeating("unlink", path) { unsafe Glibc.remove(path) }
    }

    package func makeFolder(_ path: String) throws(SystemError) {
        _ = try repeating("mkdir", path) { unsafe mkdir(path, 0o700) }
    }

    package func list(_ path: String) throws(SystemError) -> [String] {
        guard let folder = unsafe opendir(path) else { throw failure("opendir", path) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        errno = 0
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    unsafe String(cString: text)
                }
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw failure("readdir", path) }
        return names
    }

    package func status(_ path: String) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try repeating("stat", path) { unsafe stat(path, &status) }
        return FileStatus(status)
    }

    package func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    package func length(_ descriptor: Int32, at path: String) throws(SystemError) -> Int? {
        var there = stat()
        do {
            _ = try repeating("stat", path) { unsafe stat(path, &there) }
        } catch  where error.isMissing {
            return nil
        }
        var open = stat()
        _ = try repeating("fstat", path) { unsafe fstat(descriptor, &open) }
        guard there.st_dev == open.st_dev, there.st_ino == open.st_ino else { return nil }
        return Int(open.st_size)
    }

    package func freeSpace(_ path: String) throws(SystemError) -> Int {
        var status = statfs()
        _ = try repeating("statfs", path) { unsafe statfs(path, &status) }
        let (bytes, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(
            by: UInt64(clamping: status.f_bsize))
        return isHuge ? .max : Int(clamping: bytes)
    }

    package func kind(_ path: String) throws(SystemError) -> UInt32 {
        var status = statfs()
        _ = try repeating("statfs", path) { unsafe statfs(path, &status) }
        return UInt32(truncatingIfNeeded: status.f_type)
    }

    package func restrict(_ path: String, isFolder: Bool) throws(SystemError) {
        _ = try repeating("chmod", path) { unsafe chmod(path, isFolder ? 0o700 : 0o600) }
    }

    package func reserve(
        _ descriptor: Int32, upTo length: Int, path: String
    ) throws(SystemError) {
        _ = try repeating("fallocate", path) {
            fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, length)
        }
    }

    package func lock(
        _ descriptor: Int32, isShared: Bool, path: String
    ) throws(SystemError) -> Bool {
        let operation = (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB
        do {
            _ = try repeating("flock", path) { flock(descriptor, operation) }
            return true
        } catch  where error.code == EWOULDBLOCK {
            return false
        }
    }

    /// Makes a call, again as long as a signal interrupts it, and tells how it failed.
    private func repeating<Result: SignedInteger>(
        _ call: String, _ path: String, _ body: () -> Result
    ) throws(SystemError) -> Result {
        let result = SystemCalls.retrying(body)
        guard result >= 0 else { throw failure(call, path) }
        return result
    }

    private func failure(_ call: String, _ path: String) -> SystemError {
        SystemError(call: call, path: path, code: errno)
    }
}
