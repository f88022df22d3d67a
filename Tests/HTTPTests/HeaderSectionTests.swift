import FormworkHTTP
import Testing

@Suite struct HeaderSectionTests {
    @Test(
        "The fields of a refused request are known as far as they could be read",
        arguments: [
            ("Accept: a/b \t⏎X : y⏎⏎", "a/b"), ("Accept: a/b⏎Accept : c/d⏎⏎", "a/b"),
            ("X: y⏎Accept: a/b⏎Host: a⏎⏎", "a/b"), ("X : y⏎Accept: a/b⏎⏎", nil),
            ("Accept: a␀/b⏎⏎", nil), ("Accept: a/b⏎Content-Length: x⏎⏎", "a/b"),
            ("Accept: a/b⏎Transfer-Encoding: chunked⏎⏎Z", "a/b"),
            ("Accept: a/b⏎Transfer-Encoding: chunked⏎⏎0⏎Accept: c/d⏎X : y⏎⏎", "a/b"),
        ] as [(String, String?)])
    func fieldsOfRefused(lines: String, accept: String?) {
        let bytes = wire("POST / HTTP/1.1⏎Host: a⏎" + lines)
        for ends in [[], Array(1..<bytes.count)] {
            let reading = Reading(bytes, ends: ends)
            #expect(reading.reason != nil)
            #expect(reading.accept == accept)
        }
    }

    @Test("Header sections are read or refused as the table says", arguments: rows + hostRows)
    func headerSections(row: ParserRow) {
        row.check()
    }

    static let rows: [ParserRow] = [
        ParserRow("38: space before the colon", "GET / HTTP/1.1⏎Host : a⏎⏎", "400"),
        .fields("38: tab before the colon", "X\t: a", "400"),
        .fields("39: no colon", "Name value", "400"),
        .fields("39: name alone", "Name", "400"),
        .fields("40: no name", ": v", "400"),
        .fields("40: colon alone", ":", "400"),
        .fields("41: brackets in a name", "X[]: v", "400"),
        .fields("41: at sign in a name", "Fo@: v", "400"),
        .fields("41: space in a name", "Bad Header: v", "400"),
        .fields("41: 0x85 in a name", "X\u{85}: v", "400"),
        .fields("41: 0xa0 in a name", "X\u{A0}: v", "400"),
        .fields("41: 0xff in a name", "\u{FF}X: v", "400"),
        .fields("41: control character in a name", "X\u{01}: v", "400"),
        .fields("41: tab in a name", "X\tY: v", "400"),
        ParserRow("42: space before the first name", "GET / HTTP/1.1⏎␠Host: a⏎⏎", "400"),
        ParserRow("42: tab before the first name", "GET / HTTP/1.1⏎\tHost: a⏎⏎", "400"),
        .fields("43: folded value", "X: a⏎␠b", "400"),
        .fields("43: value folded with a tab", "X: a⏎\tb", "400"),
        .fields("43: name broken in two", "Transfer-⏎Encoding: chunked", "400"),
        .fields("44: NUL first", "X: ␀a", "400"),
        .fields("44: NUL within", "X: a␀b", "400"),
        .fields("44: NUL last", "X: a␀", "400"),
        .fields("45: bare CR", "X: a␍b", "400"),
        .fields("45: bare CR before a name", "X:␍Transfer-Encoding: chunked", "400"),
        .fields("46: bare LF", "X: a␊Content-Length: 5", "400"),
        ParserRow("47: end without LF", "GET / HTTP/1.1⏎Host: a⏎␍Z", "400"),
        .fields("48: 0x01 in a value", "X: a\u{01}", "400"),
        .fields("48: 0x08 in a value", "X: a\u{08}", "400"),
        .fields("48: 0x0b in a value", "X: a\u{0B}", "400"),
        .fields("48: 0x1f in a value", "X: a\u{1F}", "400"),
        .fields("48: 0x7f in a value", "X: a\u{7F}", "400"),
        .fields("49: tab, high bytes, empty", "X: a\tb⏎Y: \u{80}\u{FF}⏎Z:⏎W:  ", "GET /"),
        .fields("51: 100 fields", lines(99), "GET /"),
        .fields("51: 101 fields", lines(100), "431"),
        .fields("51: 5000 fields", lines(5000), "431"),
        .fields("52: value of 64 KiB", "X: \(letters(65536))", "431"),
        .fields("52: name of 64 KiB", "\(letters(65536)): x", "431"),
        .fields("52: cookie of 32 KiB", "Cookie: \(letters(32768))", "431"),
        .fields("52: blanks of 64 KiB", "X:\(String(repeating: " ", count: 65536))", "431"),
        .fields("52: section that is just short enough", "X: \(letters(32754))", "GET /"),
        .fields("52: section one too long", "X: \(letters(32756))", "431"),
        .fields("53: underscores", "Content_Length: 5⏎Transfer_Encoding: chunked", "GET /"),
        .fields("55: two kinds of content", "Content-Type: a/b⏎Content-Type: c/d", "400"),
        .fields("55: same kind twice", "Content-Type: a/b⏎content-type: a/b", "400"),
    ]

    static let hostRows: [ParserRow] = [
        ParserRow("33: no Host in 1.1", "GET / HTTP/1.1⏎⏎", "400"),
        ParserRow("33: no Host in 1.2", "GET / HTTP/1.2⏎X: y⏎⏎", "400"),
        ParserRow("34: no Host in 1.0", "GET / HTTP/1.0⏎⏎", "GET / close"),
        ParserRow("35: same Host twice", "GET / HTTP/1.1⏎Host: a⏎Host: a⏎⏎", "400"),
        ParserRow("35: two Hosts", "GET / HTTP/1.1⏎Host: a⏎hOST: b⏎⏎", "400"),
        ParserRow("35: two Hosts in 1.0", "GET / HTTP/1.0⏎Host: a⏎Host: b⏎⏎", "400"),
        ParserRow("26: no Host, absolute", "GET http://b/ HTTP/1.1⏎⏎", "400"),
        host("36: empty", "", "400"),
        host("36: space", "a b", "400"),
        host("36: list", "a,b", "400"),
        host("36: user", "u@a", "400"),
        host("36: path", "a/b", "400"),
        host("36: port too large", "a:99999", "400"),
        host("36: port of 65536", "a:65536", "400"),
        host("36: port of six digits", "a:000080", "400"),
        host("36: two ports", "a:1:2", "400"),
        host("36: port alone", ":80", "400"),
        host("36: port with a sign", "a:+80", "400"),
        host("36: bracket open", "[::1", "400"),
        host("36: bracket followed by a dot", "[::1].", "400"),
        host("36: empty label first", "..a", "400"),
        host("36: empty label within", "a..b", "400"),
        host("36: dot alone", ".", "400"),
        host("36: control character", "a\u{02}", "400"),
        host("36: high byte", "\u{E4}", "400"),
        host("36: no address in brackets", "[a]", "400"),
        host("36: longer than a name can be", letters(256), "400"),
        host("37: empty port", "a:", "GET /"),
        host("37: dot last", "a.", "GET /"),
        host("37: port", "A:80", "GET /"),
        host("37: largest port", "a:65535", "GET /"),
        host("37: IPv4", "127.0.0.1:8080", "GET /"),
        host("37: IPv6", "[::1]:80", "GET /"),
        host("37: IPv6 without port", "[2001:db8::8a2e:370:7334]", "GET /"),
        ParserRow("37: case and tabs", "GET / HTTP/1.1⏎hoSt:\ta\t⏎⏎", "GET /"),
    ]

    @Test("Rows 49 and 50: values keep their bytes, and lose blanks at their ends alone")
    func values() throws {
        let request = try read(
            "GET / HTTP/1.1⏎Host: a⏎T: \t x\ty \t⏎E:⏎U: \u{C3}\u{A9}⏎L: \u{A0}x\u{A0}⏎V: \u{80}⏎⏎")
        #expect(request.headers["t"] == "x\ty")
        #expect(request.headers["e"] == "")
        #expect(request.headers["u"] == "é")
        #expect(request.headers["l"] == "\u{A0}x\u{A0}")
        #expect(request.headers["v"] == "\u{80}")
        #expect(request.headers["w"] == nil)
    }

    @Test("Rows 44 to 49: every byte is judged alike at every place of a value")
    func everyByteEverywhere() {
        for byte in UInt8.min...UInt8.max where byte != 0x0D {
            let isAllowed = byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
            for place in 0..<20 {
                var bytes = wire("GET / HTTP/1.1⏎Host: a⏎X: \(Self.letters(20))⏎⏎")
                bytes[bytes.count - 24 + place] = byte
                #expect(Reading(bytes).short == [isAllowed ? "GET /" : "400"])
            }
        }
    }

    @Test("Row 26: the host of an absolute target goes before the Host field")
    func authority() throws {
        #expect(try read("GET http://b:81/x HTTP/1.1⏎Host: a⏎⏎").authority == "b:81")
        #expect(try read("GET /x HTTP/1.1⏎Host: A:80⏎⏎").authority == "A:80")
        #expect(try read("GET /x HTTP/1.0⏎⏎").authority == nil)
        #expect(try read("CONNECT c:443 HTTP/1.1⏎Host: a⏎⏎").authority == "c:443")
    }

    @Test("Names that differ in a look-alike letter or an underscore are other names")
    func names() throws {
        let request = try read("GET / HTTP/1.1⏎Host: a⏎X-Key: 1⏎X_Key: 2⏎⏎")
        #expect(request.headers.all("x-key") == ["1"])
        for text in ["X-\u{212A}ey", "", "a b", "a:", "a\r\nb"] {
            #expect(HeaderName(text) == nil)
        }
        let capitals = "ETAG"
        #expect(HeaderName(capitals) == .etag)
    }

    private static func host(_ id: String, _ host: String, _ expected: String) -> ParserRow {
        ParserRow(id, "GET / HTTP/1.1⏎Host: \(host)⏎⏎", expected)
    }

    private static func lines(_ count: Int) -> String {
        (0..<count).map { "X\($0): y" }.joined(separator: "⏎")
    }

    private static func letters(_ count: Int) -> String {
        String(repeating: "a", count: count)
    }
}
