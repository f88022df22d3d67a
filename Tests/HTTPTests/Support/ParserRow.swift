import FormworkHTTP
import TestSupport
import Testing

/// One row of the table of HTTP cases: bytes, and what they come to.
struct ParserRow: Sendable, CustomTestStringConvertible {
    /// The row's number in the table, with what is special about it.
    let testDescription: String
    /// All that the client sends.
    let bytes: [UInt8]
    /// The outcomes, as `Reading.short` has them.
    let expected: [String]

    init(_ id: String, _ text: String, _ expected: String...) {
        self.init(id, text, expected: expected)
    }

    init(_ id: String, _ text: String, expected: [String]) {
        testDescription = "row \(id)"
        bytes = wire(text)
        self.expected = expected
    }

    /// A GET with more header lines.
    static func fields(_ id: String, _ lines: String, _ expected: String...) -> ParserRow {
        ParserRow(id, "GET / HTTP/1.1⏎Host: a⏎\(lines)⏎⏎", expected: expected)
    }

    /// A POST to `/echo` with more header lines and what follows the head.
    static func post(
        _ id: String, _ lines: String, _ rest: String = "", _ expected: String...
    ) -> ParserRow {
        ParserRow(id, "POST /echo HTTP/1.1⏎Host: a⏎\(lines)⏎⏎\(rest)", expected: expected)
    }

    /// A POST with a chunked body.
    static func chunks(_ id: String, _ body: String, _ expected: String...) -> ParserRow {
        ParserRow(
            id, "POST /echo HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎\(body)",
            expected: expected)
    }

    /// Reads the row whole, in two pieces split at every place, byte by byte and in random pieces.
    func check(limits: Limits = Limits(), sourceLocation: SourceLocation = #_sourceLocation) {
        let whole = Reading(bytes, limits: limits)
        #expect(whole.short == expected, sourceLocation: sourceLocation)

        let single = Reading(bytes, ends: 1..<bytes.count, limits: limits)
        #expect(single.full == whole.full, "byte by byte", sourceLocation: sourceLocation)

        // Long rows are long because of one run of the same byte: its inside is tried in steps.
        let step = max(1, bytes.count / 2000)
        let nearEnds = bytes.indices.filter { $0 < 40 || $0 > bytes.count - 40 }
        let places = step == 1 ? Array(bytes.indices) : nearEnds
        for place in places + stride(from: 0, to: bytes.count, by: step * 97) {
            let split = Reading(bytes, ends: [place], limits: limits)
            guard split.full == whole.full else {
                Issue.record("split at \(place): \(split.full)", sourceLocation: sourceLocation)
                return
            }
        }

        var random = Seeded(UInt64(bytes.count))
        for _ in 0..<20 {
            let ends = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                Int.random(in: 0...bytes.count, using: &random)
            }
            let split = Reading(bytes, ends: ends.sorted(), limits: limits)
            #expect(split.full == whole.full, "\(ends)", sourceLocation: sourceLocation)
        }
    }
}
