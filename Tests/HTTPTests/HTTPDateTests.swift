import FormworkHTTP
import Groundwork
import Testing

@Suite struct HTTPDateTests {
    private static let now = Timestamp(rfc3339: "2026-11-30T12:00:00Z") ?? Timestamp.now()

    private func read(_ text: String, now: Timestamp = now) -> String? {
        Timestamp(httpDate: text, now: now)?.rfc3339
    }

    @Test(
        "A date is read in each of the three formats",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
            ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37.000Z"),
            ("Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37.000Z"),
            ("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00.000Z"),
            ("Wed, 31 Dec 1969 23:59:59 GMT", "1969-12-31T23:59:59.000Z"),
            ("Thu, 29 Feb 2024 23:59:59 GMT", "2024-02-29T23:59:59.000Z"),
            ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00.000Z"),
            ("Mon, 01 Jan 0001 00:00:00 GMT", "0001-01-01T00:00:00.000Z"),
            ("Fri, 31 Dec 9999 23:59:60 GMT", "9999-12-31T23:59:59.999Z"),
            // Clients count days of the week in error; what is meant is plain all the same.
            ("Mon, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
            ("Wednesday, 01-Jul-26 00:00:00 GMT", "2026-07-01T00:00:00.000Z"),
        ])
    func formats(text: String, expected: String) {
        #expect(read(text) == expected)
    }

    @Test(
        "A year of two digits is at most 50 years ahead",
        arguments: [
            ("76", 2026, 2076), ("77", 2026, 1977), ("26", 2026, 2026), ("00", 2026, 2000),
            ("00", 1999, 2000), ("49", 1999, 2049), ("50", 1999, 1950), ("99", 2100, 2099),
            ("50", 2100, 2150), ("51", 2100, 2051),
        ])
    func century(digits: String, present: Int, expected: Int) throws {
        let now = try #require(Timestamp(rfc3339: "\(present)-06-01T00:00:00Z"))
        let text = read("Monday, 01-Mar-\(digits) 00:00:00 GMT", now: now)
        #expect(text == "\(expected)-03-01T00:00:00.000Z")
    }

    @Test(
        "What is written is read again",
        arguments: [
            -62_135_596_800_000, -1_000, 0, 951_782_400_000, 253_402_300_799_000,
        ] as [Int64])
    func roundTrip(milliseconds: Int64) {
        let moment = Timestamp(milliseconds: milliseconds)
        #expect(Timestamp(httpDate: moment.imfFixdate) == moment)
    }

    @Test("Whatever one byte of a date is changed to, and wherever it ends, nothing traps")
    func changed() {
        for date in [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            var read = 0
            for index in date.utf8.indices {
                let before = date[..<index]
                #expect(self.read(String(before)) == nil)
                for byte in UInt8(0x20)...0x7E {
                    let rest = date[index...].dropFirst()
                    let text = before + String(Unicode.Scalar(byte)) + rest
                    if self.read(String(text)) != nil { read += 1 }
                }
            }
            // At least each byte as it was, and most digits.
            #expect(read > date.utf8.count && read < date.utf8.count * 10)
        }
    }

    @Test(
        "What is in none of the formats is no date",
        arguments: [
            "", "x", "Sun", "0", "1994-11-06T08:49:37Z", "784111777",
            "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 GMT",
            "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 gmt", "Sux, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nox 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
            "Sun, 29 Feb 2023 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 8:49:370 GMT", "Sun, 06 Nov +994 08:49:37 GMT",
            "Sunday, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sun, 06-Nov-94 08:49:37 GMT", "Someday, 06-Nov-94 08:49:37 GMT",
            "Sunday, 31-Feb-94 08:49:37 GMT", "Sunday,  6-Nov-94 08:49:37 GMT",
            "Sun Nov 06 08:49:37 94", "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT",
            "Sun Nov    08:49:37 1994", "Sun Nov 60 08:49:37 1994",
            "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
            "S\u{FC}n, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GM\u{212A}",
            "Sun, \u{661}\u{662} Nov 1994 08:49:37 GMT",
        ])
    func refused(text: String) {
        #expect(read(text) == nil)
    }
}
