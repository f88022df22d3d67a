import FormworkHTTP
import Groundwork
import Testing

@testable import FormworkService

@Suite struct `Two changes of one record` {
    private func service() throws -> (service: TestService, path: String) {
        let service = try TestService()
        let path = try service.addBook()
        try #require(try service.post(path, [("pages", "1")]).status == .seeOther)
        return (service, path)
    }

    @Test func `give the second a page with what was typed and the new revision`() throws {
        let (service, path) = try service()
        let answer = try service.post(path, emma(("author", "J. A."), ("_revision", "1")))
        #expect(answer.status == .conflict)
        #expect(answer.isNeverKept)
        let page = try answer.page
        #expect(page.value(of: "author") == "J. A.")
        #expect(page.value(of: "pages") == "474")
        #expect(page.value(of: "_revision") == "2")
        #expect(page.all("title").first?.text.hasPrefix("Error: ") == true)
        #expect(page.element(id: "error-summary")?.text.contains("Someone else") == true)
        #expect(try service.books[0].contains(#""pages":1,"#))
        let again = try service.post(path, emma(("author", "J. A."), ("_revision", "2")))
        #expect(again.status == .seeOther)
        #expect(try service.books[0].contains(#""author":"J. A.","pages":474"#))
    }

    @Test func `are told apart by who made the first, with both values`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let shown = ("_shown", "title author pages inPrint")
        let first = try service.post(
            path, emma(("pages", "1"), ("_revision", "1"), shown),
            [("Sec-Fetch-Site", "same-origin")])
        let cookie = try first.cookie("saved")
        let stale = emma(("author", "J. A."), ("pages", "2"), ("_revision", "1"), shown)
        let own = try service.post(path, stale, [("Cookie", cookie)])
        #expect(own.status == .conflict)
        let page = try own.page
        let summary = try #require(page.element(id: "error-summary")).text
        #expect(summary.contains("You have saved this book"))
        #expect(!summary.contains("Someone else"))
        #expect(page.value(of: "pages") == "2")
        #expect(page.element(id: "pages-error")?.text.contains("Saved now: 1") == true)
        #expect(page.element(id: "author-error")?.text.contains("Saved now: Jane Austen") == true)
        #expect(page.element(id: "title-error") == nil)
        for cookies in [[], [("Cookie", "saved=1")], [("Cookie", "saved=")]] {
            let other = try service.post(path, stale, cookies)
            #expect(other.text.contains("Someone else has changed this"))
            #expect(other.text.contains("Saved now: 1"))
        }
        try #require(try service.post(path, [("pages", "3")]).status == .seeOther)
        let later = try service.post(path, stale, [("Cookie", cookie)])
        #expect(later.text.contains("Someone else has changed this"))
    }

    @Test(arguments: ["1", "3", "0", "-1", "", "x", "9999999999999999999999"])
    func `are a conflict whatever the page says, but for the revision that stands`(
        revision: String
    ) throws {
        let (service, path) = try service()
        let answer = try service.post(path, emma(("_revision", revision)))
        #expect(answer.status == .conflict)
        #expect(try service.books[0].contains(#""pages":1,"#))
    }

    @Test(arguments: ["application/json", "text/plain"])
    func `are 412 for a program`(accept: String) throws {
        let (service, path) = try service()
        let answer = try service.post(path, emma(("_revision", "1")), [("Accept", accept)])
        #expect(answer.status == .preconditionFailed)
        #expect(try service.books[0].contains(#""pages":1,"#))
    }

    @Test func `let the last one win where a script doesn't ask`() throws {
        let (service, path) = try service()
        #expect(try service.post(path, [("pages", "2")]).status == .seeOther)
        #expect(try service.send(.post, path, json: #"{"pages":3}"#).status == .ok)
        #expect(try service.books[0].contains(#""pages":3,"#))
    }

    struct Condition: Sendable, CustomTestStringConvertible {
        let method: FormworkHTTP.Method
        let tag: String?
        let status: Status

        init(_ method: FormworkHTTP.Method, _ tag: String?, _ status: Status) {
            (self.method, self.tag, self.status) = (method, tag, status)
        }

        var testDescription: String { "\(method) If-Match \(tag ?? "-")" }
    }

    @Test(arguments: [
        Condition(.put, nil, .preconditionRequired),
        Condition(.patch, nil, .preconditionRequired),
        Condition(.delete, nil, .preconditionRequired),
        Condition(.put, "\"1\"", .preconditionFailed),
        Condition(.patch, "\"1\"", .preconditionFailed),
        Condition(.delete, "\"1\"", .preconditionFailed),
        Condition(.post, "\"1\"", .preconditionFailed),
        Condition(.patch, "W/\"2\"", .preconditionFailed),
        Condition(.patch, "2", .preconditionFailed),
        Condition(.patch, "", .preconditionFailed),
        Condition(.put, "\"2\"", .ok),
        Condition(.patch, "\"1\", \"2\"", .ok),
        Condition(.patch, "*", .ok),
        Condition(.post, "\"2\"", .ok),
        Condition(.delete, "\"2\"", .noContent),
    ])
    func `are kept apart by If-Match`(row: Condition) throws {
        let (service, path) = try service()
        let answer = try service.send(
            row.method, path, json: #"{"title":"Emma","author":"J. A."}"#,
            row.tag.map { [("If-Match", $0)] } ?? [])
        #expect(answer.status == row.status)
        let isSaved = row.status == .ok || row.status == .noContent
        #expect(
            try service.books.first?.contains("J. A.")
                == (row.method == .delete
                    ? (isSaved ? nil : false) : isSaved))
        if !isSaved { #expect(answer.type == "application/problem+json") }
    }
}
