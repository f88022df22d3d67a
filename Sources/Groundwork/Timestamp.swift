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

    /// Whether the left moment is earlier.
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// 0001-01-01T00:00:00.000Z.
    private static let first: Int64 = -62_135_596_800_000
    /// 9999-12-31T23:59:59.999Z.
    private static let last: Int64 = 253_402_300_799_999
}

extension Timestamp {
    /// The moment as `2026-11-29T23:50:00.123Z` (RFC 3339).
    package var rfc3339: String {
        let fields = fields
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        ASCII.append(fields.date.year, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        ASCII.append(fields.date.month, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        ASCII.append(fields.date.day, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        fields.appendTime(to: &bytes)
        bytes.append(UInt8(ascii: "."))
        ASCII.append(fields.millisecond % 1_000, digits: 3, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The moment as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    package var imfFixdate: String {
        var bytes: [UInt8] = []
        appendIMFFixdate(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the 29 bytes of the IMF-fixdate (RFC 9110, section 5.6.7).
    package func appendIMFFixdate(to output: inout [UInt8]) {
        let fields = fields
        output.append(contentsOf: Self.weekdays[fields.weekday].utf8)
        output.append(contentsOf: ", ".utf8)
        ASCII.append(fields.date.day, digits: 2, to: &output)
        output.append(UInt8(ascii: " "))
        output.append(contentsOf: Self.months[fields.date.month - 1].utf8)
        output.append(UInt8(ascii: " "))
        ASCII.append(fields.date.year, digits: 4, to: &output)
        output.append(UInt8(ascii: " "))
        fields.appendTime(to: &output)
        output.append(contentsOf: " GMT".utf8)
    }

    /// The days of the week from Sunday on.
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension Timestamp {
    /// Reads a date and time of RFC 3339 with any offset; nil when it is none or no such day exists.
    ///
    /// Digits beyond the millisecond are dropped. A leap second is refused, since nothing here
    /// could write it again.
    package init?(rfc3339 text: String) {
        let bytes = text.utf8Span.span
        guard bytes.count >= 20, let date = CalendarDate(parsing: bytes.extracting(0..<10)),
            bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let hour = ASCII.number(bytes, 11..<13), hour < 24,
            let minute = ASCII.number(bytes, 14..<16), minute < 60,
            let second = ASCII.number(bytes, 17..<19), second < 60
        else { return nil }
        var position = 19
        guard let millisecond = Self.fraction(bytes, &position),
            let offset = Self.offset(bytes, position)
        else { return nil }
        let minutes = (date.daysSinceEpoch * 24 + hour) * 60 + minute - offset
        let milliseconds = Int64((minutes * 60 + second) * 1_000 + millisecond)
        self.init(milliseconds: milliseconds)
        guard self.milliseconds == milliseconds else { return nil }
    }

    /// Passes a fraction of a second, if there is one, and gives its milliseconds.
    private static func fraction(_ bytes: Span<UInt8>, _ position: inout Int) -> Int? {
        guard bytes[position] == UInt8(ascii: ".") else { return 0 }
        position += 1
        let start = position
        while position < bytes.count, ASCII.isDigit(bytes[position]) { position += 1 }
        let digits = min(position - start, 3)
        guard let number = ASCII.number(bytes, start..<start + digits) else { return nil }
        return [100, 10, 1][digits - 1] * number
    }

    /// The minutes of the offset that fills the rest of the text.
    private static func offset(_ bytes: Span<UInt8>, _ position: Int) -> Int? {
        if bytes.count == position + 1, bytes[position] | 0x20 == UInt8(ascii: "z") { return 0 }
        guard bytes.count == position + 6, bytes[position + 3] == UInt8(ascii: ":"),
            let hours = ASCII.number(bytes, position + 1..<position + 3), hours < 24,
            let minutes = ASCII.number(bytes, position + 4..<position + 6), minutes < 60
        else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }
}

extension Timestamp {
    /// Day and time of day.
    private struct Fields {
        let date: CalendarDate
        /// Days since Sunday.
        let weekday: Int
        /// Milliseconds since midnight.
        let millisecond: Int

        func appendTime(to output: inout [UInt8]) {
            let second = millisecond / 1_000
            ASCII.append(second / 3_600, digits: 2, to: &output)
            output.append(UInt8(ascii: ":"))
            ASCII.append(second / 60 % 60, digits: 2, to: &output)
            output.append(UInt8(ascii: ":"))
            ASCII.append(second % 60, digits: 2, to: &output)
        }
    }

    private var fields: Fields {
        let dayLength: Int64 = 86_400_000
        var (day, millisecond) = milliseconds.quotientAndRemainder(dividingBy: dayLength)
        if millisecond < 0 {
            day -= 1
            millisecond += dayLength
        }
        guard let date = CalendarDate(daysSinceEpoch: Int(day)) else {
            preconditionFailure("a timestamp stays within the years 1 to 9999")
        }
        // 1970-01-01 was a Thursday.
        let weekday = Int((day + 4) % 7 + 7) % 7
        return Fields(date: date, weekday: weekday, millisecond: Int(millisecond))
    }
}
