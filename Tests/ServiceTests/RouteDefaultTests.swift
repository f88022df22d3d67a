import FormworkHTTP
import FormworkServer
import Groundwork
import System
import Testing

@testable import FormworkService

@Suite struct `A bare route` {
    /// A service with a route of each kind for each method that may change something, and how often they
    /// were asked.
    private func service() throws -> (service: TestService, asked: Lock<[String]>) {
        let asked = Lock<[String]>([])
        let note = { @Sendable (kind: String) -> Response in
            asked.withLock { $0.append(kind) }
            return Response(.noContent)
        }
        let routes: [(path: String, route: Route)] = [
            ("/now", .now { _ in note("now") }), ("/later", .later { _ in note("later") }),
            ("/file", .file { _ in note("file") }), ("/plain", .plain { _ in note("plain") }),
            ("/form", .form { _ in note("form") }),
        ]
        let methods: [FormworkHTTP.Method] = [.post, .put, .patch, .delete]
        let service = try TestService(
            routes: methods.flatMap { method in routes.map { (method, $0.path, $0.route) } })
        return (service, asked)
    }

    private static let foreign = [("Sec-Fetch-Site", "cross-site")]

    @Test(
        arguments: ["/now", "/later", "/file", "/plain"],
        [FormworkHTTP.Method.post, .put, .patch, .delete])
    func `is never asked for another site`(path: String, method: FormworkHTTP.Method) throws {
        let (service, asked) = try service()
        for accept in ["text/html", "text/plain", "application/json"] {
            let answer = try service.ask(method, path, Self.foreign + [("Accept", accept)])
            #expect(answer.status == .forbidden)
        }
        #expect(asked.withLock { $0 }.isEmpty)
        #expect(try service.ask(method, path).status == .noContent)
        #expect(asked.withLock { $0.count } == 1)
    }

    @Test func `is asked for another site only if it says that it keeps what was typed`() throws {
        let (service, asked) = try service()
        let body = Array("a=b".utf8)
        let type = [("Content-Type", "application/x-www-form-urlencoded")]
        #expect(
            try service.ask(.post, "/form", Self.foreign + type, body: body).status == .noContent)
        #expect(asked.withLock { $0 } == ["form"])
        for method in [FormworkHTTP.Method.put, .patch, .delete] {
            let answer = try service.ask(method, "/form", Self.foreign + type, body: body)
            #expect(answer.status == .forbidden)
        }
        let program = try service.ask(
            .post, "/form", Self.foreign + type + [("Accept", "application/json")], body: body)
        #expect(program.status == .forbidden)
        #expect(asked.withLock { $0 } == ["form"])
    }

    struct Head: Sendable, CustomTestStringConvertible {
        let method: FormworkHTTP.Method
        let target: String
        var headers: [(String, String)]
        let status: Status?

        init(
            _ method: FormworkHTTP.Method, _ target: String, _ headers: [(String, String)] = [],
            _ status: Status?
        ) {
            (self.method, self.target, self.headers) = (method, target, headers)
            self.status = status
        }

        var testDescription: String { "\(method) \(target) \(headers)" }
    }

    private static let form = ("Content-Type", "application/x-www-form-urlencoded")

    @Test(arguments: [
        Head(.post, "/later", [], nil),
        Head(.get, "/books", [], nil),
        Head(.post, "/later", [("Content-Type", "image/png")], nil),
        Head(.post, "/form", [form], nil),
        Head(.post, "/books", [form], nil),
        Head(.post, "/books", [("Content-Type", "multipart/form-data; boundary=b")], nil),
        Head(.post, "/books", [("Content-Type", "application/json")], nil),
        Head(.post, "/books", [form, ("Content-Encoding", "Identity")], nil),
        Head(.post, "/books", [form, ("Sec-Fetch-Site", "cross-site")], nil),
        Head(FormworkHTTP.Method(rawValue: "BREW"), "/books", [form], .notImplemented),
        Head(.post, "/nope", [form], .notFound),
        Head(.post, "/formwork.css", [form], .methodNotAllowed),
        Head(.put, "/books", [form], .methodNotAllowed),
        Head(.post, "/books", [form, ("Accept", "image/png")], .notAcceptable),
        Head(.post, "/books", [form, ("Host", "evil.example")], .misdirectedRequest),
        Head(.post, "https://books.example/books", [form], .misdirectedRequest),
        Head(.post, "/later", [("Sec-Fetch-Site", "cross-site")], .forbidden),
        Head(
            .post, "/books", [form, ("Sec-Fetch-Site", "cross-site"), ("Accept", "text/plain")],
            .forbidden),
        Head(.post, "/form", [], nil),
        Head(.options, "/books", [], nil),
        Head(.get, "/formwork.css", [], nil),
        Head(.post, "/form", [("Content-Type", "text/plain")], .unsupportedMediaType),
        Head(.patch, "/books/x", [("Content-Type", "text/csv")], .unsupportedMediaType),
        Head(.post, "/person", [("Content-Type", "image/png")], .unsupportedMediaType),
        Head(.post, "/form", [form, ("Content-Encoding", "gzip")], .unsupportedMediaType),
        Head(.post, "/form", [form, ("Content-Encoding", "identity, br")], .unsupportedMediaType),
    ])
    func `has its head judged before its body`(row: Head) throws {
        let asked = Lock(0)
        let answer = { @Sendable (_: RequestContext) -> Response in
            asked.withLock { $0 += 1 }
            return Response(.noContent)
        }
        let service = try TestService(
            routes: [(.post, "/later", .later(answer)), (.post, "/form", .form(answer))]
        ) { $0.origins = ["http://library.example"] }
        var headers = Headers()
        if !row.headers.contains(where: { $0.0 == "Host" }) {
            headers.add(.host, "library.example")
        }
        for (name, value) in row.headers { headers.add(try #require(HeaderName(name)), value) }
        let head = try Request(method: row.method, target: row.target, headers: headers)
        let refusal = service.handler.refusal(of: head)
        #expect(refusal?.status == row.status)
        if row.status == .methodNotAllowed { #expect(refusal?.headers[.allow] != nil) }
        #expect(asked.withLock { $0 } == 0)
    }
}
