import CFormwork
package import Groundwork
import Glibc

/// What a process has from outside and leaves behind: variables, streams, an exit code.
package enum ServiceProcess {
    /// The value of an environment variable.
    ///
    /// - Parameter name: The variable's name.
    /// - Returns: The value; `nil` where it isn't set.
    package static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The name of this machine; empty where it has none.
    package static var machineName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a person reads the standard output.
    package static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether a person reads the standard error.
    package static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a line to standard output at once.
    ///
    /// - Parameter line: The line without its end.
    package static func writeLine(_ line: String) { write(line, to: STDOUT_FILENO) }

    /// Writes a line to standard error at once.
    ///
    /// - Parameter line: The line without its end.
    package static func writeErrorLine(_ line: String) { write(line, to: STDERR_FILENO) }

    /// Writes whole lines to standard output at once.
    ///
    /// - Parameter lines: The lines with their ends.
    package static func write(_ lines: [UInt8]) { write(lines, to: STDOUT_FILENO) }

    /// Writes bytes to standard output that must all arrive.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: `SystemError` where the system doesn't take them, such as on a full disk.
    package static func writeOutput(_ bytes: [UInt8]) throws(SystemError) {
        guard write(bytes, to: STDOUT_FILENO) else {
            throw SystemError(call: "write", code: errno)
        }
    }

    /// Writes to standard error as it is.
    ///
    /// - Parameter text: The text.
    package static func writeError(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

    /// Lets only the owner read and write what the process makes from now on.
    package static func keepFilesPrivate() {
        _ = umask(0o077)
    }

    /// Gives memory back to the system as soon as a large piece of it isn't used any more.
    ///
    /// Otherwise the C library learns from each large piece to keep ones of that size for later.
    package static func returnLargeMemory() {
        _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
    }

    /// Does something later, on a thread of its own; at once where there is no room for one.
    ///
    /// - Parameters:
    ///   - milliseconds: How much later.
    ///   - work: What is done.
    package static func afterDelay(
        milliseconds: Int, _ work: @escaping @Sendable () -> Void
    ) {
        do throws(SystemError) {
            try SystemThread {
                // usleep counts in 32 bits of microseconds, which is little more than an hour.
                _ = poll(nil, 0, Int32(clamping: milliseconds))
                work()
            }.detach()
        } catch {
            work()
        }
    }

    /// Ends the process.
    ///
    /// - Parameter code: The exit code.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    /// A line goes out in one call where the system takes it whole, so that lines of several threads
    /// don't mix; a stream that nobody reads is no reason to stop.
    private static func write(_ line: String, to stream: Int32) {
        write(Array(line.utf8) + [UInt8(ascii: "\n")], to: stream)
    }

    @discardableResult
    private static func write(_ bytes: [UInt8], to stream: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                SystemCalls.retrying {
                    unsafe Glibc.write(
                        stream, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                }
            }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
