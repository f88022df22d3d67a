internal import Glibc

/// The clocks of the machine.
package enum Clock {
    /// Milliseconds since 1970, UTC, which can be set back.
    package static var milliseconds: Int64 { read(CLOCK_REALTIME) / 1_000_000 }
    /// Milliseconds that only go forward, for deadlines; their zero means nothing.
    package static var monotonicMilliseconds: Int64 { read(CLOCK_MONOTONIC) / 1_000_000 }
    /// Microseconds that only go forward.
    package static var monotonicMicroseconds: Int64 { read(CLOCK_MONOTONIC) / 1_000 }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
