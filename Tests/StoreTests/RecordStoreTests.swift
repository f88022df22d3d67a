import FormworkRecords
import Groundwork
import TestSupport
import Testing

@testable import FormworkStore

/// What every engine behind the protocol of records must hold to.
@Suite("A store of records") struct RecordStoreTests {
    /// An engine; each test gets an empty store of it.
    enum Engine: CaseIterable, Sendable {
        case files
        case memory

        func open() throws -> any RecordStore {
            switch self {
            case .files: try openStore(SimulatedFileSystem())
            case .memory: MemoryStore()
            }
        }
    }

    @Test("gives a saved record back until it is removed", arguments: Engine.allCases)
    func life(_ engine: Engine) async throws {
        let store = try engine.open()
        #expect(store.state == .writable)
        #expect(try await store.count("books") == 0)
        let emma = try await store.commit([.book("Emma")])[0]
        #expect((emma.type, emma.revision) == ("books", 1))
        #expect(try await store.record("books", emma.id) == emma)
        #expect(try await store.record("profiles", emma.id) == nil)
        let changed = try await store.commit([.retitle(emma.id, "Emma II", expecting: 1)])[0]
        #expect((changed.id, changed.revision, changed.title) == (emma.id, 2, "Emma II"))
        #expect(changed.createdAt == emma.createdAt)
        #expect(try await store.count("books") == 1)
        #expect(try await store.commit([.removeBook(emma.id, expecting: 2)]) == [changed])
        #expect(try await store.record("books", emma.id) == nil)
        #expect(try await store.count("books") == 0)
        await #expect(throws: CommitError.notFound(type: "books", id: emma.id)) {
            try await store.commit([.retitle(emma.id, "gone")])
        }
        for id in ["", "x", "../books", emma.id + "0"] {
            #expect(try await store.record("books", id) == nil)
        }
    }

    @Test("overwrites no revision that nobody has seen", arguments: Engine.allCases)
    func conflicts(_ engine: Engine) async throws {
        let store = try engine.open()
        let first = try await store.commit([.book("Emma")])[0]
        let second = try await store.commit([.retitle(first.id, "Emma II")])[0]
        for change in [
            Change.retitle(first.id, "late", expecting: 1), .removeBook(first.id, expecting: 1),
            .restore(first),
        ] {
            await #expect(throws: CommitError.conflict(current: second)) {
                try await store.commit([change])
            }
        }
        #expect(try await store.record("books", first.id) == second)
    }

    @Test("saves all changes of a transaction or none", arguments: Engine.allCases)
    func transactions(_ engine: Engine) async throws {
        let store = try engine.open()
        let book = try await store.commit([.book("Emma")])[0]
        await #expect(throws: CommitError.self) {
            try await store.commit([
                .book("Evelina"), .retitle(book.id, "x"), .retitle(book.id, "y", expecting: 1),
            ])
        }
        #expect(try await store.count("books") == 1)
        #expect(try await store.record("books", book.id)?.title == "Emma")
        let saved = try await store.commit([
            .book("Evelina"), .retitle(book.id, "x"), .retitle(book.id, "y", expecting: 2),
        ])
        #expect(saved.map(\.title) == ["Evelina", "x", "y"])
        #expect(try await store.commit([]) == [])
    }

    @Test("lists a part that follows a record or ends before one", arguments: Engine.allCases)
    func lists(_ engine: Engine) async throws {
        let store = try engine.open()
        var ids: [String] = []
        for number in 0..<7 { ids.append(try await store.commit([.book("\(number)")])[0].id) }
        func titles(_ query: ListQuery) async throws -> [String] {
            try await store.list("books", query).records.compactMap(\.title)
        }
        #expect(try await titles(ListQuery(limit: 3)) == ["6", "5", "4"])
        #expect(try await titles(ListQuery(offset: 5, limit: 3)) == ["1", "0"])
        #expect(try await titles(ListQuery(offset: .max, limit: .max)) == [])
        #expect(try await titles(ListQuery(offset: .min, limit: -1)) == [])
        #expect(try await titles(ListQuery(isDescending: false, limit: 2)) == ["0", "1"])
        var query = ListQuery(limit: 3)
        let page = try await store.list("books", query)
        #expect((page.total, page.offset, page.last?.id) == (7, 0, ids[4]))
        query.edge = page.last.map { .after($0) }
        #expect(try await titles(query) == ["3", "2", "1"])
        // The record that the part follows may go, and others may come.
        _ = try await store.commit([.removeBook(ids[4]), .book("7")])
        #expect(try await titles(query) == ["3", "2", "1"])
        query.edge = query.edge.map { .before($0.position) }
        #expect(try await titles(query) == ["7", "6", "5"])
        query.edge = nil
        query.order = "no such field"
        await #expect(throws: ReadError.self) { try await store.list("books", query) }
    }

    @Test(
        "has an attachment as long as somebody holds it or a record names it",
        arguments: Engine.allCases)
    func attachments(_ engine: Engine) async throws {
        let store = try engine.open()
        let digest = String(repeating: "0", count: 64)
        #expect(await store.hold(digest) == nil)
        #expect(try await store.attachment(digest) == nil)
        await #expect(throws: CommitError.invalid(reason: "there is no file \(digest)")) {
            try await store.commit([.book("Emma", files: [digest])])
        }
        let hold = try await store.keep(.bytes(picture))
        let book = try await store.commit([.book("Emma", files: [hold.digest])])[0]
        #expect(book.attachments == [hold.digest])
        #expect(await store.hold(hold.digest)?.digest == hold.digest)
        #expect(try await store.attachment(hold.digest)?.length == picture.count)
        #expect(try await store.record("books", book.id)?.attachments == [hold.digest])
    }
}
