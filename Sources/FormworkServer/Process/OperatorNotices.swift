import Groundwork
import System

/// Messages for the operator on standard error; the same message at most once a minute.
package final class OperatorNotices: Sendable {
    private static let interval: Int64 = 60_000
    /// The most different things of a minute.
    private static let most = 100

    private let told = Lock<[RawText: Int64]>([:])

    /// Begins with nothing told.
    package init() {}

    /// Tells something, unless it was told within the last minute.
    ///
    /// - Parameter line: The line without its end.
    package func tell(_ line: String) {
        let now = Clock.monotonicMilliseconds
        let isNew = told.withLock { told in
            let key = RawText(line)
            if let since = told[key], now - since < Self.interval { return false }
            if told.count >= Self.most { told = told.filter { now - $0.value < Self.interval } }
            guard told.count < Self.most else { return false }
            told[key] = now
            return true
        }
        if isNew { ServiceProcess.writeErrorLine(line) }
    }
}
