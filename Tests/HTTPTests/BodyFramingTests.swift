import FormworkHTTP
import Testing

@Suite struct BodyFramingTests {
    @Test("Bodies end where the table says, or are refused", arguments: lengthRows + codingRows)
    func framing(row: ParserRow) {
        row.check()
    }

    static let lengthRows: [ParserRow] =
        [
            .post("56: no length", "X: y", "", "POST /echo"),
            .post("57: length", "Content-Length: 5", "hello", "POST /echo [hello]"),
            .post("57: blanks", "Content-Length:\t5␠", "hello", "POST /echo [hello]"),
            .post("57: name in capitals", "CONTENT-LENGTH: 5", "hello", "POST /echo [hello]"),
        ]
        + [
            "+5", "-5", "-0", "5x", "0x5", "0o5", "1_0", "1 0", "5.0", "5e1", "\u{665}", "", ",",
            "99999999999999999999", "1000000000000000000", "5,", ";5", "\u{B2}",
        ].map { .post("58: \($0)", "Content-Length: \($0)", "hello", "400") }
        + [
            .post("59: two lengths", "Content-Length: 5⏎Content-Length: 10", "hello", "400"),
            .post("59: list of two", "Content-Length: 5, 10", "hello", "400"),
            .post("59: empty, then 43", "Content-Length:⏎Content-Length: 43", "x", "400"),
            .post("60: same twice", "Content-Length: 5⏎Content-Length: 5", "hello", "400"),
            .post("60: list of the same", "Content-Length: 5, 5", "hello", "400"),
            .post("61: zeros first", "Content-Length: 005", "hello", "400"),
            .post("61: two zeros", "Content-Length: 00", "", "400"),
            ParserRow("B1", "POST / HTTP/1.1⏎Host: a⏎Content-Length: -1⏎⏎", "400"),
            .post("B2: huge length", "Content-Length: 9999999999999999", "", "413"),
            .post("88: length over the limit", "Content-Length: 1048577", "x", "413"),
            .post(
                "88: over the limit, waiting", "Expect: 100-continue⏎Content-Length: 1048577", "",
                "413"),
            .post("84: unfinished body", "Content-Length: 10", "four", "..."),
            .post("85: unfinished chunks", "Transfer-Encoding: chunked", "5⏎hello⏎", "..."),
        ]
        + ["GET", "HEAD", "OPTIONS", "DELETE"].map {
            ParserRow(
                "86: body of \($0)",
                "\($0) / HTTP/1.1⏎Host: a⏎Content-Length: 5⏎⏎helloGET /2 HTTP/1.1⏎Host: a⏎⏎",
                "\($0) / [hello]", "GET /2")
        }
        + [
            .post(
                "87: byte behind an empty body", "Content-Length: 0", "XGET / HTTP/1.1⏎Host: a⏎⏎",
                "POST /echo", "XGET /")
        ]

    static let codingRows: [ParserRow] = [
        .post(
            "62: length, then chunked", "Content-Length: 5⏎Transfer-Encoding: chunked",
            "0⏎⏎GET /smuggled HTTP/1.1⏎Host: a⏎⏎", "400"),
        .post(
            "62: chunked, then length", "Transfer-Encoding: chunked⏎Content-Length: 5",
            "0⏎⏎GET /smuggled HTTP/1.1⏎Host: a⏎⏎", "400"),
        .post(
            "63: gzip with length", "Content-Length: 5⏎Transfer-Encoding: gzip", "hello", "400"),
        .post(
            "66: two lines", "Transfer-Encoding: chunked⏎Transfer-Encoding: chunked", "0⏎⏎", "400"),
        .post("64: two lines", "Transfer-Encoding: chunked⏎Transfer-Encoding: gzip", "", "400"),
        ParserRow(
            "70: HTTP/1.0", "POST / HTTP/1.0⏎Host: a⏎Transfer-Encoding: chunked⏎⏎0⏎⏎", "400"),
        coding("63", "gzip", "501"),
        coding("63", "xchunked", "501"),
        coding("63", "identity", "501"),
        coding("63", "chunkedchunked", "501"),
        coding("63", "\"chunked\"", "501"),
        coding("64", "chunked, gzip", "400"),
        coding("65", "gzip, chunked", "501"),
        coding("66", "chunked, chunked", "400"),
        coding("67: empty", "", "400"),
        coding("67", ",chunked", "400"),
        coding("67", "chunked,", "400"),
        coding("67", "chunked;q=1", "400"),
        coding("67", "chunked ;q=1", "400"),
        coding("68, B25: vertical tab first", "\u{0B}chunked", "400"),
        coding("68, B25: form feed last", "chunked\u{0C}", "400"),
        coding("68: NUL last", "chunked␀", "400"),
        coding("68: 0xff first", "\u{FF}chunked", "400"),
        coding("68: 0xa0 first", "\u{A0}chunked", "400"),
        coding("68: 0x85 last", "chunked\u{85}", "400"),
        coding("69", "Chunked", "POST /echo [hi]"),
        coding("69", "CHUNKED", "POST /echo [hi]"),
        coding("69: blanks", "\tchunked␠", "POST /echo [hi]"),
    ]

    @Test("A body may be as long as the limit; one with files as long as theirs")
    func limits() {
        var limits = Limits()
        limits.body = 5
        limits.bodyWithFiles = 7
        let files = "Content-Type: Multipart/Form-Data; boundary=b⏎"
        let rows: [ParserRow] = [
            .post("at the limit", "Content-Length: 5", "hello", "POST /echo [hello]"),
            .post("over it", "Content-Length: 6", "hello!", "413"),
            .post("files", "\(files)Content-Length: 7", "hello!!", "POST /echo [hello!!]"),
            .post("files over it", "\(files)Content-Length: 8", "hello!!!", "413"),
            .post(
                "another kind", "Content-Type: multipart/form-datax⏎Content-Length: 6", "hello!",
                "413"),
            .chunks("chunks at the limit", "3⏎hel⏎2⏎lo⏎0⏎⏎", "POST /echo [hello]"),
            .chunks("89: chunks over it midway", "3⏎hel⏎3⏎lo!⏎0⏎⏎", "413"),
        ]
        for row in rows { row.check(limits: limits) }
    }

    @Test("The parser says how far a request is, and how much of its body is here")
    func phases() {
        var parser = RequestParser(limits: Limits())
        #expect(parser.phase == .idle)
        feed(&parser, "⏎")
        #expect(parser.phase == .idle)
        feed(&parser, "P")
        #expect(parser.phase == .head)
        #expect(parser.head == nil)
        feed(&parser, "UT /x HTTP/1.1⏎Host: a⏎Content-Length: 5⏎⏎he")
        #expect(parser.phase == .body)
        #expect(parser.bodyBytesReceived == 2)
        #expect(parser.head?.method == .put)
        feed(&parser, "llo")
        #expect(parser.phase == .idle)
        #expect(parser.bodyBytesReceived == 0)
    }

    @Test(
        "A body that is taken out while it comes is counted whole",
        arguments: [
            "Content-Length: 10⏎⏎1234567890", "Transfer-Encoding: chunked⏎⏎a⏎1234567890⏎0⏎⏎",
        ])
    func drained(rest: String) {
        var limits = Limits()
        for (limit, expected) in [(10, "1234567890"), (9, "")] {
            limits.body = limit
            var parser = RequestParser(limits: limits)
            var taken = ""
            for byte in wire("POST /x HTTP/1.1⏎Host: a⏎" + rest) {
                let outcome = parser.parse([byte].span).outcome
                if case .complete(let request) = outcome {
                    taken += String(decoding: request.body, as: UTF8.self)
                } else {
                    #expect(parser.bodyBytesReceived == taken.utf8.count + parser.bodyBytesKept)
                    guard parser.bodyBytesKept > 2 else { continue }
                    let (bytes, offset) = parser.takeBody()
                    #expect(offset == taken.utf8.count)
                    taken += String(decoding: bytes, as: UTF8.self)
                    #expect(parser.bodyBytesKept == 0)
                }
            }
            #expect(taken == expected)
            #expect(parser.bodyBytesReceived == 0)
        }
    }

    @Test("After a refusal nothing is read any more")
    func refusalIsFinal() {
        var parser = RequestParser(limits: Limits())
        feed(&parser, "GET\t/ HTTP/1.1⏎⏎")
        let (_, outcome) = parser.parse(wire("GET / HTTP/1.1⏎Host: a⏎⏎").span)
        guard case .malformed(let malformed) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(malformed.status == .badRequest)
    }

    private func feed(_ parser: inout RequestParser, _ text: String) {
        _ = parser.parse(wire(text).span)
    }

    private static func coding(_ id: String, _ coding: String, _ expected: String) -> ParserRow {
        .post("\(id): \(coding)", "Transfer-Encoding: \(coding)", "2⏎hi⏎0⏎⏎", expected)
    }
}
