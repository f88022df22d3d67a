import FormworkHTTP
import Testing

@Suite struct RequestLineTests {
    @Test("Request lines are read or refused as the table says", arguments: rows)
    func requestLines(row: ParserRow) {
        row.check()
    }

    static let rows: [ParserRow] = [
        ParserRow("1: plain GET", "GET / HTTP/1.1⏎Host: a⏎⏎", "GET /"),
        ParserRow("3: one empty line first", "⏎GET / HTTP/1.1⏎Host: a⏎⏎", "GET /"),
        ParserRow("3: two empty lines first", "⏎⏎GET / HTTP/1.1⏎Host: a⏎⏎", "400"),
        ParserRow("3: bare CR first", "␍GET / HTTP/1.1⏎Host: a⏎⏎", "400"),
        ParserRow("3: bare LF first", "␊GET / HTTP/1.1⏎Host: a⏎⏎", "400"),
        ParserRow("4: only whitespace", "␠⏎⏎", "400"),
        line("5: two spaces", "GET␠␠/ HTTP/1.1", "400"),
        line("5: space first", "␠GET / HTTP/1.1", "400"),
        line("5: space last", "GET / HTTP/1.1␠", "400"),
        line("5: two spaces before the version", "GET /␠␠HTTP/1.1", "400"),
        line("6: tabs", "GET\t/\tHTTP/1.1", "400"),
        line("7: space in the target", "GET /a b HTTP/1.1", "400"),
        line("8: no target", "GET HTTP/1.1", "400"),
        line("8: empty target", "GET␠␠HTTP/1.1", "400"),
        line("8: method alone", "GET", "400"),
        line("9: no version", "GET /", "400"),
        ParserRow("10: LF for a space", "GET /␊HTTP/1.1⏎Host: a⏎⏎", "400"),
        ParserRow("11: line ended by LF", "GET / HTTP/1.1␊Host: a⏎⏎", "400"),
        ParserRow("11: all lines ended by LF", "GET / HTTP/1.1␊Host: a␊␊", "400"),
        ParserRow("12: line ended by CR", "GET / HTTP/1.1␍Host: a⏎⏎", "400"),
        line("13: small letters", "GET / http/1.1", "400"),
        line("13: one number", "GET / HTTP/1", "400"),
        line("13: minor of two digits", "GET / HTTP/1.10", "400"),
        line("13: major of two digits", "GET / HTTP/01.1", "400"),
        line("13: space within", "GET / HTTP/ 1.1", "400"),
        line("13: letter behind", "GET / HTTP/1.1x", "400"),
        line("13: large numbers", "GET / HTTP/4294967295.255", "400"),
        line("14: higher minor", "GET / HTTP/1.2", "GET /"),
        line("15: version 2", "GET / HTTP/2.0", "505"),
        line("15: version 9", "GET / HTTP/9.9", "505"),
        line("15: version 0.9", "GET / HTTP/0.9", "505"),
        ParserRow("15: preface of HTTP/2", "PRI * HTTP/2.0⏎⏎SM⏎⏎", "505"),
        line("16: method in small letters", "get / HTTP/1.1", "get /"),
        line("16: unknown method", "FOOBAR / HTTP/1.1", "FOOBAR /"),
        line("17: colon in the method", "GE:T / HTTP/1.1", "400"),
        line("17: parenthesis in the method", "GE(T / HTTP/1.1", "400"),
        line("17: quote in the method", "GE\"T / HTTP/1.1", "400"),
        line("17: comma in the method", "GE,T / HTTP/1.1", "400"),
        line("17: 0x80 in the method", "GE\u{80}T / HTTP/1.1", "400"),
        line("17: NUL in the method", "GE␀T / HTTP/1.1", "400"),
        line("18: method of 32", "\(letters(32)) / HTTP/1.1", "\(letters(32)) /"),
        line("18: method of 33", "\(letters(33)) / HTTP/1.1", "400"),
        line("18: method of 100 000", "\(letters(100_000)) / HTTP/1.1", "400"),
        line("19: target of 8000", "GET /\(letters(7999)) HTTP/1.1", "GET /\(letters(7999))"),
        line("19: longest line", "GET /\(letters(8178)) HTTP/1.1", "GET /\(letters(8178))"),
        line("20: line one too long", "GET /\(letters(8179)) HTTP/1.1", "414"),
        line("20: target that fills the line", "GET /\(letters(8187)) HTTP/1.1", "414"),
        line("20: target of 64 KiB", "GET /\(letters(65535)) HTTP/1.1", "414"),
        line("21: NUL in the target", "GET /␀ HTTP/1.1", "400"),
        line("21: 0x01 in the target", "GET /\u{01} HTTP/1.1", "400"),
        line("21: 0x1f in the target", "GET /\u{1F} HTTP/1.1", "400"),
        line("21: 0x7f in the target", "GET /\u{7F} HTTP/1.1", "400"),
        line("21: 0x80 in the target", "GET /\u{80} HTTP/1.1", "400"),
        line("21: 0xff in the query", "GET /?\u{FF} HTTP/1.1", "400"),
        line("22: fragment", "GET /a#frag HTTP/1.1", "400"),
        line("23: raw query", "GET /?q=a|b\"{}[]^ HTTP/1.1", "GET /?q=a|b\"{}[]^"),
        line("24: relative path", "GET index.html HTTP/1.1", "400"),
        line("24: relative path that climbs", "GET ../../etc/passwd HTTP/1.1", "400"),
        line("24: star for GET", "GET * HTTP/1.1", "400"),
        line("24: query alone", "GET ?x HTTP/1.1", "400"),
        line("25: OPTIONS for the server", "OPTIONS * HTTP/1.1", "OPTIONS *"),
        line("25: two stars", "OPTIONS ** HTTP/1.1", "400"),
        line("26: absolute form", "GET http://b/x HTTP/1.1", "GET /x"),
        line("26: scheme in capitals", "GET HTTP://b:80/x?y HTTP/1.1", "GET /x?y"),
        line("27: absolute without path", "GET http://b HTTP/1.1", "GET /"),
        line("27: absolute without path, query", "GET http://b?q HTTP/1.1", "GET /?q"),
        line("28: absolute without host", "GET http:///x HTTP/1.1", "400"),
        line("28: user", "GET http://u@b/ HTTP/1.1", "400"),
        line("28: other scheme", "GET ftp://b/ HTTP/1.1", "400"),
        line("28: scheme alone", "GET http:// HTTP/1.1", "400"),
        line("29: CONNECT", "CONNECT a:443 HTTP/1.1", "CONNECT a:443 close"),
        line("30: CONNECT without port", "CONNECT a HTTP/1.1", "400"),
        line("30: CONNECT with an empty port", "CONNECT a: HTTP/1.1", "400"),
        line("30: CONNECT with a path", "CONNECT / HTTP/1.1", "400"),
        line("31: TRACE", "TRACE / HTTP/1.1", "TRACE /"),
        ParserRow("32: TLS", "\u{16}\u{03}\u{01}\u{02}␀\u{01}␀", "400"),
        ParserRow("32: random bytes", "\u{9F}\u{00}\u{E2}\u{17}⏎⏎", "400"),
        line("B14: hidden climb", "GET /static/%2e%2e/secret HTTP/1.1", "400"),
        line("B14: hidden solidus", "GET /static/..%2fsecret HTTP/1.1", "400"),
        line("B15: space in a name", "GET /a%20b.txt HTTP/1.1", "GET /a%20b.txt"),
    ]

    @Test("The version is that of the request line, and a higher minor one is kept")
    func versions() throws {
        #expect(try read("GET / HTTP/1.0⏎⏎").version == .http10)
        #expect(try read("GET / HTTP/1.1⏎Host: a⏎⏎").version == .http11)
        #expect(try read("GET / HTTP/1.2⏎Host: a⏎⏎").version == Version(major: 1, minor: 2))
    }

    @Test("Methods are known with their capitals alone; no one can CONNECT")
    func knownMethods() {
        for name in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] {
            #expect(Method(rawValue: name).isKnown)
            #expect(!Method(rawValue: name.lowercased()).isKnown)
        }
        #expect(!Method(rawValue: "FOOBAR").isKnown)
        #expect(!Method.connect.isKnown)
    }

    private static func line(_ id: String, _ line: String, _ expected: String) -> ParserRow {
        ParserRow(id, "\(line)⏎Host: a⏎⏎", expected)
    }

    private static func letters(_ count: Int) -> String {
        String(repeating: "A", count: count)
    }
}

/// The one request that bytes hold.
func read(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Request {
    var parser = RequestParser(limits: Limits())
    let bytes = wire(text)
    guard case .complete(let request) = parser.parse(bytes.span).outcome else {
        Issue.record("\(text) is no request", sourceLocation: sourceLocation)
        throw RefusedRequest(.badRequest, "no request")
    }
    return request
}
