package import Groundwork

extension Timestamp {
    /// Reads a date of HTTP in any of its three formats (RFC 9110, section 5.6.7).
    ///
    /// These are `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994`. Names are compared with their case; whether the day of the week
    /// is that of the date isn't asked. A leap second counts as the one after it.
    ///
    /// - Parameters:
    ///   - text: The value of a field.
    ///   - now: The present, by which the century of a year of two digits is found.
    package init?(httpDate text: String, now: Timestamp = .now()) {
        let bytes = text.utf8Span.span
        guard let fields = HTTPDateFields(bytes, now: now),
            let date = CalendarDate(year: fields.year, month: fields.month, day: fields.day)
        else { return nil }
        let seconds = date.daysSinceEpoch * 86_400 + fields.secondOfDay
        self.init(milliseconds: Int64(seconds) * 1_000)
    }
}

/// The numbers of an HTTP date, before it is known whether there is such a day.
private struct HTTPDateFields {
    private(set) var year = 0
    private(set) var month = 0
    private(set) var day = 0
    private(set) var secondOfDay = 0

    /// Reads the numbers; nil when the bytes are in none of the formats.
    init?(_ bytes: Span<UInt8>, now: Timestamp) {
        guard bytes.count >= 24 else { return nil }
        let isRead =
            switch (bytes[3], bytes.count) {
            case (.comma, 29): readIMF(bytes)
            case (.space, 24): readAsctime(bytes)
            default: readRFC850(bytes, now: now)
            }
        guard isRead else { return nil }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    private mutating func readIMF(_ bytes: Span<UInt8>) -> Bool {
        Self.place(of: bytes, 0..<3, in: Self.weekdays) != nil
            && Self.isText(bytes, at: 3, ", ") && readDay(bytes, 5..<7)
            && Self.isText(bytes, at: 7, " ") && readMonth(bytes, 8..<11)
            && Self.isText(bytes, at: 11, " ") && readYear(bytes, 12..<16)
            && Self.isText(bytes, at: 16, " ") && readTime(bytes, at: 17)
            && Self.isText(bytes, at: 25, " GMT")
    }

    /// `Sun Nov  6 08:49:37 1994`.
    private mutating func readAsctime(_ bytes: Span<UInt8>) -> Bool {
        Self.place(of: bytes, 0..<3, in: Self.weekdays) != nil
            && readMonth(bytes, 4..<7) && Self.isText(bytes, at: 7, " ")
            && readDay(bytes, bytes[8] == .space ? 9..<10 : 8..<10)
            && Self.isText(bytes, at: 10, " ") && readTime(bytes, at: 11)
            && Self.isText(bytes, at: 19, " ") && readYear(bytes, 20..<24)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`.
    private mutating func readRFC850(_ bytes: Span<UInt8>, now: Timestamp) -> Bool {
        // All that follows the name of the day has one length.
        let comma = bytes.count - 24
        guard comma >= 6, Self.place(of: bytes, 0..<comma, in: Self.longWeekdays) != nil,
            Self.isText(bytes, at: comma, ", "), readDay(bytes, comma + 2..<comma + 4),
            Self.isText(bytes, at: comma + 4, "-"), readMonth(bytes, comma + 5..<comma + 8),
            Self.isText(bytes, at: comma + 8, "-"), readYear(bytes, comma + 9..<comma + 11),
            Self.isText(bytes, at: comma + 11, " "), readTime(bytes, at: comma + 12),
            Self.isText(bytes, at: comma + 20, " GMT")
        else { return false }
        // What would be more than 50 years ahead lies in the past.
        let present = Self.year(of: now)
        year += present / 100 * 100 + 100
        while year > present + 50 { year -= 100 }
        return true
    }

    private mutating func readDay(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let number = ASCII.number(bytes, range) else { return false }
        day = number
        return true
    }

    private mutating func readMonth(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let place = Self.place(of: bytes, range, in: Self.months) else { return false }
        month = place + 1
        return true
    }

    private mutating func readYear(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let number = ASCII.number(bytes, range) else { return false }
        year = number
        return true
    }

    private mutating func readTime(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        guard Self.isText(bytes, at: start + 2, ":"), Self.isText(bytes, at: start + 5, ":"),
            let hour = ASCII.number(bytes, start..<start + 2), hour < 24,
            let minute = ASCII.number(bytes, start + 3..<start + 5), minute < 60,
            let second = ASCII.number(bytes, start + 6..<start + 8), second <= 60
        else { return false }
        secondOfDay = (hour * 60 + minute) * 60 + second
        return true
    }

    /// The index of the name that a range of the bytes is; nil when it's none of them.
    private static func place(
        of bytes: Span<UInt8>, _ range: Range<Int>, in names: [String]
    ) -> Int? {
        names.firstIndex { $0.utf8.count == range.count && isText(bytes, at: range.lowerBound, $0) }
    }

    /// Whether the bytes hold a text at an offset.
    private static func isText(_ bytes: Span<UInt8>, at start: Int, _ text: String) -> Bool {
        let expected = text.utf8Span.span
        guard start + expected.count <= bytes.count else { return false }
        for index in expected.indices where bytes[start + index] != expected[index] {
            return false
        }
        return true
    }

    private static func year(of moment: Timestamp) -> Int {
        CalendarDate(daysSinceEpoch: Int(moment.milliseconds / 86_400_000))?.year ?? 1970
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longWeekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
