import FormworkHTTP
import Testing

@Suite struct ConnectionTests {
    @Test("Connections are kept or closed as the table says", arguments: rows)
    func connections(row: ParserRow) {
        row.check()
    }

    static let rows: [ParserRow] = [
        .fields("B6: nothing said", "X: y", "GET /"),
        .fields("90: close", "Connection: close", "GET / close"),
        .fields("90: capital", "Connection: Close", "GET / close"),
        .fields("90: in a list", "Connection: x, close", "GET / close"),
        .fields("90: tab behind", "Connection: close\t", "GET / close"),
        .fields("90: two lines", "Connection: x⏎Connection: close", "GET / close"),
        .fields("90: both", "Connection: close, keep-alive", "GET / close"),
        .fields("90: a longer word", "Connection: closed", "GET /"),
        ParserRow("92: HTTP/1.0", "GET / HTTP/1.0⏎⏎", "GET / close"),
        ParserRow("93: keep-alive", "GET / HTTP/1.0⏎Connection: Keep-Alive⏎⏎", "GET /"),
        ParserRow(
            "93: keep-alive and close", "GET / HTTP/1.0⏎Connection: keep-alive, close⏎⏎",
            "GET / close"),
        ParserRow(
            "94: twenty in a row", String(repeating: get("/"), count: 20),
            expected: Array(repeating: "GET /", count: 20)),
        ParserRow(
            "95: five kinds in a row",
            get("/1") + "POST /2 HTTP/1.1⏎Host: a⏎Content-Length: 2⏎⏎hi"
                + "POST /3 HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎2⏎yo⏎0⏎⏎"
                + "HEAD /4 HTTP/1.1⏎Host: a⏎⏎" + get("/5"),
            "GET /1", "POST /2 [hi]", "POST /3 [yo]", "HEAD /4", "GET /5"),
        ParserRow(
            "96: stray line end", "POST / HTTP/1.1⏎Host: a⏎Content-Length: 2⏎⏎hi⏎" + get("/2"),
            "POST / [hi]", "GET /2"),
        ParserRow("98, B3: garbage behind", get("/") + "\u{00}garbage⏎⏎", "GET /", "400"),
        ParserRow(
            "B4: second one malformed", get("/") + "GET / HTTP/1.1⏎Host : a⏎⏎", "GET /", "400"),
        .fields("104: other expectation", "Expect: foo", "417"),
        .fields("104: one of two", "Expect: 100-continue, foo", "417"),
        ParserRow("103: other expectation in 1.0", "GET / HTTP/1.0⏎Expect: foo⏎⏎", "GET / close"),
        .fields("105: h2c", "Connection: Upgrade, HTTP2-Settings⏎Upgrade: h2c", "GET /"),
        .fields("105: websocket", "Connection: upgrade⏎Upgrade: websocket", "GET /"),
        ParserRow("105: 1.0", "GET / HTTP/1.0⏎Upgrade: x⏎⏎", "GET / close"),
    ]

    /// How a client that can wait sends its request, and how often it is told to go on.
    struct Expectation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let head: String
        let body: String
        let continues: Int
        let splits: Bool

        init(_ id: String, _ head: String, _ body: String, splits: Bool = true, continues: Int) {
            testDescription = "row \(id)"
            self.head = head
            self.body = body
            self.splits = splits
            self.continues = continues
        }
    }

    @Test(
        "A client is told to go on once, and only when it waits",
        arguments: [
            Expectation(
                "100: waits", post("100-continue", "Content-Length: 5"), "hello", continues: 1),
            Expectation(
                "103: case", post("100-Continue", "Content-Length: 5"), "hello", continues: 1),
            Expectation(
                "100: chunks", post("100-continue", "Transfer-Encoding: chunked"),
                "5⏎hello⏎0⏎⏎", continues: 1),
            Expectation(
                "102: body is here", post("100-continue", "Content-Length: 5"), "hello",
                splits: false, continues: 0),
            Expectation(
                "102: no body", post("100-continue", "Content-Length: 0"), "", continues: 0),
            Expectation("102: no length", post("100-continue", "X: y"), "", continues: 0),
            Expectation(
                "103: HTTP/1.0", "POST / HTTP/1.0⏎Expect: 100-continue⏎Content-Length: 5⏎⏎",
                "hello", continues: 0),
        ])
    func expectations(row: Expectation) {
        let head = wire(row.head)
        let bytes = head + wire(row.body)
        let reading = Reading(bytes, ends: row.splits ? [head.count] : [])
        #expect(reading.continues == row.continues)
        #expect(reading.short.count == 1)
        #expect(reading.reason == nil)
        if row.splits {
            let single = Reading(bytes, ends: 1..<bytes.count)
            #expect(single.continues == row.continues)
        }
    }

    private static func get(_ path: String) -> String {
        "GET \(path) HTTP/1.1⏎Host: a⏎⏎"
    }

    private static func post(_ expectation: String, _ field: String) -> String {
        "POST / HTTP/1.1⏎Host: a⏎Expect: \(expectation)⏎\(field)⏎⏎"
    }
}
