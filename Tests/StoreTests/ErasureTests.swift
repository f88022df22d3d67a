internal import FormworkRecords
import Foundation
import Groundwork
import TestSupport
import Testing

@testable import FormworkStore

/// What a person had removed is gone from every file.
@Suite struct ErasureTests {
    private static let types = ["books", "profiles"]

    private static func open(_ folder: String, foldLimit: Int = 64 << 20) throws -> Store {
        try Store.open(
            folder: folder, types: types,
            options: StoreOptions(personalTypes: ["profiles"], foldLimit: foldLimit, warn: { _ in })
        )
    }

    private static func profile(_ name: String) -> Change {
        .create(type: "profiles", document: ["name": .string(name)])
    }

    /// Whether any file under a folder has a text in it.
    private static func contains(_ text: String, _ folder: String) throws -> Bool {
        let names = try #require(FileManager.default.enumerator(atPath: folder))
        for case let name as String in names {
            let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
            if data.range(of: Data(text.utf8)) != nil { return true }
        }
        return false
    }

    @Test func `A removed profile is gone from every file while the store runs`() throws {
        try withFolder { folder in
            let store = try Self.open(folder)
            let book = try store.save(.book("Emma"))
            let saved = try store.commit([
                Self.profile("Ann Elliot"), Self.profile("Fanny Price"),
            ])
            #expect(try Self.contains("Ann Elliot", folder))
            try store.commit([
                .delete(type: "profiles", id: saved[0].id, expectedRevision: nil)
            ])
            #expect(isReached { (try? Self.contains("Ann Elliot", folder)) == false })
            #expect(try store.record("profiles", saved[1].id) == saved[1])
            #expect(try store.record("books", book.id) == book)
            store.close()
            let again = try Self.open(folder)
            #expect(again.count("profiles") == 1)
            #expect(try again.titles() == [book.id: "Emma"])
            again.close()
        }
    }

    @Test func `An earlier revision of a profile is gone too, but not that of a book`() throws {
        try withFolder { folder in
            let store = try Self.open(folder, foldLimit: 0)
            let book = try store.save(.book("Sense"))
            let saved = try store.save(Self.profile("Ann Elliot"))
            _ = try store.save(.retitle(book.id, "Sensibility"))
            #expect(try Self.contains("\"Sense\"", folder))
            try store.commit([
                .update(
                    type: "profiles", id: saved.id, expectedRevision: 1,
                    document: ["name": .string("Ann Wentworth")])
            ])
            store.close()
            #expect(try !Self.contains("Ann Elliot", folder))
            #expect(try Self.contains("Ann Wentworth", folder))
        }
    }

    @Test func `A book's earlier revision stays until there is more garbage than books`() throws {
        try withFolder { folder in
            let store = try Self.open(folder, foldLimit: 0)
            let book = try store.save(.book("Sense"))
            _ = try store.save(.retitle(book.id, "Sensibility"))
            store.close()
            #expect(try Self.contains("\"Sense\"", folder))
        }
    }

    @Test func `What a crash left of a removed profile is erased after the next start`() throws {
        let fileSystem = SimulatedFileSystem()
        let first = try openStore(fileSystem)
        let saved = try first.save(Self.profile("Ann Elliot"))
        try first.commit([.delete(type: "profiles", id: saved.id, expectedRevision: nil)])
        let crashed = SimulatedFileSystem(fileSystem.disk)
        first.close()
        let store = try openStore(crashed, options: quietOptions(personalTypes: ["profiles"]))
        let isGone = isReached {
            !crashed.disk.files.values.contains { $0.firstRange(of: Array("Ann Ell".utf8)) != nil }
        }
        #expect(isGone)
        store.close()
    }

    @Test func `Many changes of a person are erased by few compactions`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, options: quietOptions(personalTypes: ["profiles"]))
        let saved = try store.save(Self.profile("name 0"))
        for number in 1...300 {
            try store.commit([
                .update(
                    type: "profiles", id: saved.id, expectedRevision: number,
                    document: ["name": .string("name \(number)")])
            ])
        }
        store.close()
        let text = fileSystem.disk.files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(text.contains("name 300\""))
        #expect(!text.contains("name 299\""))
        let renames = fileSystem.calls.filter { $0 == "rename /s/profiles.jsonl.tmp" }.count
        #expect(renames < 300)
    }
}
