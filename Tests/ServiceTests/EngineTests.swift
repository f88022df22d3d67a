import FormworkHTTP
import FormworkRecords
import FormworkStore
import Groundwork
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A service whose records another engine has` {
    private static let json = [("Accept", "application/json")]

    @Test func `adds, lists, changes and deletes`() throws {
        let service = try TestService(engine: MemoryStore())
        let path = try service.addBook()
        #expect(try service.get("/books").page.text.contains("1 in all"))
        #expect(try service.get(path, Self.json).json["title"] == .string("Emma"))
        let changed = try service.post(path, emma(("title", "Emma II"), ("_revision", "1")))
        #expect(changed.status == .seeOther)
        #expect(try service.get("\(path)/edit").page.value(of: "title") == "Emma II")
        let stale = try service.post(path, emma(("title", "late"), ("_revision", "1")))
        #expect(stale.status == .conflict)
        #expect(try stale.page.value(of: "title") == "late")
        #expect(try service.post("\(path)/delete", []).status == .seeOther)
        #expect(try service.get(path).status == .notFound)
        #expect(service.store.count("books") == 0)
    }

    @Test func `keeps covers`() throws {
        let service = try TestService(engine: MemoryStore())
        let album = try service.addAlbum(image(3))
        #expect(try service.get("\(album)/cover").bytes == image(3))
    }

    @Test func `says in lists that it has no search`() throws {
        let service = try TestService(engine: MemoryStore())
        #expect(try service.get("/books?q=emma").status == .serviceUnavailable)
        #expect(try service.get("/books?after=nobody").status == .ok)
    }
}
