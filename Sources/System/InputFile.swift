internal import Glibc

/// A file, or the standard input, that is read from its beginning to its end.
package final class InputFile {
    private let descriptor: Descriptor

    private static let pieceSize = 64 * 1024

    /// Opens a file.
    ///
    /// - Parameter path: Its path; `-` for the standard input.
    /// - Throws: `SystemError` where it can't be opened.
    package init(_ path: String) throws(SystemError) {
        let number = SystemCalls.retrying {
            path == "-"
                ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : unsafe open(path, O_RDONLY | O_CLOEXEC)
        }
        guard number >= 0 else { throw SystemError(call: "open", code: errno) }
        descriptor = Descriptor(number)
    }

    /// Reads what comes next.
    ///
    /// - Returns: At most 64 KiB; none at the end.
    /// - Throws: `SystemError` where it can't be read, as a folder can't.
    package func next() throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, filled in
            let count = SystemCalls.retrying {
                unsafe read(descriptor.number, buffer.baseAddress, buffer.count)
            }
            if count < 0 { failure = SystemError(call: "read", code: errno) }
            filled = max(count, 0)
        }
        if let failure { throw failure }
        return bytes
    }
}
