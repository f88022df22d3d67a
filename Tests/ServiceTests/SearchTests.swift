import Formwork
import FormworkHTTP
import FormworkRecords
import FormworkServer
import FormworkStore
import Groundwork
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A list that is searched and sorted` {
    /// A service with books whose order differs by every field.
    private static func service() throws -> TestService {
        let service = try TestService()
        for (title, author, pages, rating) in [
            ("Emma", "Jane Austen", "474", "4.5"), ("\u{c9}mile", "Zola", "1000", "5"),
            ("Moby-Dick; or, The Whale", "Herman Melville", "635", "0"),
            ("Stra\u{df}e \"quoted\" <b>", "J. Emmerich", "9", "4"),
        ] {
            _ = try service.addBook([
                ("title", title), ("author", author), ("pages", pages), ("rating", rating),
            ])
        }
        return service
    }

    private static func encoded(_ fields: (name: String, value: String)...) -> String {
        FormURLEncoded.encode(fields)
    }

    private static func titles(_ answer: TestAnswer) throws -> [String] {
        guard case .array(let items)? = try answer.json["items"] else { return ["no items"] }
        return items.map { item in
            guard case .object(let item) = item else { return "no object" }
            return String(item["title"]?.string?.prefix(4) ?? "")
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let query: String
        let titles: [String]

        var testDescription: String { query }
    }

    @Test(arguments: [
        Row(query: "sort=title", titles: ["\u{c9}mil", "Emma", "Moby", "Stra"]),
        Row(query: "sort=-title", titles: ["Stra", "Moby", "Emma", "\u{c9}mil"]),
        Row(query: "sort=author", titles: ["Moby", "Stra", "Emma", "\u{c9}mil"]),
        Row(query: "sort=pages", titles: ["Stra", "Emma", "Moby", "\u{c9}mil"]),
        Row(query: "sort=-pages", titles: ["\u{c9}mil", "Moby", "Emma", "Stra"]),
        Row(query: "sort=-rating", titles: ["\u{c9}mil", "Emma", "Stra", "Moby"]),
        Row(query: "sort=createdAt", titles: ["Emma", "\u{c9}mil", "Moby", "Stra"]),
        Row(query: "sort=-createdAt", titles: ["Stra", "Moby", "\u{c9}mil", "Emma"]),
        Row(query: "q=em", titles: ["Stra", "\u{c9}mil", "Emma"]),
        Row(query: "q=EM&sort=title", titles: ["\u{c9}mil", "Emma", "Stra"]),
        Row(query: "q=em&sort=createdAt&per=2", titles: ["Emma", "\u{c9}mil"]),
        Row(query: "q=em&sort=createdAt&per=2&page=2", titles: ["Stra"]),
        Row(query: "q=em&page=9", titles: []),
        Row(query: "q=austen+jane", titles: ["Emma"]),
        Row(query: "q=strasse", titles: ["Stra"]),
        Row(query: "q=mma", titles: []),
        Row(query: "q=635", titles: []),
        Row(query: "q=%00em%0D%0A%E2%80%AEaus%09", titles: ["Emma"]),
        Row(query: "q=", titles: ["Stra", "Moby", "\u{c9}mil", "Emma"]),
        Row(query: "q=%20%E2%80%8B%C2%A0%09", titles: ["Stra", "Moby", "\u{c9}mil", "Emma"]),
        Row(query: "q=%22%3C", titles: []),
    ])
    func `is the same in every kind`(row: Row) throws {
        let service = try Self.service()
        let target = "/books?\(row.query)"
        let json = try service.get(target, [("Accept", "application/json")])
        #expect(try Self.titles(json) == row.titles)
        let text = try service.get(target, [("Accept", "text/plain")]).text
        let lines = text.split(separator: "\n").map { String($0.dropFirst(28).prefix(4)) }
        #expect(lines == row.titles)
        let list = try service.get(target).page.all("ul").first { $0["class"] == "list" }
        let rows = list?.all("li").compactMap { $0.all("a").first?.text.prefix(4) } ?? []
        #expect(rows.map(String.init) == row.titles)
    }

    @Test func `keeps search, order and size from page to page`() throws {
        let service = try Self.service()
        let search = "\u{c9}x \u{201c}\"&<"
        let target =
            "/books?"
            + Self.encoded(("per", "1"), ("sort", "-pages"), ("q", "  E\u{301}m "), ("x", "y"))
        let json = try service.get(target, [("Accept", "application/json")])
        let next = try #require(try json.json["next"]?.string)
        #expect(next.hasPrefix("/books?q=%C3%89m&sort=-pages&after="))
        #expect(next.hasSuffix("&per=1"))
        #expect(json[.link] == "<\(next)>; rel=\"next\"")
        #expect(try json.json["total"] == .number(JSON.Number(3)))
        let second = try service.get(next).page
        for (relation, name) in [("prev", "before"), ("next", "after")] {
            let link = second.all("a").first { $0["rel"] == relation }?["href"] ?? ""
            #expect(link.hasPrefix("/books?q=%C3%89m&sort=-pages&\(name)="))
            #expect(try service.get(link).status == .ok)
        }
        #expect(second.value(of: "q") == "\u{c9}m")
        #expect(second.value(of: "per") == "1")
        #expect(second.all("option").first { $0["selected"] != nil }?["value"] == "-pages")
        let none = "/books?" + Self.encoded(("q", search), ("sort", "title"))
        let page = try service.get(none).page
        #expect(page.value(of: "q") == search)
        #expect(page.text.contains("Nothing matches \u{201c}\(search)\u{201d}"))
        #expect(page.all("a").contains { $0["href"] == "/books?sort=title" })
    }

    @Test(arguments: [
        ("", "Books"), ("?q=em", "Books: \u{201c}em\u{201d}"), ("?page=2&per=1", "Books, page 2"),
        ("?q=em&page=2&per=1", "Books: \u{201c}em\u{201d}, page 2"),
        ("?q=%E2%80%AE%3C%2Ftitle%3E", "Books: \u{201c}</title>\u{201d}"),
    ])
    func `says in its title what was searched`(query: String, title: String) throws {
        let page = try Self.service().get("/books\(query)").page
        #expect(page.all("title").map(\.text) == ["\(title) \u{2013} Library"])
        #expect(page.all("h1").map(\.text) == ["Books"])
    }

    @Test(arguments: [("em", "3 found"), ("jane", "1 found"), ("", "4 in all")])
    func `says how many there are`(search: String, words: String) throws {
        let page = try Self.service().get("/books?q=\(search)").page
        #expect(page.all("p").contains { $0.text == words })
    }

    @Test func `begins with a form that is labelled and keeps nothing in cookies`() throws {
        let page = try Self.service().get("/books").page
        let forms = page.all("form")
        let form = try #require(forms.first)
        #expect(forms.count == 1)
        #expect([form["role"], form["method"], form["action"]] == ["search", "get", "/books"])
        let input = try #require(form.all("input").first)
        #expect([input["type"], input["name"], input["value"]] == ["search", "q", ""])
        let labels = form.all("label").map { [$0["for"], $0.text] }
        #expect(labels == [["q", "Search title and author"], ["sort", "Order"]])
        let options = form.all("option").map { ($0["value"] ?? "", $0.text) }
        #expect(
            options.map(\.0) == [
                "-createdAt", "createdAt", "title", "-title", "author", "-author", "pages",
                "-pages", "rating", "-rating",
            ])
        #expect(
            options.prefix(4).map(\.1) == [
                "Added, newest first", "Added, oldest first", "Title, A to Z", "Title, Z to A",
            ])
        #expect(
            options.suffix(2).map(\.1) == ["Rating, lowest first", "Rating, highest first"])
        #expect(form.all("button").map { $0["type"] } == ["submit"])
    }

    @Test func `has no form where there is nothing to search`() throws {
        let service = try TestService()
        #expect(try service.get("/books").page.all("form").isEmpty)
        #expect(try service.get("/books?q=x").page.all("form").count == 1)
    }

    @Test(arguments: [
        ("sort=year", "title, author, pages, rating"), ("sort=", "createdAt"),
        ("sort=--title", "createdAt"), ("sort=-", "createdAt"), ("sort=Title", "title"),
        ("sort=inPrint", "title"), ("sort=title&sort=title", "once"), ("q=a&q=a", "once"),
        ("q=&q=", "once"), ("q=%FF", "UTF-8"), ("q=%C3", "UTF-8"), ("sort=%FF", "UTF-8"),
        ("q=\(String(repeating: "a", count: 201))", "200 characters"),
        ("q=a\(String(repeating: "%CC%81", count: 10_000))", "200 characters"),
        ("q=\(String(repeating: "%00", count: 201))", "200 characters"),
    ])
    func `is refused with words that help`(query: String, words: String) throws {
        let service = try Self.service()
        for accept in ["text/html", "application/json", "text/plain"] {
            let answer = try service.get("/books?\(query)", [("Accept", accept)])
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains(words), "\(answer.text)")
        }
    }

    @Test func `takes a search of two hundred characters, whatever they consist of`() throws {
        let service = try Self.service()
        for character in [
            "a", "%C3%9F", "%C4%B0", "a%CC%81%CC%82", "%F0%9F%91%A9%E2%80%8D%F0%9F%94%AC",
        ] {
            let query = String(repeating: character, count: 200)
            #expect(try service.get("/books?q=\(query)").status == .ok)
        }
    }

    @Test func `isn't searched where no field is named`() throws {
        let form = FormDefinition(starting: TestBook()) { TestBookForm(book: $0) }
        let fields = try ListFields(form, search: [], sort: [\.title])
        #expect(!fields.isSearched)
        #expect(fields.offersForm)
        #expect(!ListFields().offersForm)
        let page = PagePosition(
            try ListRequest(
                Request(target: "/?sort=title&q="), fields: fields, limits: Limits()),
            ListedRecords(rows: [], total: 1), path: "/books")
        let content = RenderedContent(SearchForm(page: page, fields: fields))
        let html = String(decoding: content.bytes, as: UTF8.self)
        #expect(!html.contains("role=\"search\""))
        #expect(!html.contains("type=\"search\""))
        #expect(html.contains("<select"))
        #expect(throws: Problem.self) {
            try ListRequest(Request(target: "/?q=a"), fields: fields, limits: Limits())
        }
    }

    @Test func `can't be by what is no field of the right kind`() throws {
        let cases: [([PartialKeyPath<TestBook>], [PartialKeyPath<TestBook>], FormFault.Problem)] = [
            ([\.pages], [], .notSearchable), ([\.title, \.inPrint], [], .notSearchable),
            ([], [\.title, \.inPrint], .notSortable), ([], [\.title.count], .notInForm),
            ([\.description], [], .notInForm), ([], [\.self], .notInForm),
        ]
        let form = FormDefinition(starting: TestBook()) { TestBookForm(book: $0) }
        for (search, sort, problem) in cases {
            let found = #expect(throws: FormFault.self) {
                try ListFields(form, search: search, sort: sort)
            }
            #expect(found?.problem == problem)
            let failure = #expect(throws: ServeFailure.self) {
                try Service { service in
                    service.resource(
                        "books", of: TestBook.self, starting: TestBook(),
                        names: RecordNames(singular: "book", plural: "books") { $0.title },
                        search: search, sort: sort
                    ) { TestBookForm(book: $0) }
                }
            }
            #expect(failure?.exitCode == 70)
            #expect(failure?.description == found?.description)
            #expect(found?.description.contains("TestBook: the field \"") == true)
        }
    }
}

extension TestBook {
    /// What no form shows.
    fileprivate var description: String { title + author }
}

@Suite struct `A list while the store still reads` {
    private static func held() throws -> (TestService, HeldFileSystem) {
        let folder = try TemporaryFolder()
        let first = try TestService(in: folder)
        for title in ["Emma", "Middlemarch"] {
            _ = try first.addBook(emma(("title", title)))
        }
        first.store.close()
        let files = HeldFileSystem()
        return (try TestService(in: folder, files: files), files)
    }

    private static func pending(
        _ service: TestService, _ target: String
    ) throws -> PendingAnswer {
        PendingAnswer(
            service.handler.answer(
                try Request(target: target, headers: [.host: "library.example"])))
    }

    @Test func `is there at once in the order of creation`() throws {
        let (service, files) = try Self.held()
        defer { files.release() }
        for query in ["", "?sort=createdAt", "?sort=-createdAt&page=2", "?q=+"] {
            let pending = try Self.pending(service, "/books\(query)")
            #expect(!pending.isWaiting, "\(query)")
        }
        #expect(try service.get("/books").page.text.contains("2 in all"))
    }

    @Test(arguments: ["?sort=title", "?q=e", "?sort=title&page=3"])
    func `waits with any other, and is whole then`(query: String) throws {
        let (service, files) = try Self.held()
        let pending = try Self.pending(service, "/books\(query)")
        #expect(pending.isWaiting)
        _ = try service.addBook(emma(("title", "Evelina")))
        files.release()
        let answer = try pending.wait()
        #expect(answer.status == .ok)
        let words = query.contains("q=") ? "2 found" : "3 in all"
        #expect(try answer.page.text.contains(words))
    }

    @Test func `is refused for now where it can't be read`() throws {
        let (service, files) = try Self.held()
        let pending = try Self.pending(service, "/books?q=e")
        files.release(broken: true)
        let answer = try pending.wait()
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.text.contains("The list can\u{2019}t be read"))
        #expect(!answer.text.contains(service.folder.path))
        #expect(try service.get("/books?sort=title").status == .serviceUnavailable)
        #expect(try service.get("/books").status == .ok)
    }

    @Test func `is refused when the service stops meanwhile`() throws {
        let (service, files) = try Self.held()
        let pending = try Self.pending(service, "/books?q=e")
        let closing = Task.detached { service.store.close() }
        files.release()
        let answer = try pending.wait()
        #expect([.ok, .serviceUnavailable].contains(answer.status))
        _ = closing
    }
}
