/// A day of the Gregorian calendar, without time or zone, in the years 1 to 9999.
///
/// The calendar is extended backwards to year 1 (proleptic), as HTML's date fields and ISO 8601 do.
public struct CalendarDate: Sendable, Hashable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Takes a day that exists; nil otherwise.
    ///
    /// - Parameters:
    ///   - year: 1 to 9999.
    ///   - month: 1 to 12.
    ///   - day: 1 to the length of the month.
    public init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1,
            day <= Self.length(ofMonth: month, year: year)
        else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    private init(uncheckedYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// How many days a month has.
    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate {
    /// Days from 1970-01-01, negative before it.
    package var daysSinceEpoch: Int {
        // Years that begin in March put the leap day last, so that a month's first day follows
        // from its number alone.
        let year = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let daysBeforeYear = 365 * year + year / 4 - year / 100 + year / 400
        return daysBeforeYear + dayOfYear - Self.epochDay
    }

    /// The day that it is in UTC by the clock of the machine.
    package static var today: CalendarDate {
        let milliseconds = Timestamp.now().milliseconds
        let day = Int((Double(milliseconds) / 86_400_000).rounded(.down))
        return CalendarDate(daysSinceEpoch: day) ?? .latest
    }

    /// The day so many days after 1970-01-01; nil outside the years 1 to 9999.
    package init?(daysSinceEpoch: Int) {
        guard Self.firstDay...Self.lastDay ~= daysSinceEpoch else { return nil }
        let days = daysSinceEpoch + Self.epochDay
        let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            uncheckedYear: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Days from 0000-03-01 to 1970-01-01.
    private static let epochDay = 719_468
    /// 0001-01-01.
    private static let firstDay = -719_162
    /// 9999-12-31.
    private static let lastDay = 2_932_896
}

extension CalendarDate: Comparable {
    /// Whether the left day is earlier.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: CustomStringConvertible {
    /// Reads `YYYY-MM-DD` and nothing else; nil when it isn't a day that exists.
    public init?(_ text: String) {
        self.init(parsing: text.utf8Span.span)
    }

    /// Reads `YYYY-MM-DD` and nothing else from its bytes; nil when it isn't a day that exists.
    package init?(parsing bytes: Span<UInt8>) {
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = ASCII.number(bytes, 0..<4),
            let month = ASCII.number(bytes, 5..<7),
            let day = ASCII.number(bytes, 8..<10)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day as `YYYY-MM-DD`.
    public var description: String {
        var bytes: [UInt8] = []
        ASCII.append(year, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        ASCII.append(month, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        ASCII.append(day, digits: 2, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension CalendarDate: ExpressibleByStringLiteral {
    /// Takes a day written in the source, such as `"1815-12-23"`; stops the program when there is none.
    public init(stringLiteral value: String) {
        guard let date = CalendarDate(parsing: value.utf8Span.span) else {
            preconditionFailure("\"\(value)\" is no day in the form YYYY-MM-DD")
        }
        self = date
    }

    /// The first day of year 1.
    public static let earliest: CalendarDate = "0001-01-01"
    /// The last day of year 9999.
    public static let latest: CalendarDate = "9999-12-31"
}
