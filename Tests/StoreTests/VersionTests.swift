import FormworkRecords
import Groundwork
import TestSupport
import Testing

@testable import FormworkStore

/// Files that an older or a newer version of the service wrote.
@Suite struct VersionTests {
    private static let base = "/s/books.jsonl"
    private static let secondJournal = "/s/journal-000002.jsonl"

    /// All but what the lock says.
    private static func files(_ fileSystem: SimulatedFileSystem) -> [String: [UInt8]] {
        fileSystem.disk.files.filter { $0.key != "/s/LOCK" }
    }

    /// The text of a line with what stands in it replaced, under a right checksum.
    private static func sealed(_ line: String) throws -> [UInt8] {
        guard case .object(let object) = try JSON.parse(Array(line.utf8)) else { return [] }
        return HandEdits.sealed(object) + [UInt8(ascii: "\n")]
    }

    /// Where something of a newer version stands.
    enum Place: CaseIterable {
        case baseHeader, baseLine, journalHeader, journalLine, operation
    }

    private static func folder(
        _ place: Place, version: Int
    ) throws -> (SimulatedFileSystem, path: String) {
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
            ? lines[number].replacing("[{\"op\"", with: "[{\"v\":\(version),\"op\"")
            : lines[number].replacing("{\"v\":1", with: "{\"v\":\(version)")
        let bytes = try lines.flatMap(sealed)
        fileSystem.set(path, bytes)
        return (fileSystem, path)
    }

    @Test(
        "A version that was never written is refused, and nothing is changed",
        arguments: Place.allCases)
    func unknown(_ place: Place) throws {
        let (fileSystem, _) = try Self.folder(place, version: 0)
        let before = Self.files(fileSystem)
        let error = #expect(throws: FolderError.self) { try openStore(fileSystem) }
        #expect(error?.kind == .damaged)
        #expect(error?.description.contains("version 0 was never written") == true)
        #expect(Self.files(fileSystem) == before)
    }

    @Test(
        "A newer version is refused with both numbers wherever it stands", arguments: Place.allCases
    )
    func newer(_ place: Place) throws {
        let (fileSystem, path) = try Self.folder(place, version: 7)
        let before = Self.files(fileSystem)
        let expected = FolderError.newerFormat(path: path, found: 7, known: 1)
        #expect(expected.kind == .damaged)
        #expect(throws: expected) { try openStore(fileSystem) }
        #expect(throws: expected) {
            try openStore(fileSystem, options: StoreOptions(isReadOnly: true))
        }
        #expect(throws: expected) { try Store.check(folder: "/s", fileSystem: fileSystem) }
        #expect(throws: expected) { try Store.repair(folder: "/s", fileSystem: fileSystem) }
        #expect(throws: expected) { try Store.accept(folder: "/s", fileSystem: fileSystem) }
        let copy = FolderError.newerFormat(
            path: path.replacing("/s/", with: "/b.partial/"), found: 7, known: 1)
        #expect(throws: copy) {
            try Store.backUp(folder: "/s", to: "/b", fileSystem: fileSystem)
        }
        #expect(Self.files(fileSystem) == before)
    }

    @Test("A newer version is refused also beside damage", arguments: Place.allCases)
    func newerAndDamaged(_ place: Place) throws {
        let (fileSystem, path) = try Self.folder(place, version: 7)
        var bytes = try #require(fileSystem.disk.files[Self.base])
        bytes[bytes.count - 30] ^= 1
        if path != Self.base { fileSystem.set(Self.base, bytes) }
        let before = Self.files(fileSystem)
        let expected = FolderError.newerFormat(path: path, found: 7, known: 1)
        #expect(throws: expected) { try Store.repair(folder: "/s", fileSystem: fileSystem) }
        #expect(throws: expected) {
            try openStore(fileSystem, options: StoreOptions(isReadOnly: true))
        }
        #expect(Self.files(fileSystem) == before)
    }
}
