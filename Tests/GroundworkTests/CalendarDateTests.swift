import Groundwork
import Testing

@Suite struct `A calendar date` {
    @Test(arguments: [
        "0001-01-01", "0999-12-31", "1600-02-29", "1970-01-01", "2000-02-29", "2024-02-29",
        "2026-11-30", "9999-12-31",
    ])
    func `is written as it is read`(_ text: String) {
        #expect(CalendarDate(text)?.description == text)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-3", "26-11-30", "2026-1-30", "12026-11-30", "2026/11/30",
        "2026-11-30 ", " 2026-11-30", "+026-11-30", "-026-11-30", "2026-+1-30", "20261130",
        "2026-11-30T00:00", "2026-W48-1", "0000-01-01", "2026-00-01", "2026-13-01", "2026-11-00",
        "2026-11-31", "2026-02-29", "1900-02-29", "2100-02-29", "2026-01-32", "2026-11-3\u{661}",
        "2026\u{2010}11-0", "2026-11\0-3", "2026-ab-01",
    ])
    func `is refused in any other form or where no such day exists`(_ text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test func `can be written in the source, where such a day exists`() async {
        #expect(("1815-12-23" as CalendarDate).description == "1815-12-23")
        #expect(CalendarDate.earliest == CalendarDate(year: 1, month: 1, day: 1))
        #expect(CalendarDate.latest == CalendarDate(year: 9_999, month: 12, day: 31))
        await #expect(processExitsWith: .failure) {
            _ = "1815-02-29" as CalendarDate
        }
    }

    @Test(arguments: [
        (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (2026, 1, 0),
        (2023, 2, 29), (.max, .max, .max), (.min, .min, .min), (2026, 1, .min),
    ])
    func `of parts out of range doesn't exist`(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [
        ("1970-01-01", 0), ("1970-01-02", 1), ("1969-12-31", -1), ("2000-03-01", 11_017),
        ("0001-01-01", -719_162), ("9999-12-31", 2_932_896), ("2026-11-30", 20_787),
    ])
    func `knows its distance from 1970`(text: String, days: Int) {
        #expect(CalendarDate(text)?.daysSinceEpoch == days)
        #expect(CalendarDate(daysSinceEpoch: days)?.description == text)
    }

    @Test(arguments: [-719_163, 2_932_897, .min, .max])
    func `isn't there beyond the years 1 to 9999`(days: Int) {
        #expect(CalendarDate(daysSinceEpoch: days) == nil)
    }

    @Test func `follows the one before, on every day from 1600 to 2400`() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var days = try #require(CalendarDate(year: 1600, month: 1, day: 1)).daysSinceEpoch
        var previous = CalendarDate(daysSinceEpoch: days - 1)
        var wrong: [CalendarDate?] = []
        for year in 1600...2400 {
            let isLeap = year.isMultiple(of: 400) || (year % 4 == 0 && year % 100 != 0)
            for month in 1...12 {
                for day in 1...(isLeap && month == 2 ? 29 : lengths[month - 1]) {
                    let date = CalendarDate(year: year, month: month, day: day)
                    let isRight =
                        date?.daysSinceEpoch == days && CalendarDate(daysSinceEpoch: days) == date
                        && date.flatMap { CalendarDate($0.description) } == date
                        && previous.flatMap { earlier in date.map { earlier < $0 } } == true
                    if !isRight { wrong.append(date) }
                    previous = date
                    days += 1
                }
            }
        }
        #expect(wrong == [])
        #expect(previous?.description == "2400-12-31")
    }

    @Test func `of every day of 400 years comes back from its number`() {
        let years = -719_162...(-719_162 + 146_097)
        #expect(years.allSatisfy { CalendarDate(daysSinceEpoch: $0)?.daysSinceEpoch == $0 })
    }
}
