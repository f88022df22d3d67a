internal import FormworkRecords
import Groundwork
import Testing

@testable import FormworkStore

@Suite struct ReadingFaultsTests {
    private static let indexes = [
        "books": [IndexedField("title", .text, isSearched: true, isSorted: true)]
    ]

    @Test("The operator is told path, byte and record once, however it was met")
    func told() throws {
        let notes = Notes()
        let disk = SimulatedFileSystem()
        let store = try Store.open(
            folder: simulatedFolder, types: ["books"], indexes: Self.indexes,
            options: quietOptions(warn: notes.add), fileSystem: disk)
        defer { store.close() }
        let saved = try store.commit([.book("One"), .book("Two"), .book("Three")])
        let id = saved[1].id
        let bytes = try #require(disk.disk.files[firstJournal])
        let place = try #require(Self.offset(of: "\"Two\"", in: bytes))
        disk.flip(firstJournal, at: place + 1)
        #expect(throws: ReadError.self) { try store.record("books", id) }
        #expect(notes.all.count == 1)
        #expect(notes.all[0].contains(firstJournal))
        #expect(notes.all[0].contains("(byte "))
        #expect(notes.all[0].contains(id))
        #expect(throws: CommitError.self) { try store.commit([.retitle(id, "x")]) }
        #expect(throws: ReadError.self) { try store.forEach("books") { _ in true } }
        for query in [ListQuery(limit: 9), ListQuery(order: "title", limit: 9)] {
            while try store.listIfIndexed("books", query) == nil {}
            let list = try #require(try store.listIfIndexed("books", query))
            #expect(list.total == 3)
            #expect(list.rows.count == 3)
            #expect(Set(list.records.compactMap(\.title)) == ["One", "Three"])
            let unreadable = list.rows.compactMap { row in
                if case .unreadable(let id) = row { return id }
                return nil
            }
            #expect(unreadable == [id])
        }
        #expect(notes.all.count == 1)
        #expect(store.unreadableCount == 1)
        #expect(try store.record("books", saved[0].id)?.title == "One")
    }

    private static func offset(of text: String, in bytes: [UInt8]) -> Int? {
        let wanted = Array(text.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: wanted) }
    }
}
