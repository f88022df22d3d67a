internal import FormworkServer
internal import Groundwork
internal import System

/// Standard error as a person watches it during a long task: lines, and on a terminal a running count.
final class ProgressTerminal: Sendable {
    private let isWatched = ServiceProcess.isErrorTerminal
    private let things: String
    private let isCounting = Lock(false)

    /// The count is written at each multiple of this number.
    private static let interval = 1_000

    /// Prepares a count.
    ///
    /// - Parameter things: What is counted, such as `records`.
    init(_ things: String) {
        self.things = things
    }

    /// Shows a count now and then: to be called with each number.
    func count(_ number: Int) {
        guard number.isMultiple(of: Self.interval) else { return }
        show(number)
    }

    /// Shows a count.
    @Sendable func show(_ number: Int) {
        guard isWatched else { return }
        isCounting.withLock { $0 = true }
        ServiceProcess.writeError("\r\(number) \(things)")
    }

    /// Writes a line with its control characters escaped, since it may quote a file.
    func report(_ line: String) {
        endCount()
        ServiceProcess.writeErrorLine(TerminalText.shown(line))
    }

    /// Ends the line that shows the count.
    func endCount() {
        let wasCounting = isCounting.withLock { isCounting in
            defer { isCounting = false }
            return isCounting
        }
        if wasCounting { ServiceProcess.writeError("\n") }
    }
}
