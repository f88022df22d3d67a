import Groundwork
import System

/// The time of one turn of a loop, and the `Date` line that goes with it.
struct LoopClock {
    /// Milliseconds of a clock that never goes back.
    private(set) var now: Int64
    /// `Date: …` with its line end, made once a second (RFC 9110, section 6.6.1).
    private(set) var dateLine: [UInt8] = []
    private var dateEnds: Int64

    /// Reads the time.
    init() {
        now = Clock.monotonicMilliseconds
        dateEnds = now
        writeDate()
    }

    /// Reads the time anew.
    mutating func refresh() {
        now = Clock.monotonicMilliseconds
        if now >= dateEnds { writeDate() }
    }

    private mutating func writeDate() {
        let moment = Timestamp.now()
        dateLine.removeAll(keepingCapacity: true)
        dateLine.append(contentsOf: "Date: ".utf8)
        moment.appendIMFFixdate(to: &dateLine)
        dateLine.append(contentsOf: "\r\n".utf8)
        let milliseconds = moment.milliseconds % 1000
        dateEnds = now + 1000 - (milliseconds < 0 ? milliseconds + 1000 : milliseconds)
    }
}
