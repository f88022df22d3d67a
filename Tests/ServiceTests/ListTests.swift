import FormworkHTTP
import FormworkRecords
import FormworkStore
import Groundwork
import Testing

@testable import FormworkService

@Suite struct `The list` {
    private func service(books: Int) throws -> TestService {
        let service = try TestService()
        for number in 0..<books {
            _ = try service.addBook(emma(("title", "Volume \(number)")))
        }
        return service
    }

    struct Page: Sendable, CustomTestStringConvertible {
        let query: String
        let titles: [Int]
        var previous: String?
        var next: String?

        var testDescription: String { query }
    }

    @Test(arguments: [
        Page(query: "", titles: [4, 3, 2, 1, 0]),
        Page(query: "?per=2", titles: [4, 3], next: "/books?after=LAST&per=2"),
        Page(
            query: "?per=2&page=2", titles: [2, 1], previous: "/books?before=FIRST&per=2",
            next: "/books?after=LAST&per=2"),
        Page(query: "?page=3&per=2", titles: [0], previous: "/books?before=FIRST&per=2"),
        Page(query: "?page=2&per=5", titles: [], previous: "/books?page=1&per=5"),
        Page(query: "?page=2", titles: [], previous: "/books?page=1"),
        Page(query: "?page=9&per=2", titles: [], previous: "/books?page=3&per=2"),
        Page(query: "?page=9223372036854775807", titles: [], previous: "/books?page=1"),
        Page(query: "?per=100&unknown=x", titles: [4, 3, 2, 1, 0]),
    ])
    func `comes in pages, the newest first, with its neighbours`(page: Page) throws {
        let service = try service(books: 5)
        let answer = try service.get("/books\(page.query)", [("Accept", "application/json")])
        #expect(answer.status == .ok)
        let document = try answer.json
        #expect(
            document.members.map(\.name) == ["items", "total", "page", "per", "next", "previous"])
        guard case .array(let items)? = document["items"] else {
            Issue.record("no items")
            return
        }
        let titles = items.map { item in
            if case .object(let item) = item { return item["title"]?.string }
            return nil
        }
        #expect(titles == page.titles.map { "Volume \($0)" })
        let ids = items.map { item in
            if case .object(let item) = item { return item["id"]?.string ?? "" }
            return ""
        }
        var page = page
        // Behind the id stands when the record was made.
        func withoutMoment(_ text: String?) -> String? {
            text?.replacing(#/\.[0-9a-f]{16}/#, with: "")
        }
        page.next = page.next?.replacing("LAST", with: ids.last ?? "")
        page.previous = page.previous?.replacing("FIRST", with: ids.first ?? "")
        #expect(document["total"] == .number(JSON.Number(5)))
        #expect(withoutMoment(document["next"]?.string) == page.next)
        #expect(withoutMoment(document["previous"]?.string) == page.previous)
        let links = [
            page.next.map { "<\($0)>; rel=\"next\"" },
            page.previous.map { "<\($0)>; rel=\"prev\"" },
        ].compactMap(\.self)
        #expect(
            withoutMoment(answer[.link]) == (links.isEmpty ? nil : links.joined(separator: ", ")))

        let html = try service.get("/books\(page.query)").page
        let rows = html.all("ul").first { $0["class"] == "list" }?.all("li") ?? []
        #expect(rows.map { $0.all("a").first?.text } == titles)
        #expect(withoutMoment(html.all("a").first { $0["rel"] == "next" }?["href"]) == page.next)
        #expect(
            withoutMoment(html.all("a").first { $0["rel"] == "prev" }?["href"]) == page.previous)
        #expect(html.text.contains("5 in all"))
    }

    @Test(arguments: [
        "page=0", "page=-1", "page=x", "page=", "page=1.0", "page=+1", "page=%2B1",
        "page=9223372036854775808", "per=0", "per=101", "per=", "per=%D9%A1", "page=%FF",
    ])
    func `refuses a page that can't be`(query: String) throws {
        let service = try service(books: 1)
        for accept in ["text/html", "application/json", "text/plain"] {
            let answer = try service.get("/books?\(query)", [("Accept", accept)])
            #expect(answer.status == .badRequest, "\(query) as \(accept)")
        }
    }

    @Test func `is a line for each record on a terminal`() throws {
        let service = try service(books: 2)
        let text = try service.get("/books", [("Accept", "text/plain")]).text
        let lines = text.split(separator: "\n")
        #expect(lines.map { $0.dropFirst(26) } == ["  Volume 1", "  Volume 0"])
    }

    @Test func `says so where it is empty`() throws {
        let page = try TestService().get("/books").page
        #expect(page.text.contains("Nothing here yet."))
        #expect(page.all("ul").isEmpty)
    }

    @Test(arguments: [(10_000, 10_000 as Int?, 500), (10_001, nil, 501), (0, 0, 1), (1, 1, 1)])
    func `counts exactly up to ten thousand`(total: Int, exact: Int?, pages: Int) throws {
        let request = try ListRequest(
            Request(target: "/books"), fields: ListFields(), limits: Limits())
        let page = PagePosition(request, ListedRecords(rows: [], total: total), path: "/books")
        #expect(page.exactTotal == exact)
        #expect(page.count == pages)
    }
}
