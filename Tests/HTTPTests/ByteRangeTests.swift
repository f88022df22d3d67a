import FormworkHTTP
import Testing

@Suite struct ByteRangeTests {
    @Test(
        "Row 124, B13: a range is cut to what is there",
        arguments: [
            ("bytes=0-8", 0..<9), ("bytes=990-", 990..<1000), ("bytes=-10", 990..<1000),
            ("bytes=990-1990", 990..<1000), ("bytes=0-0", 0..<1), ("bytes=-1", 999..<1000),
            ("bytes=0-9223372036854775807", 0..<1000), ("bytes=0-9223372036854775808", 0..<1000),
            ("bytes=0-99999999999999999999999999", 0..<1000), ("bytes=-1000", 0..<1000),
            ("bytes=-9223372036854775807", 0..<1000), ("bytes=-99999999999999999999", 0..<1000),
            ("bytes=999-999", 999..<1000), ("bytes=0-999", 0..<1000), ("bytes=0000-0008", 0..<9),
            ("BYTES=0-8", 0..<9), ("bytes= 0-8 ", 0..<9), ("bytes=\t0-8", 0..<9),
            ("bytes=,0-8", 0..<9), ("bytes=0-8 , ,", 0..<9),
        ])
    func parts(text: String, expected: Range<Int>) throws {
        let range = try #require(ByteRange(text))
        #expect(range.resolved(in: 1000) == expected)
    }

    @Test(
        "Row 125, B13: a range of nothing can't be met",
        arguments: [
            "bytes=1000-", "bytes=2000-3000", "bytes=-0", "bytes=9223372036854775807-",
            "bytes=9223372036854775808-", "bytes=9223372036854775807-9223372036854775807",
            "bytes=99999999999999999999-", "bytes=1000-1000",
        ])
    func unsatisfiable(text: String) throws {
        let range = try #require(ByteRange(text))
        #expect(range.resolved(in: 1000) == nil)
        #expect(range.resolved(in: 0) == nil)
    }

    @Test(
        "Rows 126, 127, B13: what isn't one range of bytes asks for the whole",
        arguments: [
            "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=x-y", "bytes=5-2", "items=0-1",
            "bytes=-1-10", "bytes=--1", "bytes=1--2", "bytes=1-2-3", "bytes=+1-2", "bytes=1",
            "bytes=0x1-2", "bytes=1.0-2", "bytes=1 -2", "bytes=1- 2", "bytes=1-2 3", "bytes 0-1",
            "bytes:0-1", "bytes =0-1", "bytes=\u{661}-\u{662}", "bytes=0-1;2-3",
            "bytes=0-1,2-3", "bytes=0-1,0-1", "bytes=0-,-1", "bytes=0-8,x", "bytes=x,0-8",
            "bytes=0-8, bytes=0-8", "bytes=2000-,0-8",
        ])
    func whole(text: String) {
        #expect(ByteRange(text) == nil)
    }

    @Test("Row 127: a hundred thousand ranges are given up at the second")
    func many() {
        #expect(ByteRange("bytes=" + String(repeating: "0-0,", count: 100_000)) == nil)
        #expect(ByteRange("bytes=0-" + String(repeating: "9", count: 1_000_000)) != nil)
    }

    @Test("A suffix of nothing is nothing, and its bounds stay within any length")
    func suffix() {
        #expect(ByteRange.suffix(1).resolved(in: 0) == nil)
        #expect(ByteRange.suffix(.max).resolved(in: .max) == 0..<Int.max)
        #expect(ByteRange.from(first: 0, last: .max).resolved(in: .max) == 0..<Int.max)
        #expect(ByteRange.from(first: .max, last: .max).resolved(in: .max) == nil)
        #expect(ByteRange.from(first: .max - 1, last: nil).resolved(in: .max)?.count == 1)
    }
}
