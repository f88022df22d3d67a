import FormworkHTTP
import Testing

@testable import FormworkService

@Suite struct `A page` {
    /// Every kind of page with an answer that shows it.
    private static func pages() throws -> [(name: String, answer: TestAnswer)] {
        let service = try TestService()
        let path = try service.addBook()
        let foreign = [("Sec-Fetch-Site", "cross-site")]
        return [
            ("welcome", try service.get("/")),
            ("person", try service.get("/person")),
            ("delete the person", try service.get("/person/delete")),
            ("list", try service.get("/books?per=1")),
            ("new", try service.get("/books/new")),
            ("record", try service.get(path, [("Cookie", "notice=created")])),
            ("edit", try service.get("\(path)/edit")),
            ("delete", try service.get("\(path)/delete")),
            ("422", try service.post("/books", [("title", "")])),
            ("422 of a person", try service.post("/person", [])),
            ("intent", try service.post("/books", emma(("_intent", "clear:title")))),
            ("403", try service.post("/books", emma, foreign)),
            ("403 of a question", try service.post("\(path)/delete", [], foreign)),
            ("409", try service.post(path, emma(("_revision", "9")))),
            ("404", try service.get("/nothing")),
            ("405", try service.ask(.delete, "/books")),
            ("400", try service.get("/books?page=x")),
            ("415", try service.ask(.post, "/books", [("Content-Type", "text/csv")])),
        ]
    }

    @Test func `carries the security headers and nothing inline`() throws {
        for (name, answer) in try Self.pages() {
            #expect(answer.type == "text/html", "\(name)")
            #expect(answer[.contentType] == "text/html; charset=utf-8", "\(name)")
            let policy = try #require(answer[.contentSecurityPolicy])
            let rules = policy.split(separator: "; ")
            for rule in [
                "default-src 'none'", "script-src 'self'", "style-src 'self'",
                "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
                "object-src 'none'",
            ] {
                #expect(rules.contains(rule[...]), "\(name)")
            }
            #expect(!policy.contains("unsafe"), "\(name)")
            #expect(answer[.xContentTypeOptions] == "nosniff", "\(name)")
            #expect(answer[.xFrameOptions] == "DENY", "\(name)")
            #expect(answer[.referrerPolicy] == "same-origin", "\(name)")
            #expect(answer[.permissionsPolicy]?.contains("camera=()") == true, "\(name)")
            #expect(answer[.crossOriginOpenerPolicy] == "same-origin", "\(name)")
            #expect(answer[.crossOriginResourcePolicy] == "same-origin", "\(name)")
            #expect(answer[.cacheControl] != nil, "\(name)")
            for element in try answer.page.all {
                for attribute in element.attributes {
                    #expect(!attribute.name.hasPrefix("on"), "\(name)")
                    #expect(attribute.name != "style", "\(name)")
                }
                #expect(element.name != "style", "\(name)")
                if element.name == "script" {
                    #expect(element["src"] == "/formwork.js", "\(name)")
                    #expect(element.text.isEmpty, "\(name)")
                }
            }
        }
    }

    @Test func `has one title, one heading, one main part, and a language`() throws {
        for (name, answer) in try Self.pages() {
            let page = try answer.page
            let heading = page.all("h1")
            #expect(heading.count == 1, "\(name)")
            #expect(page.all("main").count == 1, "\(name)")
            #expect(page.all("html").first?["lang"] == "en", "\(name)")
            let title = page.all("title").map(\.text)
            let hasErrors = page.element(id: "error-summary") != nil
            let expected = "\(heading.first?.text ?? "") \u{2013} Library"
            #expect(title == [hasErrors ? "Error: " + expected : expected], "\(name)")
            #expect(
                hasErrors == ["422", "422 of a person", "403", "409"].contains(name), "\(name)")
            #expect(page.all("a").first?["class"] == "skip", "\(name)")
            #expect(page.all("a").first?["href"] == "#main", "\(name)")
        }
    }

    @Test func `refers to nothing that isn't in it`() throws {
        for (name, answer) in try Self.pages() {
            let page = try answer.page
            let ids = page.all.compactMap { $0["id"] }
            #expect(Set(ids).count == ids.count, "\(name)")
            var references = page.all.compactMap { $0["for"] }
            references += page.all.flatMap { ($0["aria-describedby"] ?? "").split(separator: " ") }
                .map(String.init)
            references += page.all("a").compactMap { $0["href"] }.filter { $0.hasPrefix("#") }
                .map { String($0.dropFirst()) }
            for reference in references {
                #expect(ids.contains(reference), "\(name): \(reference)")
            }
            #expect(page.all.count { $0["autofocus"] != nil } <= 1, "\(name)")
        }
    }

    @Test func `refers to files that are there, also without a folder for them`() throws {
        let service = try TestService()
        let head = try service.get("/nothing").page
        let files =
            head.all("link").compactMap { $0["href"] }
            + head.all("script").compactMap { $0["src"] }
        #expect(files.count == 3)
        for file in files {
            let answer = try service.get(file)
            #expect(answer.status == .ok, "\(file)")
            #expect(!answer.bytes.isEmpty, "\(file)")
        }
    }

    @Test func `says the same words in the summary and at the field`() throws {
        for (name, answer) in try Self.pages() where name.hasPrefix("422") {
            let page = try answer.page
            let links = try #require(page.element(id: "error-summary")).all("a")
            #expect(!links.isEmpty)
            for link in links {
                let id = try #require(link["href"]).dropFirst()
                let error = try #require(page.element(id: "\(id)-error"))
                #expect(error.text == "Error: " + link.text)
                let field = try #require(page.element(id: String(id)))
                #expect(field["aria-invalid"] == "true")
                #expect(field["aria-describedby"]?.hasPrefix("\(id)-error") == true)
            }
        }
    }

    @Test func `has the button that saves as the first of its form`() throws {
        for (name, answer) in try Self.pages() {
            for form in try answer.page.all("form") where form["role"] != "search" {
                let first = try #require(form.all("button").first, "\(name)")
                #expect(first["name"] == nil, "\(name)")
                #expect(first["type"] == "submit", "\(name)")
                #expect(form["method"] == "post", "\(name)")
                for button in form.all("button") where button["name"] != nil {
                    #expect(button["name"] == "_intent", "\(name)")
                    #expect(button.attributes.contains { $0.name == "formnovalidate" }, "\(name)")
                }
            }
        }
    }

    @Test func `marks where it stands in the bar`() throws {
        for (name, answer) in try Self.pages() {
            let links = try answer.page.all("nav").first?.all("a") ?? []
            #expect(links.map(\.text) == ["Books", "Person"], "\(name)")
            let current = links.filter { $0["aria-current"] == "page" }.map(\.text)
            switch name {
            case "welcome", "404": #expect(current == [], "\(name)")
            case _ where name.contains("person"): #expect(current == ["Person"], "\(name)")
            default: #expect(current == ["Books"], "\(name)")
            }
        }
        let near = try TestService().get("/booksellers").page
        #expect(near.all("nav").first?.all("a").contains { $0["aria-current"] != nil } == false)
    }

    @Test func `that is somebody's own or a submission is kept by no cache`() throws {
        for (name, answer) in try Self.pages() {
            let mayBeKept = ["list", "new", "edit", "delete"].contains(name)
            #expect(answer.isNeverKept == !mayBeKept, "\(name)")
        }
    }
}
