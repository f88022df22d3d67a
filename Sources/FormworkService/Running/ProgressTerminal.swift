internal import FormworkServer
internal import Groundwork
internal import System

/// What a person sees on standard error while many things are done: on a terminal also how many so far.
final class ProgressTerminal: Sendable {
    private let isWatched = ServiceProcess.isErrorTerminal
    private let things: String
    private let isCounting = Lock(false)

    /// After how many the number is written anew.
    private static let interval = 1_000

    /// Begins.
    ///
    /// - Parameter things: What is counted, such as `records`.
    init(_ things: String) {
        self.things = things
    }

    /// Takes the number of those that are done.
    ///
    /// - Parameter number: How many so far.
    func count(_ number: Int) {
        guard number.isMultiple(of: Self.interval) else { return }
        show(number)
    }

    /// Shows the number of those that are done.
    ///
    /// - Parameter number: How many so far.
    @Sendable func show(_ number: Int) {
        guard isWatched else { return }
        isCounting.withLock { $0 = true }
        ServiceProcess.writeError("\r\(number) \(things)")
    }

    /// Writes a line; what a file brought can't steer the terminal.
    ///
    /// - Parameter line: The line without its end.
    func report(_ line: String) {
        finish()
        ServiceProcess.writeErrorLine(TerminalText.shown(line))
    }

    /// Ends the line of the number.
    func finish() {
        let wasCounting = isCounting.withLock { isCounting in
            defer { isCounting = false }
            return isCounting
        }
        if wasCounting { ServiceProcess.writeError("\n") }
    }
}
