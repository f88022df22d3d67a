import FormworkHTTP
import FormworkRecords
import FormworkStore
import Groundwork
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A store that can't save` {
    private static let notSaved = "Nothing was saved: nothing can be saved at the moment"

    /// A service that is read-only with one book and one person in it.
    private static func service() throws -> (TestService, path: String, session: String) {
        let folder = try TemporaryFolder()
        let first = try TestService(in: folder)
        let path = try first.addBook()
        let person = try first.post("/person", [("name", "Ada"), ("isRemembered", "on")])
        let session = try person.cookie("session")
        first.store.close()
        return (try TestService(in: folder) { $0.isReadOnly = true }, path, session)
    }

    @Test(arguments: ["/books", "RECORD", "/person"])
    func `gives the page back with all that was typed`(path: String) throws {
        let (service, record, session) = try Self.service()
        let before = try service.books
        let fields = emma(("author", "J. A."), ("name", "Ada L."), ("isRemembered", "on"))
        let answer = try service.post(
            path == "RECORD" ? record : path, fields, [("Cookie", session)])
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.isNeverKept)
        let page = try answer.page
        #expect(page.element(id: "error-summary")?.text.contains(Self.notSaved) == true)
        #expect(page.all("title").first?.text.hasPrefix("Error: ") == true)
        if path == "/person" {
            #expect(page.value(of: "name") == "Ada L.")
        } else {
            #expect(page.value(of: "author") == "J. A.")
            #expect(page.value(of: "pages") == "474")
        }
        #expect(try service.books == before)
    }

    @Test(arguments: ["/books", "RECORD", "/person", "RECORD/delete", "/person/delete"])
    func `says so in every kind`(path: String) throws {
        let (service, record, session) = try Self.service()
        let target = path.replacing("RECORD", with: record)
        let fields = emma(("name", "Ada L."), ("isRemembered", "on"))
        for (accept, type) in [
            ("text/html", "text/html"), ("text/plain", "text/plain"),
            ("application/json", "application/problem+json"),
        ] {
            let answer = try service.post(
                target, fields, [("Accept", accept), ("Cookie", session)])
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.type == type)
            #expect(answer.text.contains(Self.notSaved))
            #expect(answer.cookies.isEmpty)
            #expect(!answer.text.contains(service.folder.path))
        }
    }

    @Test func `still shows what is there`() throws {
        let (service, path, session) = try Self.service()
        #expect(try service.get(path).page.text.contains("Jane Austen"))
        #expect(try service.get("/books").page.text.contains("1 in all"))
        let person = try service.get("/person", [("Cookie", session)]).page
        #expect(person.value(of: "name") == "Ada")
        #expect(try service.post("/books", emma(("title", ""))).status == .unprocessableContent)
        #expect(try service.post("/books", emma(("_intent", "check"))).status == .ok)
    }

    @Test func `keeps a person in memory who doesn't want to be saved`() throws {
        let (service, _, _) = try Self.service()
        #expect(try service.post("/person", [("name", "Eve")]).status == .seeOther)
    }

    @Test func `says what it doesn't know, and nothing of the machine`() {
        let unknown = Problem(.failed(reason: "/srv/data: EIO", outcomeUnknown: true))
        #expect(unknown.status == .serviceUnavailable)
        #expect(unknown.detail.contains("not known whether"))
        let known = Problem(.failed(reason: "/srv/data: EIO", outcomeUnknown: false))
        #expect(known.detail == "Nothing was saved: the disk failed. Try again later")
        #expect(
            Problem(.diskFull).detail == "Nothing was saved: the disk is full. Try again later")
        for problem in [unknown, known] { #expect(!problem.detail.contains("/srv")) }
    }
}
