import Groundwork
import TestSupport
import Testing

@testable import FormworkStore

/// Files that an older or a newer version of the service wrote.
@Suite struct VersionTests {
    private static let base = "/s/books.jsonl"
    private static let secondJournal = "/s/journal-000002.jsonl"

    /// How the names of version 0 became those of version 1, as if there had been one.
    private static let upcasters = Upcasters([
        0: { object in
            JSON.Object(
                object.members.map { member in
                    (
                        ["rev": "revision", "made": "createdAt"][member.name] ?? member.name,
                        member.value
                    )
                })
        }
    ])

    /// All but what the lock says.
    private static func files(_ fileSystem: SimulatedFileSystem) -> [String: [UInt8]] {
        fileSystem.disk.files.filter { $0.key != "/s/LOCK" }
    }

    private static func options(foldLimit: Int = 0) -> StoreOptions {
        var options = quietOptions(foldLimit: foldLimit)
        options.view.upcasters = upcasters
        return options
    }

    /// Writes a file as version 0 would have written it.
    private static func aged(_ bytes: [UInt8]) -> [UInt8] {
        bytes.split(separator: UInt8(ascii: "\n")).flatMap { line in
            let text = String(decoding: line, as: UTF8.self)
                .replacing("\"v\":1", with: "\"v\":0").replacing("\"revision\":", with: "\"rev\":")
                .replacing("\"createdAt\":", with: "\"made\":")
                .replacing("[{\"op\"", with: "[{\"v\":0,\"op\"")
                .replacing(",{\"op\"", with: ",{\"v\":0,\"op\"")
            return Seal.renewed(Array(text.utf8)) + [UInt8(ascii: "\n")]
        }
    }

    /// A folder of version 0 with a base, and a journal that goes on after it if there is a crash.
    private static func folder(isFolded: Bool) throws -> (
        SimulatedFileSystem, records: [StoredRecord]
    ) {
        let first = SimulatedFileSystem()
        var store = try openStore(first, options: quietOptions(foldLimit: 64 << 20))
        let emma = try store.save(.book("Emma"))
        try store.commit([.book("Sanditon"), .book("Evelina")])
        if isFolded {
            store.close()
            store = try openStore(first, options: quietOptions(foldLimit: 64 << 20))
        }
        try store.commit([.retitle(emma.id, "Emma 2"), .book("Persuasion")])
        let gone = try store.save(.book("gone"))
        try store.commit([.removeBook(gone.id)])
        let records = try store.page("books", offset: 0, limit: 9)
        let files = first.disk.files.filter { $0.key.hasSuffix(".jsonl") }.mapValues(aged)
        store.close()
        return (SimulatedFileSystem(SimulatedDisk(root: "/s", files: files)), records)
    }

    @Test("Lines of an older version are lifted when they are read", arguments: [false, true])
    func lifted(_ isFolded: Bool) throws {
        let (fileSystem, records) = try Self.folder(isFolded: isFolded)
        let before = Self.files(fileSystem)
        let index = IndexedField("title", .text, isSearched: true, isSorted: true)
        let store = try Store.open(
            folder: "/s", types: ["books"], indexes: ["books": [index]],
            options: Self.options(), fileSystem: fileSystem)
        #expect(try store.page("books", offset: 0, limit: 9) == records)
        #expect(try store.record("books", records[3].id)?.revision == 2)
        let isIndexed = isReached {
            let found = try? store.list("books", ListQuery(search: "emma", offset: 0, limit: 5))
            return (found ?? nil)?.records.map(\.title) == ["Emma 2"]
        }
        #expect(isIndexed)
        #expect(fileSystem.disk.files[Self.base] == before[Self.base])
        let saved = try store.save(.retitle(records[0].id, "changed", expecting: 1))
        #expect(saved.createdAt == records[0].createdAt)
        store.close()
        let again = try openStore(fileSystem, options: Self.options())
        #expect(try again.page("books", offset: 0, limit: 9) == [saved] + records.dropFirst())
        again.close()
    }

    @Test("A compaction writes the newest version", arguments: [false, true])
    func written(_ isFolded: Bool) throws {
        let (fileSystem, records) = try Self.folder(isFolded: isFolded)
        let store = try openStore(fileSystem, options: Self.options(foldLimit: 64 << 20))
        store.close()
        for (path, bytes) in fileSystem.disk.files where path.hasSuffix(".jsonl") {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("\"v\":0") && !text.contains("\"rev\""), "\(path)")
        }
        // No step is needed any more.
        let again = try openStore(fileSystem)
        #expect(try again.page("books", offset: 0, limit: 9) == records)
        again.close()
    }

    @Test(
        "A version that was never written is refused, and nothing is changed",
        arguments: [false, true])
    func unknown(_ isFolded: Bool) throws {
        let (fileSystem, _) = try Self.folder(isFolded: isFolded)
        let before = Self.files(fileSystem)
        let error = #expect(throws: StoreError.self) { try openStore(fileSystem) }
        #expect(error?.exitCode == 65)
        #expect(error?.description.contains("version 0 was never written") == true)
        #expect(Self.files(fileSystem) == before)
    }

    /// Where something of a newer version stands.
    enum Place: CaseIterable {
        case baseHeader, baseLine, journalHeader, journalLine, operation
    }

    private static func newer(_ place: Place) throws -> (SimulatedFileSystem, path: String) {
        let fileSystem = SimulatedFileSystem()
        var store = try openStore(fileSystem, options: quietOptions(foldLimit: 64 << 20))
        try store.commit([.book("Emma")])
        store.close()
        store = try openStore(fileSystem)
        try store.commit([.book("Evelina"), .book("Sanditon")])
        store.close()
        let names = fileSystem.disk.files.keys.filter { $0.contains("journal") }.sorted()
        let journal = try #require(
            names.first { fileSystem.disk.files[$0]?.firstRange(of: Array("ops".utf8)) != nil })
        let path = place == .baseHeader || place == .baseLine ? base : journal
        var lines = try #require(fileSystem.disk.files[path]).split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
        let number = place == .baseHeader || place == .journalHeader ? 0 : 1
        lines[number] =
            place == .operation
            ? lines[number].replacing("[{\"op\"", with: "[{\"v\":7,\"op\"")
            : lines[number].replacing("{\"v\":1", with: "{\"v\":7")
        let bytes = lines.flatMap { Seal.renewed(Array($0.utf8)) + [UInt8(ascii: "\n")] }
        fileSystem.set(path, bytes)
        return (fileSystem, path)
    }

    @Test(
        "A newer version is refused with both numbers wherever it stands", arguments: Place.allCases
    )
    func newer(_ place: Place) throws {
        let (fileSystem, path) = try Self.newer(place)
        let before = Self.files(fileSystem)
        let expected = StoreError.newerFormat(path: path, found: 7, known: 1)
        #expect(expected.exitCode == 65)
        #expect(throws: expected) { try openStore(fileSystem) }
        #expect(throws: expected) {
            try openStore(fileSystem, options: StoreOptions(isReadOnly: true))
        }
        #expect(throws: expected) { try Store.check(folder: "/s", fileSystem: fileSystem) }
        #expect(throws: expected) { try Store.repair(folder: "/s", fileSystem: fileSystem) }
        #expect(throws: expected) { try Store.accept(folder: "/s", fileSystem: fileSystem) }
        let copy = StoreError.newerFormat(
            path: path.replacing("/s/", with: "/b.partial/"), found: 7, known: 1)
        #expect(throws: copy) {
            try Store.backUp(folder: "/s", to: "/b", fileSystem: fileSystem)
        }
        #expect(Self.files(fileSystem) == before)
    }

    @Test("A newer version is refused also beside damage", arguments: Place.allCases)
    func newerAndDamaged(_ place: Place) throws {
        let (fileSystem, path) = try Self.newer(place)
        var bytes = try #require(fileSystem.disk.files[Self.base])
        bytes[bytes.count - 30] ^= 1
        if path != Self.base { fileSystem.set(Self.base, bytes) }
        let before = Self.files(fileSystem)
        let expected = StoreError.newerFormat(path: path, found: 7, known: 1)
        #expect(throws: expected) { try Store.repair(folder: "/s", fileSystem: fileSystem) }
        #expect(throws: expected) {
            try openStore(fileSystem, options: StoreOptions(isReadOnly: true))
        }
        #expect(Self.files(fileSystem) == before)
    }
}
