internal import CFormwork
internal import Glibc

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

    /// The number of this process.
    package static var number: Int { Int(getpid()) }

    /// The number of the user that it runs as.
    package static var user: UInt32 { geteuid() }

    /// Whether a person reads the standard output.
    package static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether a person reads the standard error.
    package static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    // A process has one standard output and one standard error.
    private static let output = LineQueue(STDOUT_FILENO)
    private static let errors = LineQueue(STDERR_FILENO)
    private static let isServing = Lock(false)

    /// Makes the process fit to open files and to write; nothing may be opened before.
    ///
    /// Standard streams that are closed lead nowhere from now on, so that no file gets their numbers. A
    /// write that nobody takes fails, rather than end the process.
    package static func prepare() {
        SystemCalls.ignoreSignalsOfWrites()
        SystemCalls.openStandardStreams()
    }

    /// Lets lines be written by threads of their own from now on, so that none of those that serve
    /// waits for a reader of the standard output or error.
    ///
    /// - Parameter notice: Makes the line, with its end, that tells standard output how many lines were
    ///   left out, because its reader was too slow.
    package static func writeLinesInBackground(
        notice: @escaping @Sendable (Int) -> [UInt8]
    ) {
        output.setNotice(notice)
        isServing.withLock { $0 = true }
    }

    /// Waits for lines that aren't written yet, for a second a stream at most.
    package static func finishLines() {
        output.finish()
        errors.finish()
    }

    /// Writes a line to standard output.
    ///
    /// - Parameter line: The line without its end.
    package static func writeLine(_ line: String) { write(Array("\(line)\n".utf8)) }

    /// Writes a line to standard error.
    ///
    /// - Parameter line: The line without its end.
    package static func writeErrorLine(_ line: String) {
        write(Array("\(line)\n".utf8), to: errors, STDERR_FILENO)
    }

    /// Writes whole lines to standard output.
    ///
    /// - Parameter lines: The lines with their ends.
    package static func write(_ lines: [UInt8]) { write(lines, to: output, STDOUT_FILENO) }

    /// Writes lines at once, or hands them to a thread of their own once the process serves.
    ///
    /// They go out in one call where the system takes them whole, so that those of several threads
    /// don't mix. A stream that nobody reads is no reason to stop.
    private static func write(_ lines: [UInt8], to queue: LineQueue, _ stream: Int32) {
        if isServing.withLock({ $0 }) {
            queue.add(lines)
        } else {
            _ = SystemCalls.writeAll(lines, to: stream)
        }
    }

    /// Writes bytes to standard output that must all arrive.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: `SystemError` where the system doesn't take them, such as on a full disk.
    package static func writeOutput(_ bytes: [UInt8]) throws(SystemError) {
        guard SystemCalls.writeAll(bytes, to: STDOUT_FILENO) == bytes.count else {
            throw SystemError(call: "write", code: errno)
        }
    }

    /// Writes to standard error as it is.
    ///
    /// - Parameter text: The text.
    package static func writeError(_ text: String) {
        _ = SystemCalls.writeAll(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Lets only the owner read and write what the process makes from now on, and leaves no memory
    /// behind on disk when the process crashes.
    package static func keepFilesPrivate() {
        _ = umask(0o077)
        SystemCalls.forbidCoreDumps()
    }

    /// Whether the seeds of hashes are known to everybody, so that a client can choose what collides.
    package static var hashesPredictably: Bool {
        variable("SWIFT_DETERMINISTIC_HASHING") != nil
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

    /// Ends the process, after lines that aren't written yet.
    ///
    /// - Parameter code: The exit code.
    package static func exit(_ code: Int32) -> Never {
        finishLines()
        Glibc.exit(code)
    }
}
