import Groundwork
import System

/// The time of one turn of a loop, and the `Date` line of that time.
struct LoopClock {
    /// The monotonic time in milliseconds.
    private(set) var now: Int64
    /// `Date: …` with its line end, made once a second (RFC 9110, section 6.6.1).
    private(set) var dateLine: [UInt8] = []
    private var dateEnds: Int64
    private let milliseconds: @Sendable () -> Int64
    private let timestamp: @Sendable () -> Timestamp

    /// Reads the monotonic clock and the date.
    init(
        milliseconds: @escaping @Sendable () -> Int64 = { Clock.monotonicMilliseconds },
        timestamp: @escaping @Sendable () -> Timestamp = Timestamp.now
    ) {
        (self.milliseconds, self.timestamp) = (milliseconds, timestamp)
        now = milliseconds()
        dateEnds = now
        writeDate()
    }

    /// Reads the time anew.
    mutating func refresh() {
        now = milliseconds()
        if now >= dateEnds { writeDate() }
    }

    private mutating func writeDate() {
        let moment = timestamp()
        dateLine.removeAll(keepingCapacity: true)
        dateLine.append(contentsOf: "Date: ".utf8)
        moment.appendIMFFixdate(to: &dateLine)
        dateLine.append(contentsOf: "\r\n".utf8)
        let passed = moment.milliseconds % 1000
        dateEnds = now + 1000 - (passed < 0 ? passed + 1000 : passed)
    }
}
