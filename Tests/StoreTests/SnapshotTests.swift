import FormworkRecords
import Groundwork
import Testing

@testable import FormworkStore

/// What a start makes of bases that aren't what was written.
@Suite struct SnapshotTests {
    private static let base = "/s/books.jsonl"
    private static let journal = "/s/journal-000002.jsonl"

    /// A disk after a stop in good order, with three books in their base.
    private static func disk() throws -> SimulatedDisk {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, options: quietOptions(foldLimit: 64 << 20))
        try store.commit([.book("a"), .book("b")])
        try store.commit([.book("c")])
        store.close()
        return fileSystem.disk
    }

    private static func error(_ path: String, _ bytes: [UInt8]?) throws -> FolderError? {
        var disk = try disk()
        if bytes == nil { disk.names[path] = nil }
        let fileSystem = SimulatedFileSystem(disk)
        if let bytes { fileSystem.set(path, bytes) }
        do throws(FolderError) {
            try openStore(fileSystem).close()
            return nil
        } catch {
            return error
        }
    }

    @Test func `A base is refused when a byte of it was changed or its end is missing`() throws {
        let bytes = try #require(try Self.disk().files[Self.base])
        for offset in bytes.indices {
            var flipped = bytes
            flipped[offset] ^= 1
            #expect(try Self.error(Self.base, flipped)?.kind == .damaged, "byte \(offset)")
            let cut = Array(bytes[..<offset])
            #expect(try Self.error(Self.base, cut)?.kind == .damaged, "cut at \(offset)")
        }
        #expect(try Self.error(Self.base, bytes) == nil)
    }

    @Test("A base whose lines were moved, doubled or removed is refused", arguments: 0..<5)
    func rearranged(_ kind: Int) throws {
        let bytes = try #require(try Self.disk().files[Self.base])
        var lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        switch kind {
        case 0: lines.remove(at: 2)
        case 1: lines.swapAt(1, 2)
        case 2: lines.append(lines[3])
        case 3: lines.insert(lines[1], at: 1)
        default: lines.remove(at: 0)
        }
        let edited = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
        #expect(try Self.error(Self.base, edited)?.kind == .damaged)
    }

    @Test func `The message names the line, the record and what is behind it`() throws {
        let bytes = try #require(try Self.disk().files[Self.base])
        let title = try #require(bytes.firstRange(of: Array(#""title":"a""#.utf8)))
        var edited = bytes
        edited[title.upperBound - 2] = UInt8(ascii: "z")
        let text = try #require(try Self.error(Self.base, edited)).description
        #expect(text.hasPrefix("/s/books.jsonl:2 (byte "))
        #expect(text.contains("the line was changed after it was saved, record "))
        #expect(text.hasSuffix("; 2 intact lines follow"))
    }

    @Test func `A base or a journal that is missing is refused by name`() throws {
        let noBase = try #require(try Self.error(Self.base, nil))
        #expect(noBase.kind == .damaged)
        #expect(noBase.description.contains("books.jsonl"))
        let noJournal = try #require(try Self.error(Self.journal, nil))
        #expect(noJournal.kind == .damaged)
        #expect(noJournal.description.contains("the journal that goes on after it is missing"))
    }

    @Test func `A base that is older or newer than the journal is refused`() throws {
        let fileSystem = SimulatedFileSystem(try Self.disk())
        let old = fileSystem.disk.files
        let store = try openStore(fileSystem, options: quietOptions(foldLimit: 64 << 20))
        try store.commit([.book("d")])
        store.close()
        let new = fileSystem.disk.files
        let mixes = [
            new.filter { $0.key != Self.base }.merging([Self.base: old[Self.base] ?? []]) { $1 },
            old.filter { $0.key != Self.base }.merging([Self.base: new[Self.base] ?? []]) { $1 },
        ]
        for files in mixes {
            let mixed = SimulatedFileSystem(SimulatedDisk(root: "/s", files: files))
            let error = #expect(throws: FolderError.self) { try openStore(mixed) }
            #expect(error?.kind == .damaged)
            #expect(error?.description.contains("books.jsonl") == true)
        }
    }

    @Test func `Files that a crash kept from being removed are swept`() throws {
        var disk = try Self.disk()
        let bytes = SampleJournal([1, 2]).bytes
        let leftovers = [firstJournal, "/s/books.jsonl.tmp", "/s/journal-000003.jsonl.tmp"]
        for path in leftovers {
            let node = disk.add(SimulatedDisk.Node(bytes: bytes, durable: bytes))
            disk.names[path] = node
            disk.durableNames[path] = node
        }
        let fileSystem = SimulatedFileSystem(disk)
        let store = try openStore(fileSystem)
        #expect(Set(try store.titles().values) == ["a", "b", "c"])
        for path in leftovers { #expect(fileSystem.disk.files[path] == nil) }
        store.close()
    }

    @Test func `A file that is no base but is called like one is refused, not overwritten`() throws
    {
        let text = Array("my notes\n".utf8)
        let fileSystem = SimulatedFileSystem(
            SimulatedDisk(root: "/s", files: ["/s/notes.jsonl": text]))
        let error = #expect(throws: FolderError.self) { try openStore(fileSystem) }
        #expect(error?.kind == .damaged)
        #expect(fileSystem.disk.files["/s/notes.jsonl"] == text)
    }

    @Test(
        "A type is named so that it can name a file",
        arguments: [
            ("books", true), ("a-b_2", true), ("", false), ("Books", false), ("a/b", false),
            ("..", false), ("2a", false), ("journal-000001", false), ("journal", true),
            (String(repeating: "a", count: 65), false),
        ])
    func typeName(_ name: String, _ isGood: Bool) {
        #expect(FolderLayout.isTypeName(name) == isGood)
        let error = FolderError.invalid(reason: "records can't be of type \(name)")
        if isGood {
            #expect(FolderLayout.type(of: name + ".jsonl") == name)
        } else {
            #expect(throws: error) { try openStore(SimulatedFileSystem(), types: [name]) }
        }
    }
}
