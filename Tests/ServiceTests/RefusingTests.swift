import FormworkHTTP
import FormworkRecords
import FormworkStore
import Groundwork
import Testing

@testable import FormworkService

@Suite struct `A form that isn't valid` {
    private static let wrong = emma(("title", ""), ("pages", "20001"), ("rating", "x"))

    @Test func `comes back as a page with all that was typed`() throws {
        let service = try TestService()
        let answer = try service.post("/books", Self.wrong)
        #expect(answer.status == .unprocessableContent)
        #expect(answer.isNeverKept)
        let page = try answer.page
        #expect(page.all("title").first?.text.hasPrefix("Error: Add a book") == true)
        #expect(page.value(of: "author") == "Jane Austen")
        #expect(page.value(of: "pages") == "20001")
        #expect(page.value(of: "rating") == "x")
        #expect(page.all("input").contains { $0["name"] == "inPrint" && $0["checked"] != nil })
        let summary = try #require(page.element(id: "error-summary"))
        #expect(summary.all("a").compactMap { $0["href"] } == ["#title", "#pages", "#rating"])
        #expect(try service.books == [])
    }

    @Test(arguments: ["application/json", "application/problem+json"])
    func `is told to a program field by field, in the order of the form`(accept: String) throws {
        let answer = try TestService().post("/books", Self.wrong, [("Accept", accept)])
        #expect(answer.status == .unprocessableContent)
        #expect(answer.type == "application/problem+json")
        #expect(answer.isNeverKept)
        #expect(try answer.errors == ["/title missing", "/pages tooLarge", "/rating notNumber"])
        let problem = try answer.json
        #expect(problem["status"] == .number(JSON.Number(422)))
        #expect(problem["title"]?.string == "Unprocessable Content")
        #expect(problem["type"]?.string == "about:blank")
        #expect(problem["detail"]?.string?.isEmpty == false)
    }

    @Test func `is told to a terminal with a line to try again`() throws {
        let answer = try TestService().post(
            "/books", [("title", ""), ("author", "Conan O'Brien")], [("Accept", "text/plain")])
        #expect(answer.status == .unprocessableContent)
        #expect(
            answer.text == """
                title: Enter the title

                curl http://library.example/books --data-urlencode 'title=' \
                --data-urlencode 'author=Conan O'\\''Brien'

                """)
    }

    @Test func `comes back as the page to change, with its revision`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let page = try service.post(path, [("title", " ")]).page
        #expect(page.all("title").first?.text.hasPrefix("Error: Change the book") == true)
        #expect(page.value(of: "_revision") == "1")
        #expect(page.value(of: "title") == " ")
        #expect(page.value(of: "author") == "Jane Austen")
        #expect(page.all("form").first?["action"]?.hasPrefix(path) == true)
    }

    @Test(arguments: [
        ("title=a&title=a&author=b", "/title repeated"),
        ("title=a&title=b&author=b", "/title repeated"),
        ("title=a&author=b&pages=1&pages=", "/pages repeated"),
        ("title=a&author=b&inPrint=on&inPrint=on", "/inPrint repeated"),
        ("title=a&author=b&inPrint=maybe", "/inPrint choice"),
        ("title=a&author=b&pages=", "/pages missing"),
        ("title=a&author=b&pages=1.5", "/pages step"),
        ("title=a&author=b&rating=0.3", "/rating step"),
        ("title=a%00b&author=b", "/title control"),
        ("title=a%1Bb&author=b", "/title control"),
        ("title=%E2%80%8B&author=b", "/title missing"),
        ("author=b", "/title missing"),
        ("title[]=a&author=b", "/title missing"),
        ("Title=a&author=b", "/title missing"),
    ])
    func `names the field and the kind of mistake`(body: String, error: String) throws {
        let service = try TestService()
        let answer = try service.ask(
            .post, "/books",
            [
                ("Content-Type", "application/x-www-form-urlencoded"),
                ("Accept", "application/json"),
            ], body: Array(body.utf8))
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.errors == [error])
        #expect(try service.books == [])
    }

    @Test(arguments: [
        (#"{"title":["a","b"],"author":"b"}"#, "/title repeated"),
        (#"{"title":{},"author":"b"}"#, "/title pattern"),
        (#"{"title":null,"author":"b"}"#, "/title missing"),
        (#"{"title":"","author":"b"}"#, "/title missing"),
        (#"{"author":"b"}"#, "/title missing"),
        (#"{"title":"a","author":"b","pages":1e99}"#, "/pages notNumber"),
        (#"{"title":"a","author":"b","pages":"nan"}"#, "/pages notNumber"),
        (#"{"title":"a","author":"b","pages":0}"#, "/pages tooSmall"),
        (#"{"title":"a","author":"b","inPrint":1}"#, "/inPrint choice"),
    ])
    func `names them for a JSON document too`(json: String, error: String) throws {
        let service = try TestService()
        let answer = try service.send(.post, "/books", json: json)
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.errors == [error])
        #expect(try service.books == [])
    }

    @Test func `gives a number in a string its meaning`() throws {
        let service = try TestService()
        let json = #"{"title":"a","author":"b","pages":"12","rating":"0.5"}"#
        #expect(try service.send(.post, "/books", json: json).status == .created)
        #expect(try service.books[0].contains(#""pages":12,"rating":0.5"#))
    }

    @Test func `stores equal texts as equal bytes`() throws {
        let service = try TestService()
        _ = try service.addBook(emma(("title", "Caf\u{e9}")))
        _ = try service.addBook(emma(("title", " Cafe\u{301}\u{200b} ")))
        let books = try service.books
        #expect(Array(books[0].utf8) == Array(books[1].utf8))
    }
}

@Suite struct `A button that doesn't save` {
    struct Press: Sendable {
        let intent: String
        let field: String
        let value: String
        var errors: [String] = []
    }

    @Test(arguments: [
        Press(intent: "step:pages:+1", field: "pages", value: "13"),
        Press(intent: "step:pages:-1", field: "pages", value: "11"),
        Press(intent: "step:rating:+1", field: "rating", value: "0.5"),
        Press(intent: "clear:author", field: "author", value: ""),
        Press(intent: "check", field: "pages", value: "12", errors: ["#title"]),
        Press(intent: "check:title", field: "pages", value: "12", errors: ["#title"]),
        Press(intent: "check:author", field: "pages", value: "12"),
    ])
    func `answers 200 with the page, and saves nothing`(press: Press) throws {
        let service = try TestService()
        let typed = emma(
            ("title", ""), ("pages", "12"), ("rating", "0"), ("_intent", press.intent))
        let answer = try service.post("/books", typed)
        #expect(answer.status == .ok)
        #expect(answer.isNeverKept)
        let page = try answer.page
        #expect(page.value(of: press.field) == press.value)
        let links = page.element(id: "error-summary")?.all("a").compactMap { $0["href"] }
        #expect(links ?? [] == press.errors)
        #expect(page.all.filter { $0["autofocus"] != nil }.count <= 1)
        #expect(try service.books == [])
    }

    @Test func `changes nothing on a record's page either`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let before = try service.books
        let page = try service.post(path, emma(("_intent", "step:pages:+1"))).page
        #expect(page.value(of: "pages") == "475")
        #expect(page.value(of: "_revision") == "1")
        #expect(try service.books == before)
    }

    @Test(arguments: ["/books", "/person"])
    func `answers in the kind that was asked for`(path: String) throws {
        let service = try TestService()
        let fields = [(name: "_intent", value: "check")]
        let json = try service.post(path, fields, [("Accept", "application/json")])
        #expect(json.status == .ok)
        #expect(json.type == "application/json")
        #expect(try !json.errors.isEmpty)
        let text = try service.post(path, fields, [("Accept", "text/plain")])
        #expect(text.status == .ok)
        #expect(text.text.contains(": Enter the "))
        #expect(try service.books == [])
        #expect(service.store.count("people") == 0)
    }
}
