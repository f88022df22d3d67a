import FormworkHTTP
import Groundwork
import Testing

@Suite struct TargetTests {
    @Test("Paths that climb, hide or are no text are refused", arguments: refused)
    func refusedPaths(path: String) {
        ParserRow("130 to 132: \(path)", "GET \(path) HTTP/1.1⏎Host: a⏎⏎", "400").check()
        #expect(throws: RefusedRequest.self) { try Request(target: path) }
    }

    static let refused = [
        "/..", "/../f", "/%2e%2e/f", "/..%2f", "/.%2e/", "/%2E./", "/a/../../f", "/%5c..%5c",
        "/\\..\\f",
        "/a/..", "/a/..?b", "/a%2fb", "/a%2Fb", "http://b/..", "http://b/%2e%2e",
        "/f%00.txt", "/%c0%ae", "/%ff", "/%", "/%1", "/%zz", "/x%0d%0aA:%20b", "/x%0aA", "/%1f",
        "/%7f", "/%ed%a0%80", "/a%2", "/a%?", "/%e2%82",
    ]

    /// A target and what it is split into.
    struct Row: Sendable {
        let target: String
        let segments: [String]
        let query: String?

        init(_ target: String, _ segments: [String], query: String? = nil) {
            self.target = target
            self.segments = segments
            self.query = query
        }
    }

    @Test(
        "Paths are split, then decoded once",
        arguments: [
            Row("/", []),
            Row("/?", [], query: ""),
            Row("/books", ["books"]),
            Row("/books/", ["books", ""]),
            Row("/books?page=2", ["books"], query: "page=2"),
            Row("/books/?page=2?/..", ["books", ""], query: "page=2?/.."),
            Row("//etc/passwd", ["", "etc", "passwd"]),
            Row("/a//b", ["a", "", "b"]),
            Row("/%252e%252e/f", ["%2e%2e", "f"]),
            Row("/a%20b.txt", ["a b.txt"]),
            Row("/a+b", ["a+b"]),
            Row("/%C3%A9", ["\u{E9}"]),
            Row("/e%CC%81", ["e\u{301}"]),
            Row("/%3F%23", ["?#"]),
            Row("/...", ["..."]),
            Row("/a..b/.c/.", ["a..b", ".c", "."]),
            Row("http://b", []),
            Row("https://b:1/x/y?z", ["x", "y"], query: "z"),
            Row("/?a=%zz%00%ff", [], query: "a=%zz%00%ff"),
        ])
    func segments(row: Row) throws {
        let target = try Request(target: row.target).target
        #expect(target.segments.map { Array($0.utf8) } == row.segments.map { Array($0.utf8) })
        #expect(target.query == row.query)
    }

    @Test("A target tells its form, its path as sent and its path decoded")
    func parts() throws {
        let origin = try Request(target: "/a%20b?c").target
        #expect(origin.form == .origin)
        #expect(origin.rawPath == "/a%20b")
        #expect(origin.path == "/a b")
        #expect(origin.authority == nil)

        let absolute = try Request(target: "http://B:8080?c").target
        #expect(absolute.form == .absolute)
        #expect(absolute.rawPath == "/")
        #expect(absolute.path == "/")
        #expect(absolute.authority == "B:8080")

        let asterisk = try Request(method: .options, target: "*").target
        #expect(asterisk.form == .asterisk)
        #expect(asterisk.path == "*")
        #expect(asterisk.segments.isEmpty)

        let authority = try Request(method: .connect, target: "[::1]:443").target
        #expect(authority.form == .authority)
        #expect(authority.authority == "[::1]:443")
        #expect(authority.rawPath == "")
    }

    @Test("A request that is made by hand is checked like one that is read")
    func handMade() {
        for target in ["", "a", "/a b", "/a\r\nb", "/\u{E9}", "/a#b", "*", "/\0"] {
            #expect(throws: RefusedRequest.self) { try Request(target: target) }
        }
    }

    @Test("The fields of a query are decoded as a form is")
    func queryItems() throws {
        let items = try Request(target: "/books?q=a+b&page=%32&q=c").queryItems()
        #expect(items.map(\.name) == ["q", "page", "q"])
        #expect(items.map(\.value) == ["a b", "2", "c"])
        #expect(try Request(target: "/books").queryItems().isEmpty)
        #expect(throws: FormURLEncoded.Failure.notUTF8(name: "q")) {
            try Request(target: "/books?q=%ff").queryItems()
        }
    }
}

@Suite struct AuthorityTests {
    /// A text and the authority that it is.
    struct Row: Sendable {
        let text: String
        let host: String?
        let port: Int?
    }

    @Test(
        "Hosts and ports are told apart",
        arguments: [
            Row(text: "Books.Example", host: "books.example", port: nil),
            Row(text: "books.example:", host: "books.example", port: nil),
            Row(text: "books.example:8080", host: "books.example", port: 8080),
            Row(text: "my_host-1.", host: "my_host-1.", port: nil),
            Row(text: "127.0.0.1:80", host: "127.0.0.1", port: 80),
            Row(text: "[::1]:80", host: "[::1]", port: 80),
            Row(text: "[::]", host: "[::]", port: nil),
            Row(text: "[1:2:3:4:5:6:7:8]", host: "[1:2:3:4:5:6:7:8]", port: nil),
            Row(text: "[2001:DB8::1]", host: "[2001:db8::1]", port: nil),
            Row(text: "[::ffff:127.0.0.1]", host: "[::ffff:127.0.0.1]", port: nil),
            Row(text: "[1:2:3:4:5:6:7::]", host: "[1:2:3:4:5:6:7::]", port: nil),
        ])
    func valid(row: Row) {
        let authority = Authority(row.text)
        #expect(authority?.host == row.host)
        #expect(authority?.port == row.port)
    }

    @Test(
        "What is no host with a port is refused",
        arguments: [
            "", ":80", "a:b", "a:-1", "a:65536", "a b", "a/", "u@a", "a,b", "a%20b", "\u{E9}", ".a",
            "a..b",
            "[]", "[:]", "[:1]", "[1:]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]",
            "[12345::]", "[g::]", "[::1", "::1", "[::1]a", "[::256.0.0.1]", "[::1.2.3]",
            "[::1.2.3.4.5]", "[1.2.3.4]", "[1:2:3:4:5:6:7:1.2.3.4]", "[1:2:3:4:5:6:7:8::]",
            "[fe80::1%25eth0]", "[:::]", "[::.]",
        ])
    func invalid(text: String) {
        #expect(Authority(text) == nil)
    }
}
