internal import CFormwork
internal import Glibc

extension SystemCalls {
    private static let fileFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    private static let folderFlags = formwork_open_path | O_DIRECTORY | O_CLOEXEC
    /// How often a file is tried whose folders are renamed just then.
    private static let tries = 10

    /// Whether the system has openat2(2), which keeps links within a folder.
    package static let canOpenBeneath: Bool = {
        // A call that can't succeed tells without a descriptor; sandboxes refuse it with EPERM.
        let result = unsafe formwork_open_beneath(-1, ".", UInt64(folderFlags))
        return result >= 0 || errno != ENOSYS && errno != EPERM
    }()

    /// Opens a file within a folder, to be read, without ever waiting for a FIFO.
    ///
    /// A symbolic link is followed as long as it leads nowhere out of the folder; where the system can't
    /// keep it within, it is refused with ELOOP.
    ///
    /// - Parameters:
    ///   - path: The path of the file from the folder on.
    ///   - root: The path of the folder.
    /// - Returns: The file, maybe not a regular one.
    /// - Throws: Why it can't be opened.
    package static func openFile(_ path: String, beneath root: String) throws(SystemError)
        -> Descriptor
    {
        let folder = try openFolder(root)
        guard canOpenBeneath else { return try openStepwise(folder, path) }
        for _ in 1..<tries {
            do throws(SystemError) {
                return try openBeneath(folder, path, fileFlags)
            } catch  where error.code == EAGAIN {}
        }
        return try openBeneath(folder, path, fileFlags)
    }

    private static func openFolder(_ path: String) throws(SystemError) -> Descriptor {
        try opened(retrying { unsafe open(path, folderFlags) }, path)
    }

    private static func openBeneath(
        _ folder: borrowing Descriptor, _ path: String, _ flags: Int32
    ) throws(SystemError) -> Descriptor {
        let number = folder.number
        let result = retrying { unsafe formwork_open_beneath(number, path, UInt64(flags)) }
        return try opened(Int32(truncatingIfNeeded: result), path)
    }

    /// Opens a file folder by folder, so that no symbolic link on the way is followed.
    private static func openStepwise(
        _ root: consuming Descriptor, _ path: String
    ) throws(SystemError) -> Descriptor {
        var folder = root
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        for name in names.dropLast() {
            let number = folder.number
            let next = retrying {
                unsafe openat(number, name, folderFlags | O_NOFOLLOW)
            }
            folder = try opened(next, path)
        }
        let number = folder.number
        let name = names.last ?? "."
        return try opened(retrying { unsafe openat(number, name, fileFlags | O_NOFOLLOW) }, path)
    }

    private static func opened(
        _ number: Int32, _ path: String
    ) throws(SystemError) -> Descriptor {
        guard number >= 0 else { throw SystemError(call: "open", path: path, code: errno) }
        return Descriptor(number)
    }
}
