internal import System

/// A moment in UTC to the millisecond, in the years 1 to 9999.
package struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z, negative before it.
    package let milliseconds: Int64

    /// Takes milliseconds since 1970-01-01T00:00:00Z, brought into the years 1 to 9999.
    package init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.first), Self.last)
    }

    /// The present by the clock of the machine, which can be set back.
    package static func now() -> Timestamp {
        Timestamp(milliseconds: Clock.milliseconds)
    }

    /// Whether the left moment comes first.
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// 0001-01-01T00:00:00.000Z.
    private static let first: Int64 = -62_135_596_800_000
    /// 9999-12-31T23:59:59.999Z.
    private static let last: Int64 = 253_402_300_799_999
}
