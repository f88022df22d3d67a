import Groundwork
import TestSupport
import Testing

/// A text and the rows that are read from it, written as `line:cell|cell`, with `!` before a fault.
struct CSVCase: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let rows: [String]

    init(_ text: String, _ rows: [String]) {
        self.init(Array(text.utf8), rows)
    }

    init(_ bytes: [UInt8], _ rows: [String]) {
        (self.bytes, self.rows) = (bytes, rows)
    }

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
}

private let readable = [
    CSVCase("", []), CSVCase("\n\r\n\n", []), CSVCase("\u{FEFF}", []),
    CSVCase("a,b\r\nc,d\r\n", ["1:a|b", "2:c|d"]), CSVCase("a,b\nc,d", ["1:a|b", "2:c|d"]),
    CSVCase("\u{FEFF}a,b\n", ["1:a|b"]), CSVCase("\u{FEFF}\"a\",b\n", ["1:a|b"]),
    CSVCase("a\u{FEFF}\n", ["1:a\u{FEFF}"]), CSVCase("\u{FEA0},b", ["1:\u{FEA0}|b"]),
    CSVCase("\"a,b\",\"c\"\"d\"\n", ["1:a,b|c\"d"]), CSVCase("\"\"\"\"", ["1:\""]),
    CSVCase("\"\"\n", ["1:"]), CSVCase(",\n", ["1:|"]), CSVCase(",", ["1:|"]),
    CSVCase("\"a\r\nb\nc\",d\r\ne,f\r\n", ["1:a\r\nb\nc|d", "4:e|f"]),
    CSVCase("a\rb,\r\n\nc\r", ["1:a\rb|", "3:c\r"]), CSVCase(" a , b ", ["1: a | b "]),
    CSVCase("a,b,c\nd\n", ["1:a|b|c", "2:d"]),
    CSVCase("'=1,'a,''=1,'\n", ["1:=1|'a|'=1|'"]),
]

private let faulty = [
    CSVCase("a\"b,c\nd,e\n", ["1!a\"b|c strayQuote", "2:d|e"]),
    CSVCase("\"a\"b,c\nd,e\n", ["1!ab|c textBehindQuote", "2:d|e"]),
    CSVCase("\"a\" ,c\n", ["1!a |c textBehindQuote"]),
    CSVCase("\"a\"\rb\n", ["1!a\rb textBehindQuote"]),
    CSVCase("a,b\nc,\"d\n\n", ["1:a|b", "2!c|d\n\n openQuote"]),
    CSVCase([0x61, 0xFF, 0x0A, 0x62], ["1! encoding", "2:b"]),
    CSVCase([0xEF, 0xBB], ["1! encoding"]),
    CSVCase("12345678901234567\nx\n", ["1! tooLong", "2:x"]),
    CSVCase(",,,,,,,,,,,,,,,,,,\nx\n", ["1!\(String(repeating: "|", count: 15)) tooLong", "2:x"]),
    CSVCase("\"12345678901234567\n", ["1! tooLong"]),
]

@Suite struct `CSV` {
    private static func read(_ bytes: [UInt8], pieces: Int) -> [String] {
        var reader = CSVReader(longest: 16)
        var rows: [String] = []
        func drain() {
            while let row = reader.next() {
                let cells = row.cells.map(\.unbounded).joined(separator: "|")
                rows.append(
                    row.fault.map { "\(row.line)!\(cells) \(Self.name($0))" }
                        ?? "\(row.line):\(cells)")
            }
        }
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            reader.append(Array(bytes[start..<min(start + pieces, bytes.count)]))
            drain()
        }
        reader.finish()
        drain()
        return rows
    }

    private static func name(_ fault: CSVReader.Fault) -> String {
        switch fault {
        case .strayQuote: "strayQuote"
        case .textBehindQuote: "textBehindQuote"
        case .openQuote: "openQuote"
        case .encoding: "encoding"
        case .tooLong: "tooLong"
        }
    }

    @Test(arguments: readable + faulty)
    func `is read however it is cut`(_ given: CSVCase) {
        for pieces in [1, 2, 3, 5, 1_000] {
            #expect(Self.read(given.bytes, pieces: pieces) == given.rows, "\(pieces)")
        }
    }

    @Test(arguments: [
        (["a", "b"], "a,b\r\n"), ([""], "\"\"\r\n"), (["", ""], ",\r\n"),
        (["a,b", "c\"d", "e\nf", "g\rh", " i "], "\"a,b\",\"c\"\"d\",\"e\nf\",\"g\rh\", i \r\n"),
        (["=1+1", "+1", "-1", "@a", "\tb", "\0c"], "'=1+1,'+1,'-1,'@a,'\tb,'\0c\r\n"),
        (["\r=1"], "\"'\r=1\"\r\n"), (["'=1", "''-1", "'a", "'"], "''=1,'''-1,'a,'\r\n"),
        (["=\"a\",b"], "\"'=\"\"a\"\",b\"\r\n"), (["a=1", "1-1"], "a=1,1-1\r\n"),
    ])
    func `is written so that no cell is a formula, and reads back`(cells: [String], text: String) {
        var bytes: [UInt8] = []
        CSVWriter.write(cells, into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        var reader = CSVReader(longest: 1_000)
        reader.append(bytes)
        reader.finish()
        let row = reader.next()
        #expect(row?.cells.map(\.unbounded) == cells)
        #expect(row?.fault == nil)
        #expect(reader.next() == nil)
    }

    @Test func `comes back from any cells`() {
        var random = Seeded(7)
        let alphabet = Array("'=+-@\t\r\n\",a\u{E9}\u{FEFF}")
        for _ in 0..<2_000 {
            let rows = (0..<3).map { _ in
                (0..<3).map { _ in
                    String(
                        (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
                            alphabet.randomElement(using: &random)
                        })
                }
            }
            var bytes: [UInt8] = []
            CSVWriter.write(["x"], into: &bytes)
            for row in rows { CSVWriter.write(row, into: &bytes) }
            var reader = CSVReader(longest: 1_000)
            reader.append(bytes)
            reader.finish()
            #expect(reader.next()?.cells == ["x"])
            for row in rows { #expect(reader.next()?.cells.map(\.unbounded) == row) }
        }
    }
}

@Suite struct `Lines of a text` {
    @Test(arguments: [
        ("", []), ("a", ["1:a"]), ("a\n", ["1:a"]), ("a\r\nb", ["1:a", "2:b"]),
        ("\n\na", ["1:", "2:", "3:a"]), ("\u{FEFF}a\n\u{FEFF}b", ["1:a", "2:\u{FEFF}b"]),
        ("12345678\n", ["1:12345678"]), ("123456789\na", ["1!", "2:a"]), ("123456789", ["1!"]),
        ("a\rb\r\r\n", ["1:a\rb\r"]),
    ])
    func `are cut at LF and CRLF`(text: String, lines: [String]) {
        let bytes = Array(text.utf8)
        for pieces in [1, 2, 3, 100] {
            var reader = TextLines(longest: 8)
            var read: [String] = []
            func drain() {
                while let line = reader.next() {
                    read.append(
                        line.bytes.map { "\(line.number):\(String(decoding: $0, as: UTF8.self))" }
                            ?? "\(line.number)!")
                }
            }
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                reader.append(Array(bytes[start..<min(start + pieces, bytes.count)]))
                drain()
            }
            reader.finish()
            drain()
            #expect(read == lines, "\(pieces)")
        }
    }
}
