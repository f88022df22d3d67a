internal import Glibc

/// Lines on their way to a stream, written by a thread of their own, so that a reader that stalls holds
/// nobody up.
///
/// The queue is bounded. Lines that don't fit are left out and counted, and the stream is told how many
/// once it takes lines again.
final class LineQueue: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// Whether the thread has taken bytes that aren't written yet.
        var isWriting = false
        var leftOut = 0
        var thread: SystemThread?
        var notice: @Sendable (Int) -> [UInt8] = { Array("\($0) lines left out\n".utf8) }
    }

    /// The most bytes that wait.
    static let capacity = 1 << 20
    /// The longest that ``finish()`` waits, in milliseconds.
    private static let patience: Int64 = 1_000

    private let stream: Int32
    private let state = Lock(State())
    /// Signalled when bytes wait for the thread.
    private let wakeup: Wakeup?

    /// Makes an empty queue.
    ///
    /// - Parameter stream: The descriptor of the stream, which stays open.
    init(_ stream: Int32) {
        self.stream = stream
        wakeup = try? Wakeup()
    }

    /// Chooses how the stream is told of lines that were left out.
    ///
    /// - Parameter notice: Makes the line, with its end, of their number.
    func setNotice(_ notice: @escaping @Sendable (Int) -> [UInt8]) {
        state.withLock { $0.notice = notice }
    }

    /// Adds whole lines; they are written soon, or left out when too many wait.
    ///
    /// - Parameter lines: The lines with their ends.
    func add(_ lines: [UInt8]) {
        state.withLock { state in
            guard lines.count <= Self.capacity - state.bytes.count, hasThread(&state) else {
                state.leftOut += Self.count(lines[...])
                return
            }
            state.bytes += lines
        }
        wakeup?.signal()
    }

    /// Waits until everything is written, for a second at most: a reader that stalls keeps no process
    /// from ending.
    func finish() {
        let end = Clock.monotonicMilliseconds + Self.patience
        while state.withLock({ $0.isWriting || !$0.bytes.isEmpty }),
            Clock.monotonicMilliseconds < end
        {
            _ = poll(nil, 0, 1)
        }
    }

    private func hasThread(_ state: inout sending State) -> Bool {
        if state.thread != nil { return true }
        guard let wakeup else { return false }
        state.thread = try? SystemThread { [self] in
            while true {
                _ = SystemCalls.waitReadable(wakeup.number, -1, milliseconds: -1)
                wakeup.clear()
                while let (bytes, told) = take(), write(bytes, telling: told) {}
            }
        }
        return state.thread != nil
    }

    /// Takes all that waits, and behind it how many lines were left out; nil when there is nothing.
    private func take() -> (bytes: [UInt8], leftOut: Int)? {
        state.withLock { state in
            var bytes = exchange(&state.bytes, with: [])
            let leftOut = exchange(&state.leftOut, with: 0)
            if leftOut > 0 { bytes += state.notice(leftOut) }
            state.isWriting = !bytes.isEmpty
            return bytes.isEmpty ? nil : (bytes, leftOut)
        }
    }

    /// Writes what was taken, and tells whether the stream took it.
    ///
    /// A stream that fails is no reason to stop. It is tried again with the next line.
    private func write(_ bytes: [UInt8], telling told: Int) -> Bool {
        let written = SystemCalls.writeAll(bytes, to: stream)
        guard written < bytes.count else { return true }
        state.withLock { state in
            // The last line is the one that tells of those that were left out.
            state.leftOut += told + Self.count(bytes[written...]) - (told > 0 ? 1 : 0)
            state.isWriting = false
        }
        return false
    }

    private static func count(_ lines: ArraySlice<UInt8>) -> Int {
        lines.count { $0 == UInt8(ascii: "\n") }
    }
}
