import FormworkHTTP
import FormworkRecords
import FormworkStore
import Groundwork
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `Saving` {
    private static let stored =
        #"{"title":"Emma","author":"Jane Austen","pages":474,"rating":0,"inPrint":true}"#

    @Test func `a new record sends a browser to its page`() throws {
        let service = try TestService()
        let answer = try service.post("/books", emma)
        #expect(answer.status == .seeOther)
        let location = try #require(answer[.location])
        #expect(location.wholeMatch(of: /\/books\/[0-9a-z]{26}/) != nil)
        #expect(answer.isNeverKept)
        #expect(answer.bytes.isEmpty)
        #expect(try service.books == [Self.stored])
        #expect(try service.get(location).page.text.contains("Jane Austen"))
    }

    @Test func `a new record answers a program with the record`() throws {
        let service = try TestService()
        let answer = try service.send(
            .post, "/books",
            json: #"{"title":"Emma","author":"Jane Austen","pages":474,"inPrint":true}"#)
        #expect(answer.status == .created)
        #expect(answer.type == "application/json")
        #expect(answer[.etag] == "\"1\"")
        let record = try answer.json
        #expect(answer[.location] == "/books/\(record["id"]?.string ?? "")")
        #expect(
            record.members.map(\.name) == [
                "id", "revision", "createdAt", "updatedAt", "title", "author", "pages", "rating",
                "inPrint",
            ])
        #expect(record["revision"] == .number(JSON.Number(1)))
        #expect(record["createdAt"] == record["updatedAt"])
        #expect(try service.books == [Self.stored])
        let read = try service.get(
            try #require(answer[.location]), [("Accept", "application/json")])
        #expect(try read.json == record)
        #expect(read[.etag] == "\"1\"")
    }

    @Test(arguments: ["text/html", "text/plain"])
    func `a record's tag stands for its document alone`(kind: String) throws {
        let service = try TestService()
        let path = try service.addBook()
        #expect(try service.get(path, [("Accept", kind)])[.etag] == nil)
        #expect(try service.get(path, [("Accept", "application/json")])[.etag] == "\"1\"")
    }

    @Test func `a new record answers a terminal with a line for each field`() throws {
        let service = try TestService()
        let answer = try service.post("/books", emma, [("Accept", "text/plain")])
        #expect(answer.status == .created)
        #expect(answer[.location]?.hasPrefix("/books/") == true)
        #expect(
            answer.text == "title: Emma\nauthor: Jane Austen\npages: 474\nrating: 0\ninPrint: on\n")
    }

    @Test func `what is left out of a new record takes its starting value`() throws {
        let service = try TestService()
        _ = try service.addBook([("title", "Emma"), ("author", "Jane Austen")])
        #expect(
            try service.books == [
                #"{"title":"Emma","author":"Jane Austen","pages":1,"rating":0,"inPrint":false}"#
            ])
    }

    @Test(arguments: ["text/html", "application/json", "text/plain"])
    func `a change keeps what isn't sent`(accept: String) throws {
        let service = try TestService()
        let path = try service.addBook()
        let answer = try service.post(path, [("pages", "475")], [("Accept", accept)])
        switch accept {
        case "text/html":
            #expect(answer.status == .seeOther)
            #expect(answer[.location] == path)
        case "application/json":
            #expect(answer.status == .ok)
            #expect(answer[.etag] == "\"2\"")
            #expect(try answer.json["revision"] == .number(JSON.Number(2)))
        default:
            #expect(answer.status == .ok)
            #expect(answer.text.contains("pages: 475\n"))
        }
        #expect(try service.books == [Self.stored.replacing("474", with: "475")])
    }

    @Test func `PUT replaces, so that what isn't sent takes its starting value`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let answer = try service.send(
            .put, path, json: #"{"title":"Emma","author":"J. A."}"#, [("If-Match", "\"1\"")])
        #expect(answer.status == .ok)
        #expect(answer[.etag] == "\"2\"")
        #expect(
            try service.books == [
                #"{"title":"Emma","author":"J. A.","pages":1,"rating":0,"inPrint":false}"#
            ])
    }

    @Test(arguments: ["application/json", "application/merge-patch+json"])
    func `PATCH keeps what isn't sent`(type: String) throws {
        let service = try TestService()
        let path = try service.addBook()
        let answer = try service.ask(
            .patch, path, [("Content-Type", type), ("If-Match", "\"1\""), ("Accept", "*/*")],
            body: Array(#"{"rating": 4.5}"#.utf8))
        #expect(answer.status == .ok)
        #expect(
            try service.books == [Self.stored.replacing(#""rating":0"#, with: #""rating":4.5"#)])
    }

    @Test(arguments: ["text/html", "application/json", "text/plain"])
    func `a deleted record is gone`(accept: String) throws {
        let service = try TestService()
        let path = try service.addBook()
        let answer =
            accept == "text/html"
            ? try service.post("\(path)/delete", [], [("Accept", accept)])
            : try service.ask(.delete, path, [("Accept", accept), ("If-Match", "\"1\"")])
        #expect(answer.status == (accept == "text/html" ? .seeOther : .noContent))
        #expect(answer[.location] == (accept == "text/html" ? "/books" : nil))
        #expect(try service.books == [])
        #expect(try service.get(path).status == .notFound)
        #expect(try service.post(path, emma).status == .notFound)
        #expect(try service.post("\(path)/delete", []).status == .notFound)
    }

    @Test func `asking before deleting changes nothing`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let page = try service.get("\(path)/delete").page
        #expect(page.text.contains("Delete \u{201c}Emma\u{201d}?"))
        #expect(page.all("form").first?["action"]?.hasPrefix("\(path)/delete") == true)
        #expect(try service.books == [Self.stored])
    }

    @Test func `a toggle that a page showed and that isn't sent is off`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let shown = (name: "_shown", value: "title author pages rating inPrint")
        #expect(try service.post(path, [("title", "Emma"), shown]).status == .seeOther)
        #expect(try service.books[0].contains(#""inPrint":false"#))
    }

    @Test(arguments: [
        ("inPrint=on", true), ("inPrint=true", true), ("inPrint=off", false),
        ("inPrint=false", false), ("inPrint=", false), ("title=Emma", true),
        ("_shown=title&title=Emma", true), ("_shown=title+inPrint&inPrint=on", true),
    ])
    func `a toggle changes where it is sent or was shown`(body: String, isOn: Bool) throws {
        let service = try TestService()
        let path = try service.addBook()
        let answer = try service.ask(
            .post, path, [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(body.utf8))
        #expect(answer.status == .seeOther)
        #expect(try service.books[0].contains("\"inPrint\":\(isOn)"))
    }

    @Test(arguments: [#"{"inPrint": false}"#, #"{"inPrint": null}"#])
    func `a program turns a toggle off by saying so`(json: String) throws {
        let service = try TestService()
        let path = try service.addBook()
        #expect(try service.send(.patch, path, json: json, [("If-Match", "*")]).status == .ok)
        #expect(try service.books[0].contains(#""inPrint":false"#))
    }

    @Test func `names that are no fields are never bound`() throws {
        let service = try TestService()
        let own = "z".padding(to: 26)
        let path = try service.addBook(
            emma(
                ("id", own), ("revision", "9"), ("createdAt", "1900-01-01"), ("admin", "1"),
                ("_keys", "x"), ("type", "person"), ("_method", "DELETE")))
        #expect(path != "/books/\(own)")
        #expect(try service.books == [Self.stored])
        let record = try service.get(path, [("Accept", "application/json")]).json
        #expect(record["revision"] == .number(JSON.Number(1)))
        #expect(record["createdAt"]?.string?.hasPrefix("1900") == false)
        _ = try service.send(
            .post, path,
            json: #"{"id":"x","revision":7,"_keys":["x"],"owner":"x","pages":475}"#)
        #expect(try service.books == [Self.stored.replacing("474", with: "475")])
    }

    @Test func `samples are added to an empty store alone`() throws {
        let folder = try TemporaryFolder()
        let first = try TestService(in: folder) { $0.addsSamples = true }
        #expect(try first.books.count == 1)
        let path = try first.addBook()
        #expect(try first.post("\(path)/delete", []).status == .seeOther)
        first.store.close()
        let second = try TestService(in: folder) { $0.addsSamples = true }
        #expect(try second.books.count == 1)
    }
}

extension String {
    /// The text so often that it has a length.
    fileprivate func padding(to length: Int) -> String { String(repeating: self, count: length) }
}
