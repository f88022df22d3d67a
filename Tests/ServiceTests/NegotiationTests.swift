import FormworkHTTP
import Testing

@testable import FormworkService

@Suite struct `The kind of an answer` {
    struct Case: Sendable, CustomTestStringConvertible {
        var accept: String?
        var sent: String?
        let kind: ContentKind?

        var testDescription: String { "Accept \(accept ?? "-"), body \(sent ?? "-")" }
    }

    private static let form = "application/x-www-form-urlencoded"
    private static let json = "application/json"

    @Test(arguments: [
        Case(kind: .html),
        Case(accept: "*/*", kind: .html),
        Case(accept: "text/html", kind: .html),
        Case(accept: "text/*", kind: .html),
        Case(accept: "text/html;charset=utf-8", kind: .html),
        Case(
            accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", kind: .html),
        Case(accept: "application/json", kind: .json),
        Case(accept: "APPLICATION/JSON", kind: .json),
        Case(accept: "application/problem+json", kind: .json),
        Case(accept: "application/*", kind: .json),
        Case(accept: "text/plain", kind: .text),
        Case(accept: "text/plain;q=0.5, application/json;q=0.6", kind: .json),
        Case(accept: "text/html;q=0, */*", kind: .json),
        Case(accept: "application/json;q=0.5, text/plain", kind: .text),
        Case(accept: "image/png", kind: nil),
        Case(accept: "*/*;q=0", kind: nil),
        Case(accept: "application/xml", kind: nil),
        Case(sent: form, kind: .html),
        Case(sent: json, kind: .json),
        Case(sent: "application/json; charset=utf-8", kind: .json),
        Case(accept: "*/*", sent: json, kind: .json),
        Case(accept: "text/html", sent: json, kind: .html),
        Case(accept: "text/plain", sent: json, kind: .text),
        Case(accept: "application/json", sent: form, kind: .json),
        Case(accept: "*/*", sent: "text/csv", kind: .html),
    ])
    func `follows Accept, and the body where Accept has no preference`(_ row: Case) throws {
        var headers: Headers = [:]
        if let accept = row.accept { headers.add(.accept, accept) }
        if let sent = row.sent { headers.add(.contentType, sent) }
        let request = try Request(method: .post, target: "/books", headers: headers)
        let context = try TestService().handler.context(request)
        #expect((context.isAcceptable ? context.kind : nil) == row.kind)
    }

    @Test(arguments: ["/books", "/books/new", "/", "/person", "/nothing", "RECORD"])
    func `is the one asked for, and says so`(path: String) throws {
        let service = try TestService()
        let target = path == "RECORD" ? try service.addBook() : path
        for (accept, types) in [
            ("text/html", ["text/html"]), ("text/plain", ["text/plain"]),
            ("application/json", ["application/json", "application/problem+json"]),
        ] {
            let answer = try service.get(target, [("Accept", accept)])
            #expect(types.contains(answer.type ?? ""), "\(target) as \(accept)")
            #expect(answer[.vary]?.contains("Accept") == true)
            #expect(answer[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test(arguments: ["/books", "/books/new", "/person"])
    func `is 406 where none is taken, in words`(path: String) throws {
        let answer = try TestService().get(path, [("Accept", "image/png")])
        #expect(answer.status == .notAcceptable)
        #expect(answer.type == "text/plain")
    }

    @Test func `is fixed for a probe`() throws {
        let service = try TestService()
        for accept in ["image/png", "text/html", "application/json"] {
            let answer = try service.get("/healthz", [("Accept", accept)])
            #expect(answer.status == .ok)
            #expect(answer.text == "ok\n")
        }
    }
}
