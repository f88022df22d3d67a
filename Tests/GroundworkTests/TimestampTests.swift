import Glibc
import Groundwork
import System
import TestSupport
import Testing

/// A moment in the texts that protocols and files write.
struct Moment: Sendable, CustomTestStringConvertible {
    let milliseconds: Int64
    let rfc3339: String
    let imfFixdate: String

    init(_ milliseconds: Int64, _ rfc3339: String, _ imfFixdate: String) {
        self.milliseconds = milliseconds
        self.rfc3339 = rfc3339
        self.imfFixdate = imfFixdate
    }

    var testDescription: String { rfc3339 }
}

@Suite struct `A timestamp` {
    @Test(arguments: [
        Moment(0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        Moment(-1, "1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
        Moment(784_111_777_000, "1994-11-06T08:49:37.000Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
        Moment(1_795_996_200_123, "2026-11-29T23:50:00.123Z", "Sun, 29 Nov 2026 23:50:00 GMT"),
        Moment(951_782_400_007, "2000-02-29T00:00:00.007Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
        Moment(-62_135_596_800_000, "0001-01-01T00:00:00.000Z", "Mon, 01 Jan 0001 00:00:00 GMT"),
        Moment(253_402_300_799_999, "9999-12-31T23:59:59.999Z", "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `is written by RFC 3339 and RFC 9110, and read again`(_ moment: Moment) {
        let timestamp = Timestamp(milliseconds: moment.milliseconds)
        #expect(timestamp.rfc3339 == moment.rfc3339)
        #expect(timestamp.imfFixdate == moment.imfFixdate)
        #expect(Timestamp(rfc3339: moment.rfc3339) == timestamp)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1970-01-01T00:00:01.5Z", 1_500),
        ("1970-01-01T00:00:00.12Z", 120), ("1970-01-01T00:00:00.123456789Z", 123),
        ("1970-01-01T02:00:00+02:00", 0), ("1969-12-31T18:30:00.001-05:30", 1),
        ("1970-01-01T00:00:00-00:00", 0), ("1970-01-01T23:59:59.999+23:59", 59_999),
    ])
    func `is read with any fraction and offset`(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01 00:00:00Z", "1970-01-01T00:00Z",
        "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z", "1990-12-31T23:59:60Z",
        "1970-02-30T00:00:00Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00.123",
        "1970-01-01T00:00:00,5Z", "1970-01-01T00:00:00+0200", "1970-01-01T00:00:00+02",
        "1970-01-01T00:00:00+24:00", "1970-01-01T00:00:00+00:60", "1970-01-01T00:00:00ZZ",
        "1970-01-01T00:00:00Z ", "1970-01-01T-1:00:00Z", "1970-01-01T00:00:+1Z",
        "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:00-00:01", "1970-01-01T00:00:00.5",
        "1970-01-01T00:00:00\u{e9}", "01970-01-01T00:00:00Z", "1970-01-01T00.00:00Z",
    ])
    func `is refused in any other form`(_ text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `stays within the years that RFC 3339 writes`() {
        #expect(Timestamp(milliseconds: .max).rfc3339 == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp(milliseconds: .min).rfc3339 == "0001-01-01T00:00:00.000Z")
    }

    @Test func `is ordered by time`() {
        #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
        #expect(Timestamp.now() > Timestamp(milliseconds: 1_700_000_000_000))
    }

    @Test func `appends its HTTP date to what is there`() {
        var bytes = Array("Date: ".utf8)
        Timestamp(milliseconds: 784_111_777_999).appendIMFFixdate(to: &bytes)
        #expect(bytes == Array("Date: Sun, 06 Nov 1994 08:49:37 GMT".utf8))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `agrees with the C library from the year 1000 on`(seed: UInt64) {
        var random = Seeded(seed)
        for _ in 0..<100 {
            let seconds = Int64.random(in: -30_610_224_000...253_402_300_799, using: &random)
            let timestamp = Timestamp(milliseconds: seconds * 1_000 + 7)
            #expect(timestamp.imfFixdate == text(seconds, "%a, %d %b %Y %H:%M:%S GMT"))
            #expect(timestamp.rfc3339 == text(seconds, "%Y-%m-%dT%H:%M:%S.007Z"))
            #expect(Timestamp(rfc3339: timestamp.rfc3339) == timestamp)
        }
    }

    /// What the C library writes for seconds since 1970.
    private func text(_ seconds: Int64, _ format: String) -> String {
        var time = time_t(seconds)
        var fields = unsafe tm()
        unsafe gmtime_r(&time, &fields)
        var buffer = [CChar](repeating: 0, count: 100)
        let count = unsafe strftime(&buffer, buffer.count, format, &fields)
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

@Suite struct `The monotonic clock` {
    @Test func `never goes back and counts milliseconds`() {
        let start = Clock.monotonicMilliseconds
        usleep(20_000)
        #expect(Clock.monotonicMilliseconds >= start + 20)
    }
}
