import FormworkHTTP
import TestSupport
import Testing

@Suite struct ChunkedBodyTests {
    @Test("Chunks are put together or refused as the table says", arguments: rows)
    func chunks(row: ParserRow) {
        row.check()
    }

    static let rows: [ParserRow] =
        [
            .chunks("71, B10: one chunk", "5⏎hello⏎0⏎⏎\(next)", "POST /echo [hello]", "GET /2"),
            .chunks("71: small letter", "a⏎0123456789⏎0⏎⏎", "POST /echo [0123456789]"),
            .chunks("71: capital", "A⏎0123456789⏎0⏎⏎", "POST /echo [0123456789]"),
            .chunks("71: zeros", "005⏎hello⏎000⏎⏎", "POST /echo [hello]"),
            .chunks("72: blanks of the grammar", "5 ;a⏎hello⏎0 ; z⏎⏎", "POST /echo [hello]"),
            .chunks(
                "72: blanks in an extension",
                "5; a⇥= b ; c=\"d\" ;e⏎hello⏎0⏎⏎".replacing("⇥", with: "\t"), "POST /echo [hello]"),
            .chunks("71: several", "1⏎h⏎3⏎ell⏎1⏎o⏎0⏎⏎", "POST /echo [hello]"),
            .chunks("71: none", "0⏎⏎\(next)", "POST /echo", "GET /2"),
            .chunks("72: extensions", "5;a=b;c=\"x\\\"y\"⏎hello⏎0;z⏎⏎", "POST /echo [hello]"),
        ]
        + ["0x5", "+5", "-1", "1_0", "5g", "", "␠5", "5␠", "Z", "\t5", "\u{665}"].map {
            .chunks("73: \($0)", "\($0)⏎hello⏎0⏎⏎", "400")
        }
        + [
            .chunks("74: seventeen digits", "FFFFFFFFFFFFFFFF0⏎", "400"),
            .chunks("74: sixteen digits", "8000000000000000⏎", "400"),
            .chunks("74: seventeen zeros", "00000000000000000⏎⏎", "400"),
            .chunks("74: fifteen digits", "FFFFFFFFFFFFFFF⏎", "413"),
            .chunks("74: fifteen digits after data", "5⏎hello⏎FFFFFFFFFFFFFFF⏎", "413"),
            .chunks("75: no extension", "5;⏎hello⏎0⏎⏎", "400"),
            .chunks("75: two semicolons", "5;;a⏎hello⏎0⏎⏎", "400"),
            .chunks("75: bracket", "5;bad[=x⏎hello⏎0⏎⏎", "400"),
            .chunks("75: no value", "5;a=⏎hello⏎0⏎⏎", "400"),
            .chunks("75: no name", "5;=a⏎hello⏎0⏎⏎", "400"),
            .chunks("75: space", "5 a⏎hello⏎0⏎⏎", "400"),
            .chunks("75: space at the end", "5 ⏎hello⏎0⏎⏎", "400"),
            .chunks("75: space behind a name", "5;a ⏎hello⏎0⏎⏎", "400"),
            .chunks("75: space behind a value", "5;a=b ⏎hello⏎0⏎⏎", "400"),
            .chunks("75: space within the size", "5 5;a⏎hello⏎0⏎⏎", "400"),
            .chunks("75: open quote", "5;a=\"b⏎hello⏎0⏎⏎", "400"),
            .chunks("75: letter behind a quote", "5;a=\"b\"c⏎hello⏎0⏎⏎", "400"),
            .chunks("76: NUL", "5;a␀⏎hello⏎0⏎⏎", "400"),
            .chunks("76: CR", "5;a␍b⏎hello⏎0⏎⏎", "400"),
            .chunks("76: LF", "5;a␊hello⏎0⏎⏎", "400"),
            .chunks("76: LF in quotes", "5;a=\"␊\"⏎hello⏎0⏎⏎", "400"),
            .chunks("76: NUL escaped", "5;a=\"\\␀\"⏎hello⏎0⏎⏎", "400"),
            .chunks("76: two CR", "5␍␍;ABCD⏎hello⏎0⏎⏎", "400"),
            .chunks("76: LF for an extension", "5;␊hello⏎0⏎⏎", "400"),
            .chunks("76: LF after the size", "5␊hello⏎0⏎⏎", "400"),
            .chunks("77: no line end after data", "5⏎hello0⏎⏎", "400"),
            .chunks("77: data too long", "5⏎hello!!⏎0⏎⏎", "400"),
            .chunks("77: LF after data", "5⏎hello␊0⏎⏎", "400"),
            .chunks("77: size too small", "4⏎SEE-THIS⏎0⏎⏎", "400"),
            .chunks("77: CR after data alone", "5⏎hello␍0⏎⏎", "400"),
            .chunks("78: request line as trailer", "0⏎X:POST / HTTP/1.1⏎⏎", "POST /echo"),
            .chunks("79: extension of 64 KiB", "5;\(letters(65536))⏎hello⏎0⏎⏎", "400"),
            .chunks("79: line one too long", "5;\(letters(4095))⏎hello⏎0⏎⏎", "400"),
            .chunks("80: trailers", "5⏎hello⏎0⏎X-Sum: 1⏎⏎\(next)", "POST /echo [hello]", "GET /2"),
            .chunks(
                "81: trailers that frame",
                "0⏎Content-Length: 50⏎Transfer-Encoding: x⏎Host: b⏎Authorization: c⏎⏎\(next)",
                "POST /echo", "GET /2"),
            .chunks("82: no colon", "0⏎Trailer⏎⏎GET /smuggled HTTP/1.1⏎Host: a⏎⏎", "400"),
            .chunks("82: LF after the last size", "0⏎␊GET /smuggled HTTP/1.1⏎Host: a⏎⏎", "400"),
            .chunks("82: ended by LF", "0⏎X: y␊␊GET /smuggled HTTP/1.1⏎Host: a⏎⏎", "400"),
            .chunks("82: two CR", "0⏎Foo: bar␍␍⏎⏎", "400"),
            .chunks("82: folded", "0⏎Foo: bar⏎ baz⏎⏎", "400"),
            .chunks("83: trailers of 20 KiB", "0⏎X: \(letters(20480))⏎⏎", "431"),
            .chunks(
                "83: a hundred and one trailers",
                "0⏎\(String(repeating: "X: y⏎", count: 101))⏎", "431"),
            .chunks(
                "85: unfinished trailers", "5⏎hello⏎0⏎X: y", "..."),
        ]

    @Test("Row 79: a line may be as long as the limit")
    func longestLine() {
        let row = ParserRow.chunks(
            "79", "5;\(Self.letters(4094))⏎hello⏎0⏎⏎", "POST /echo [hello]")
        row.check()
    }

    @Test("Row 79: a body of tiny chunks is refused once framing is most of it")
    func tinyChunks() {
        let chunks = String(repeating: "1;extension⏎x⏎", count: 1 << 14)
        #expect(Reading(wire(Self.head + chunks)).short == ["400"])
        let fewer = String(repeating: "1⏎x⏎", count: 5000) + "0⏎⏎"
        #expect(Reading(wire(Self.head + fewer)).reason == nil)
        let larger = String(repeating: "40⏎\(Self.letters(64))⏎", count: 10_000) + "0⏎⏎"
        #expect(Reading(wire(Self.head + larger)).reason == nil)
    }

    @Test("Row 79: framing may be four times the data, and no more")
    func overhead() {
        var limits = Limits()
        limits.chunkOverhead = 0
        let fourTimes = String(repeating: "2;ab⏎xx⏎", count: 20)
        #expect(Reading(wire(Self.head + fourTimes), limits: limits).short == ["..."])
        let more = String(repeating: "2;abc⏎xx⏎", count: 20)
        #expect(Reading(wire(Self.head + more), limits: limits).short == ["400"])
    }

    @Test("Rows 80 and 81: trailers are not merged into the header fields")
    func trailersAreDropped() throws {
        let request = try read(Self.head + "0⏎X-Sum: 1⏎Host: b⏎⏎")
        #expect(request.headers["x-sum"] == nil)
        #expect(request.headers.all(.host) == ["a"])
    }

    @Test("Decoding gives the data back, however it is cut into chunks and pieces")
    func roundTrip() {
        var random = Seeded(7)
        for _ in 0..<200 {
            let data = (0..<Int.random(in: 0...3000, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var body: [UInt8] = []
            var start = 0
            while start < data.count {
                let count = Int.random(in: 1...data.count - start, using: &random)
                body += wire("\(String(count, radix: 16));n=\"⏎".replacing("⏎", with: "v\"⏎"))
                body += data[start..<start + count] + wire("⏎")
                start += count
            }
            let bytes = wire(Self.head) + body + wire("0⏎⏎")
            let ends = (0..<5).map { _ in Int.random(in: 0...bytes.count, using: &random) }
            let reading = Reading(bytes, ends: ends.sorted())
            #expect(reading.short == Reading(bytes).short)
            var parser = RequestParser(limits: Limits())
            guard case .complete(let request) = parser.parse(bytes.span).outcome else {
                Issue.record("the body is not complete")
                return
            }
            #expect(request.body == data)
        }
    }

    private static let head = "POST /echo HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎"
    private static let next = "GET /2 HTTP/1.1⏎Host: a⏎⏎"

    private static func letters(_ count: Int) -> String {
        String(repeating: "a", count: count)
    }
}
