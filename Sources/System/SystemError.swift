internal import Glibc

/// A call to the system that failed: which one, on what, and the number it left in `errno`.
///
///     throw SystemError(call: "open", path: path, code: errno)
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the call, such as `fdatasync`.
    package let call: String
    /// The path that the call was about; empty for one that is about none.
    package let path: String
    /// The error number.
    package let code: Int32

    /// Describes one failed call.
    ///
    /// - Parameters:
    ///   - call: The name of the call.
    ///   - path: The path that the call was about; empty for one that is about none.
    ///   - code: The error number.
    package init(call: String, path: String = "", code: Int32) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// What the system calls this error, such as `No space left on device`.
    package var reason: String {
        if code == Self.notRegular { return "it is no regular file, and nothing else is opened" }
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// The call, its path, and the system's own words for the number.
    package var description: String { (path.isEmpty ? call : "\(call) \(path)") + ": \(reason)" }

    /// A file that ends earlier than it did.
    ///
    /// - Parameter path: The file.
    /// - Returns: The error for it.
    package static func shortFile(_ path: String) -> SystemError {
        SystemError(call: "pread", path: path, code: EIO)
    }

    /// No error number of the system.
    private static let notRegular: Int32 = 0

    /// A link, pipe, device or folder where a file should be.
    ///
    /// - Parameter path: What stands there.
    /// - Returns: The error for it.
    package static func notRegularFile(_ path: String) -> SystemError {
        SystemError(call: "open", path: path, code: notRegular)
    }

    /// A file that is another than was opened.
    ///
    /// - Parameter path: The file.
    /// - Returns: The error for it.
    package static func replacedFile(_ path: String) -> SystemError {
        SystemError(call: "stat", path: path, code: ESTALE)
    }

    /// Whether there is no room: a full disk, a spent quota, or a limit on the size of a file.
    package var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    /// Whether a permission is what lacks.
    package var isPermission: Bool { code == EACCES || code == EPERM }

    /// Whether writing is refused for now though nothing is wrong with what is on disk.
    package var isReadOnly: Bool { isPermission || code == EROFS }

    /// Whether the path isn't there.
    package var isMissing: Bool { code == ENOENT }

    /// Whether what should be a folder is a file.
    package var isNoFolder: Bool { code == ENOTDIR }

    /// Whether the path can't be one of a file: a link that leads nowhere or out of its folder, a name
    /// that is too long, or a device or socket that nobody serves.
    package var isNoFile: Bool {
        [ELOOP, EXDEV, ENAMETOOLONG, ENXIO, ENODEV].contains(code)
    }

    /// Whether a folder has something in it, so that it can't be removed.
    package var isNotEmpty: Bool { code == ENOTEMPTY || code == EEXIST }

    /// Whether the path is there already.
    package var isTaken: Bool { code == EEXIST }

    /// Whether another process listens at the address.
    package var isAddressInUse: Bool { code == EADDRINUSE }

    /// Whether the address isn't one of this machine.
    package var isAddressForeign: Bool { code == EADDRNOTAVAIL }
}
