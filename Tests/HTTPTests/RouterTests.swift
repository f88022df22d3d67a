import FormworkHTTP
import Testing

@Suite struct RouterTests {
    private static let router: Router<String> = {
        var router = Router<String>()
        router.add(.get, "/", "welcome")
        router.add(.get, "/books", "list")
        router.add(.post, "/books", "create")
        router.add(.get, "/books/new", "form")
        router.add(.get, "/books/{id}", "show")
        router.add(.post, "/books/{id}", "change")
        router.add(.delete, "/books/{id}", "remove")
        router.add(.get, "/books/{id}/edit", "edit")
        router.add(.get, "/{kind}/{id}/cover", "cover")
        router.add(.post, "/signout", "sign out")
        router.add(.get, "/caf\u{E9}", "cafe")
        return router
    }()

    /// A request, and what is found for it.
    struct Row: Sendable, CustomTestStringConvertible {
        let method: Method
        let target: String
        let expected: String
        var testDescription: String { "\(method) \(target)" }

        init(_ method: Method, _ target: String, _ expected: String) {
            self.method = method
            self.target = target
            self.expected = expected
        }
    }

    @Test(
        "A route is found by its method and path",
        arguments: [
            Row(.get, "/", "welcome"),
            Row(.get, "/?x", "welcome"),
            Row(.get, "/books", "list"),
            Row(.head, "/books", "list"),
            Row(.post, "/books", "create"),
            Row(.get, "/books/new", "form"),
            Row(.get, "/books/7", "show id=7"),
            Row(.get, "/caf%C3%A9", "cafe"),
            Row(.get, "/cafe%CC%81", "404"),
            Row(.get, "/books/a%20b", "show id=a b"),
            Row(.get, "/books/caf%C3%A9", "show id=caf\u{E9}"),
            Row(.post, "/books/new", "405 GET, HEAD, OPTIONS"),
            Row(.delete, "/books/7", "remove id=7"),
            Row(.get, "/books/7/edit", "edit id=7"),
            Row(.get, "/books/7/cover", "cover kind=books id=7"),
            Row(.get, "/books/new/cover", "cover kind=books id=new"),
            Row(.get, "/books/new/edit", "edit id=new"),
            Row(.get, "/books/", "404"),
            Row(.get, "//", "404"),
            Row(.get, "/books/7/", "404"),
            Row(.get, "/books//edit", "404"),
            Row(.get, "/Books", "404"),
            Row(.get, "/nothing/here", "404"),
            Row(.post, "/nothing/here", "404"),
            Row(.put, "/books", "405 GET, HEAD, POST, OPTIONS"),
            Row(.delete, "/books", "405 GET, HEAD, POST, OPTIONS"),
            Row(.trace, "/", "405 GET, HEAD, OPTIONS"),
            Row(.head, "/signout", "405 POST, OPTIONS"),
            Row(.options, "/books/7", "options GET, HEAD, POST, DELETE, OPTIONS"),
            Row(.options, "/nothing", "404"),
        ])
    func matching(row: Row) throws {
        let request = try Request(method: row.method, target: row.target)
        let found =
            switch Self.router.match(request.method, request.target.segments) {
            case .found(let route, let parameters):
                ["kind", "id"].reduce(into: route) { text, name in
                    if let value = parameters[name] { text += " \(name)=\(value)" }
                }
            case .methodNotAllowed(let allowed):
                "405 " + allowed.map(\.rawValue).joined(separator: ", ")
            case .options(let allowed):
                "options " + allowed.map(\.rawValue).joined(separator: ", ")
            case .notFound:
                "404"
            }
        #expect(found == row.expected)
    }

    @Test("A route for HEAD goes before that for GET")
    func ownHead() {
        var router = Router<Int>()
        router.add(.get, "/x", 1)
        router.add(.head, "/x", 2)
        guard case .found(2, _) = router.match(.head, ["x"]) else {
            Issue.record("HEAD is answered by GET's route")
            return
        }
        guard case .methodNotAllowed(let allowed) = router.match(.post, ["x"]) else {
            Issue.record("POST is allowed")
            return
        }
        #expect(allowed == [.get, .head, .options])
    }

    @Test("A path of any length is looked up without going deeper than the patterns")
    func longPath() {
        let segments = Array(repeating: "a", count: 100_000)
        guard case .notFound = Self.router.match(.get, segments) else {
            Issue.record("a long path has a route")
            return
        }
    }

    @Test("Adding a route twice is a mistake in the program")
    func twice() async {
        await #expect(processExitsWith: .failure) {
            var router = Router<Int>()
            router.add(.get, "/x/{a}", 1)
            router.add(.get, "/x/{b}", 2)
        }
    }
}
