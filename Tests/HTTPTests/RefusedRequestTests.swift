import FormworkHTTP
import Testing

@Suite struct RefusedRequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let status: String
        let refused: String
        let accept: String?

        init(
            _ name: String, _ bytes: String, _ status: String, _ refused: String, _ accept: String?
        ) {
            testDescription = name
            (self.bytes, self.status) = (bytes, status)
            (self.refused, self.accept) = (refused, accept)
        }
    }

    private static let accept = "Host: a⏎Accept: a/b⏎"
    private static let long = String(repeating: "a", count: 9_000)

    @Test(
        "What could be read of a refused request is told, wherever its bytes are cut",
        arguments: [
            Case("no request", "garbage⏎⏎", "400", "", nil),
            Case("no target", "GET ", "...", "", nil),
            Case("bad target", "GET /a␀b HTTP/1.1⏎\(accept)⏎", "400", "GET /a", nil),
            Case("fragment", "GET /a#b HTTP/1.1⏎\(accept)⏎", "400", "GET /a", nil),
            Case("version", "GET /a?b HTTP/9.9⏎\(accept)⏎", "505", "GET /a?b", nil),
            Case("field", "PUT /a HTTP/1.1⏎\(accept)X : y⏎⏎", "400", "PUT /a", "a/b"),
            Case("expectation", "PUT /a HTTP/1.1⏎\(accept)Expect: x⏎⏎", "417", "PUT /a", "a/b"),
            Case(
                "too many fields",
                "GET /a HTTP/1.1⏎\(accept)" + String(repeating: "X: y⏎", count: 99),
                "431", "GET /a", "a/b"),
            Case(
                "long section", "GET /a HTTP/1.1⏎\(accept)X: \(long)\(long)\(long)\(long)⏎⏎", "431",
                "GET /a", "a/b"),
            Case(
                "long body", "POST /a HTTP/1.1⏎\(accept)Content-Length: 1048577⏎⏎", "413",
                "POST /a",
                "a/b"),
            Case(
                "long chunk", "POST /a HTTP/1.1⏎\(accept)Transfer-Encoding: chunked⏎⏎100001⏎",
                "413",
                "POST /a", "a/b"),
            Case(
                "bad chunk", "POST /a HTTP/1.1⏎\(accept)Transfer-Encoding: chunked⏎⏎x⏎", "400",
                "POST /a", "a/b"),
            Case(
                "bad trailer", "POST /a HTTP/1.1⏎\(accept)Transfer-Encoding: chunked⏎⏎0⏎x⏎⏎", "400",
                "POST /a", "a/b"),
            Case(
                "long target", "GET /\(long) HTTP/1.1⏎\(accept)⏎", "414",
                "GET /" + String(repeating: "a", count: 8_187), "a/b"),
            Case(
                "line too long by its version", "GET /\(letters(8_179)) HTTP/1.1⏎\(accept)⏎", "414",
                "GET /\(letters(8_179))", "a/b"),
            Case(
                "long target, then no header", "GET /\(long) HTTP/1.1⏎\(accept)X : y⏎⏎", "414",
                "GET /" + String(repeating: "a", count: 8_187), "a/b"),
            Case(
                "endless target", "GET /" + String(repeating: "a", count: 80_000), "414",
                "GET /" + String(repeating: "a", count: 8_187), nil),
        ])
    func refused(row: Case) {
        let bytes = wire(row.bytes)
        let whole = Reading(bytes)
        #expect(whole.short == [row.status])
        guard row.status != "..." else { return }
        #expect(whole.refused == row.refused)
        #expect(whole.accept == row.accept)
        let step = max(1, bytes.count / 500)
        let pieces = Reading(bytes, ends: stride(from: step, to: bytes.count, by: step))
        #expect(pieces.short == whole.short)
        #expect(pieces.refused == whole.refused)
        #expect(pieces.accept == whole.accept)
        #expect(pieces.reason == whole.reason)
    }

    @Test("A refused size is told with its limit")
    func limits() {
        for (bytes, limit) in [
            ("POST / HTTP/1.1⏎Host: a⏎Content-Length: 9999999⏎⏎", "1048576"),
            ("GET /\(Self.long) HTTP/1.1⏎Host: a⏎⏎", "8192"),
            ("GET / HTTP/1.1⏎" + String(repeating: "X: y⏎", count: 101), "100"),
        ] {
            #expect(Reading(wire(bytes)).reason?.contains(limit) == true)
        }
    }
}

private func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
