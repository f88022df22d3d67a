import FormworkHTTP
import Testing

@testable import FormworkService

@Suite struct `A notice` {
    private static func hud(_ answer: TestAnswer) throws -> String? {
        try answer.page.all.first { $0["class"] == "hud" }?.all("p").first?.text
    }

    @Test func `is shown once, on the page that follows`() throws {
        let service = try TestService()
        let saved = try service.post("/books", emma)
        let path = try #require(saved[.location])
        #expect(
            saved.cookies
                == ["notice=created; Path=\(path); Max-Age=60; HttpOnly; SameSite=Lax"])
        let shown = try service.get(path, [("Cookie", try saved.cookie("notice"))])
        #expect(try Self.hud(shown) == "\u{201c}Emma\u{201d} is saved")
        #expect(
            shown.cookies == ["notice=; Path=\(path); Max-Age=0; HttpOnly; SameSite=Lax"])
        #expect(shown.isNeverKept)
        let again = try service.get(path)
        #expect(try Self.hud(again) == nil)
        #expect(again.cookies.isEmpty)
    }

    @Test func `tells of a change and of a deletion`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let changed = try service.post(path, [("pages", "1")])
        let cookie = try changed.cookie("notice")
        #expect(
            try Self.hud(service.get(path, [("Cookie", cookie)])) == "\u{201c}Emma\u{201d} is saved"
        )
        let deleted = try service.post("\(path)/delete", [])
        #expect(deleted.cookies.first?.contains("Path=/books;") == true)
        let list = try service.get("/books", [("Cookie", try deleted.cookie("notice"))])
        #expect(try Self.hud(list) == "The book is deleted")
        #expect(list.cookies == ["notice=; Path=/books; Max-Age=0; HttpOnly; SameSite=Lax"])
    }

    @Test(arguments: [
        ("RECORD", "forged"), ("RECORD", ""), ("RECORD", "<script>"), ("RECORD", "deleted"),
        ("/books", "created"), ("/books", "changed"), ("/person", "deleted"),
        ("/person", "changed"),
    ])
    func `of another page, or of nothing, is left alone`(page: String, code: String) throws {
        let service = try TestService()
        let path = page == "RECORD" ? try service.addBook() : page
        let answer = try service.get(path, [("Cookie", "notice=\(code)")])
        #expect(answer.status == .ok)
        #expect(try Self.hud(answer) == nil)
    }

    @Test func `isn't given to a program`() throws {
        let service = try TestService()
        for accept in ["application/json", "text/plain"] {
            let answer = try service.post("/books", emma, [("Accept", accept)])
            #expect(answer.cookies.isEmpty)
        }
    }

    @Test func `has a close button that works without a script`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let page = try service.get(path, [("Cookie", "notice=created")]).page
        let close = page.all("a").first { $0["class"] == "hud-close" }
        #expect(close?["href"] == path)
        #expect(close?["aria-label"] == "Close notice")
    }
}
