import FormworkHTTP
import FormworkRecords
import FormworkStore
import Testing

@testable import FormworkService

@Suite struct `A browser's request from` {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var headers: [(String, String)]
        var origins: [String] = []
        let passes: Bool

        init(
            _ name: String, _ headers: [(String, String)], origins: [String] = [], passes: Bool
        ) {
            (self.name, self.headers, self.origins) = (name, headers, origins)
            self.passes = passes
        }

        var testDescription: String { name }
    }

    private static let host = ("Host", "library.example")
    private static let proxied = ["https://books.example"]

    @Test(arguments: [
        Case("no browser", [host], passes: true),
        Case("the same origin", [host, ("Sec-Fetch-Site", "same-origin")], passes: true),
        Case("the person", [host, ("Sec-Fetch-Site", "none")], passes: true),
        Case("another site", [host, ("Sec-Fetch-Site", "cross-site")], passes: false),
        Case("a sibling", [host, ("Sec-Fetch-Site", "same-site")], passes: false),
        Case("an unknown place", [host, ("Sec-Fetch-Site", "")], passes: false),
        Case("a place in capitals", [host, ("Sec-Fetch-Site", "Same-Origin")], passes: false),
        Case(
            "two places",
            [host, ("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")],
            passes: false),
        Case(
            "another site that claims our origin",
            [host, ("Sec-Fetch-Site", "cross-site"), ("Origin", "http://library.example")],
            passes: false),
        Case("our origin", [host, ("Origin", "http://library.example")], passes: true),
        Case(
            "our origin with its port", [host, ("Origin", "http://library.example:80")],
            passes: true),
        Case(
            "our origin, our host with its port",
            [("Host", "Library.example:80"), ("Origin", "http://library.example")], passes: true),
        Case(
            "our origin at a port",
            [("Host", "localhost:8080"), ("Origin", "http://localhost:8080")], passes: true),
        Case(
            "another port", [("Host", "localhost:8080"), ("Origin", "http://localhost:8081")],
            passes: false),
        Case(
            "the default port", [("Host", "localhost:8080"), ("Origin", "http://localhost")],
            passes: false),
        Case("another scheme", [host, ("Origin", "https://library.example")], passes: false),
        Case(
            "the other default port", [host, ("Origin", "http://library.example:443")],
            passes: false),
        Case("nowhere", [host, ("Origin", "null")], passes: false),
        Case("an empty origin", [host, ("Origin", "")], passes: false),
        Case(
            "nowhere, but the same origin",
            [host, ("Origin", "null"), ("Sec-Fetch-Site", "same-origin")], passes: true),
        Case("a longer name", [host, ("Origin", "http://library.example.evil")], passes: false),
        Case("a path", [host, ("Origin", "http://library.example/")], passes: false),
        Case(
            "two origins",
            [host, ("Origin", "http://library.example"), ("Origin", "http://evil.example")],
            passes: false),
        Case(
            "our origin twice",
            [host, ("Origin", "http://library.example"), ("Origin", "http://library.example")],
            passes: false),
        Case(
            "a forged proxy",
            [
                host, ("Origin", "http://evil.example"), ("X-Forwarded-Host", "evil.example"),
                ("Forwarded", "host=evil.example"),
            ], passes: false),
        Case(
            "the public origin",
            [("Host", "127.0.0.1:8080"), ("Origin", "https://books.example")], origins: proxied,
            passes: true),
        Case(
            "the public origin as a sibling",
            [
                ("Host", "127.0.0.1"), ("Origin", "https://books.example"),
                ("Sec-Fetch-Site", "same-site"),
            ], origins: proxied, passes: true),
        Case(
            "a public origin that was named with its port",
            [("Host", "127.0.0.1"), ("Origin", "https://books.example")],
            origins: ["https://Books.example:443"], passes: true),
        Case(
            "the host of a public origin by https",
            [("Host", "books.example"), ("Origin", "https://books.example")], origins: proxied,
            passes: true),
        Case(
            "the public origin by http",
            [("Host", "books.example"), ("Origin", "http://books.example")], origins: proxied,
            passes: false),
        Case(
            "the public origin and another",
            [
                ("Host", "127.0.0.1"), ("Origin", "https://books.example"),
                ("Origin", "https://evil.example"),
            ], origins: proxied, passes: false),
        Case(
            "another site than the public one",
            [("Host", "books.example"), ("Origin", "https://evil.example")], origins: proxied,
            passes: false),
    ])
    func `is told from one that the person meant`(row: Case) throws {
        let service = try TestService { $0.origins = row.origins }
        let answer = try service.post("/books", emma, row.headers)
        #expect(answer.status == (row.passes ? .seeOther : .forbidden))
        #expect(try service.books.count == (row.passes ? 1 : 0))
        let secure = !row.origins.isEmpty
        for method in [FormworkHTTP.Method.get, .head] {
            #expect(try service.ask(method, "/books", row.headers).status == .ok)
        }
        let policy = CrossOriginPolicy(trustedOrigins: try row.origins.map { try Origin($0) })
        for method in [FormworkHTTP.Method.put, .patch, .delete] {
            var headers = Headers()
            for (name, value) in row.headers {
                headers.add(try #require(HeaderName(name)), value)
            }
            let request = try Request(method: method, target: "/books/x", headers: headers)
            #expect(policy.isCrossSite(request, isSecure: secure) == !row.passes)
        }
    }

    @Test(arguments: [
        ("https://books.example", "127.0.0.1", true), ("http://books.example", "127.0.0.1", false),
        ("https://library.example", "127.0.0.1", false),
        ("https://books.example", "10.0.0.0/8", false),
    ])
    func `is told by what a trusted proxy was asked for`(
        origin: String, proxy: String, passes: Bool
    ) throws {
        let service = try TestService { $0.trustedProxies = [proxy] }
        let answer = try service.post(
            "/books", emma,
            [
                ("Origin", origin), ("X-Forwarded-Proto", "https"),
                ("X-Forwarded-Host", "books.example"),
            ])
        #expect(answer.status == (passes ? .seeOther : .forbidden))
    }

    @Test func `another site without a host is refused`() throws {
        let request = try Request(
            method: .post, target: "/books", headers: [.origin: "http://a.example"],
            version: .http10)
        #expect(CrossOriginPolicy(trustedOrigins: []).isCrossSite(request, isSecure: false))
    }

    private static let foreign = [("Sec-Fetch-Site", "cross-site")]

    @Test(arguments: ["/books", "RECORD", "/person"])
    func `another site keeps what was typed, in a form that can be sent again`(
        path: String
    ) throws {
        let service = try TestService()
        let record = try service.addBook()
        let before = try service.books
        let target = path == "RECORD" ? record : path
        let field = path == "/person" ? "name" : "author"
        let typed = emma(("author", "J. <A>"), ("name", "J. <A>"), ("_intent", "step:pages:+1"))
        let answer = try service.post(target, typed, Self.foreign)
        #expect(answer.status == .forbidden)
        #expect(answer.isNeverKept)
        #expect(answer.cookies.isEmpty)
        let page = try answer.page
        #expect(page.value(of: field) == "J. <A>")
        #expect(page.all("form").first?["action"]?.hasPrefix(target) == true)
        #expect(page.all("title").first?.text.hasPrefix("Error: ") == true)
        #expect(page.element(id: "error-summary")?.text.contains("another site") == true)
        #expect(page.all.filter { $0["autofocus"] != nil }.count == 1)
        #expect(try service.books == before)
        #expect(service.store.count("people") == 0)
    }

    @Test(arguments: ["/books", "RECORD", "/person", "RECORD/delete", "/person/delete"])
    func `another site is told so in every kind`(path: String) throws {
        let service = try TestService()
        let record = try service.addBook()
        let before = try service.books
        let target = path.replacing("RECORD", with: record)
        for (accept, type) in [
            ("text/html", "text/html"), ("text/plain", "text/plain"),
            ("application/json", "application/problem+json"),
        ] {
            let answer = try service.post(target, emma, Self.foreign + [("Accept", accept)])
            #expect(answer.status == .forbidden)
            #expect(answer.type == type)
            #expect(answer.text.contains("another site"))
        }
        #expect(try service.books == before)
    }

    @Test(arguments: [FormworkHTTP.Method.put, .patch, .delete], [nil, "\"1\"", "\"9\""])
    func `another site changes nothing by any method, whatever revision it names`(
        method: FormworkHTTP.Method, revision: String?
    ) throws {
        let service = try TestService()
        let path = try service.addBook()
        let before = try service.books
        let answer = try service.send(
            method, path, json: #"{"title":"x","author":"y"}"#,
            Self.foreign + (revision.map { [("If-Match", $0)] } ?? []))
        #expect(answer.status == .forbidden)
        #expect(try service.books == before)
    }
}
