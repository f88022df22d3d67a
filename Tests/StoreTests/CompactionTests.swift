internal import FormworkRecords
import Glibc
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkStore

/// How the journal is folded into the bases while the store serves.
@Suite struct CompactionTests {
    private static let base = "/s/books.jsonl"

    /// Saves books and changes all of them often enough that the garbage is more than they are.
    private static func fill(_ store: Store, count: Int = 4) throws -> [StoredRecord] {
        let books = try store.commit((0..<count).map { .book("old \($0)") })
        for round in 0..<3 {
            try store.commit(books.map { .retitle($0.id, "round \(round)") })
        }
        return books
    }

    private static func hasBase(_ fileSystem: SimulatedFileSystem) -> Bool {
        let files = fileSystem.disk.files
        return files[base] != nil && files[firstJournal] == nil
    }

    private static func lines(_ bytes: [UInt8]?) throws -> [JSON.Object] {
        try (bytes ?? []).split(separator: UInt8(ascii: "\n")).map { line in
            guard case .object(let object) = try JSON.parse(Array(line)) else { return [:] }
            return object
        }
    }

    @Test func `Garbage brings a compaction, and the store goes on meanwhile and after`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, options: quietOptions(compactionThreshold: 0))
        let notes = Notes()
        fileSystem.before("rename \(Self.base).tmp") {
            let title = (try? store.page("books", offset: 0, limit: 1).first?.title) ?? "none"
            let saved = try? store.save(.book("between"))
            notes.add("\(title) \(saved?.title ?? "not saved")")
        }
        let books = try Self.fill(store)
        #expect(isReached { Self.hasBase(fileSystem) })
        #expect(notes.all.count == 1)
        #expect(notes.all.first?.hasSuffix(" between") == true)
        let later = try store.save(.retitle(books[0].id, "later"))
        #expect(later.revision == 5)
        let titles = try store.titles()
        #expect(titles.count == 5)
        #expect(titles[books[0].id] == "later")
        #expect(titles[books[1].id] == "round 2")
        let size = fileSystem.disk.size
        #expect(size < 4000, "\(size) bytes are left")
        let again = try openStore(SimulatedFileSystem(fileSystem.disk))
        #expect(try again.titles() == titles)
        again.close()
        store.close()
    }

    @Test func `A base begins with its format, its seq and its count, then a line a record`() throws
    {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, options: quietOptions(foldLimit: 64 << 20))
        let books = try store.commit([.book("a"), .book("b")])
        let last = try store.save(.retitle(books[0].id, "c"))
        try store.commit([.create(type: "profiles", document: ["name": .string("Ann")])])
        store.close()
        let lines = try Self.lines(fileSystem.disk.files[Self.base])
        #expect(
            lines.map { $0.members.map(\.name) } == [
                ["v", "format", "type", "seq", "count", "at", "lastId", "crc"],
                ["v", "type", "id", "revision", "createdAt", "updatedAt", "doc", "crc"],
                ["v", "type", "id", "revision", "createdAt", "updatedAt", "doc", "crc"],
            ])
        #expect(lines[0]["seq"] == .number(JSON.Number(3)))
        #expect(lines[0]["count"] == .number(JSON.Number(2)))
        #expect(lines.dropFirst().map { $0["id"] } == books.map { .string($0.id) })
        #expect(
            fileSystem.disk.files.keys.sorted()
                == ["/s/LOCK", Self.base, "/s/journal-000002.jsonl", "/s/profiles.jsonl"])
        let again = try openStore(fileSystem)
        #expect(try again.record("books", last.id) == last)
        again.close()
    }

    @Test func `A type that didn't change isn't written again`() throws {
        let fileSystem = SimulatedFileSystem()
        let options = quietOptions(foldLimit: 64 << 20)
        let store = try openStore(fileSystem, options: options)
        try store.commit([.book("a")])
        try store.commit([.create(type: "profiles", document: [:])])
        store.close()
        let before = fileSystem.disk.files[Self.base]
        let second = try openStore(fileSystem, options: options)
        try second.commit([.create(type: "profiles", document: [:])])
        second.close()
        #expect(fileSystem.disk.files[Self.base] == before)
        let third = try openStore(fileSystem, options: options)
        #expect(third.count("books") == 1)
        #expect(third.count("profiles") == 2)
        third.close()
    }

    @Test func `A stop without a change leaves every file as it was`() throws {
        let fileSystem = SimulatedFileSystem()
        let options = quietOptions(foldLimit: 64 << 20)
        let store = try openStore(fileSystem, options: options)
        try store.commit([.book("a")])
        store.close()
        let before = fileSystem.disk.files.filter { $0.key.hasSuffix(".jsonl") }
        try openStore(fileSystem, options: options).close()
        #expect(fileSystem.disk.files.filter { $0.key.hasSuffix(".jsonl") } == before)
    }

    @Test func `A journal that is too long for a stop stays, and nothing may follow it`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, options: quietOptions(foldLimit: 100))
        let book = try store.save(.book("kept"))
        store.close()
        #expect(fileSystem.disk.files[Self.base] == nil)
        let last = "/s/journal-000002.jsonl"
        let bytes = try #require(fileSystem.disk.files[last])
        for tail in ["{", "{\"v\":1}\n", "\0"] {
            let disk = fileSystem.disk
            let damaged = SimulatedFileSystem(disk)
            damaged.set(last, bytes + Array(tail.utf8))
            let error = #expect(throws: FolderError.self) { try openStore(damaged) }
            #expect(error?.kind == .damaged)
            #expect(error?.description.hasPrefix("\(last):2 (byte \(bytes.count))") == true)
        }
        let again = try openStore(fileSystem)
        #expect(try again.titles() == [book.id: "kept"])
        let more = try again.save(.book("more"))
        again.close()
        let third = try openStore(fileSystem)
        #expect(try third.titles() == [book.id: "kept", more.id: "more"])
        third.close()
    }

    /// A call that fails while files are made smaller.
    struct Row: Sendable, CustomTestStringConvertible {
        var call: String
        var path: String
        var code: Int32
        var nth = 1
        var testDescription: String { "\(call) \(path)" }
    }

    @Test(
        "A compaction that fails keeps the old files, says so and is tried again",
        arguments: [
            Row(call: "open", path: "/s/books.jsonl.tmp", code: EMFILE),
            Row(call: "write", path: "/s/books.jsonl.tmp", code: ENOSPC),
            Row(call: "fsync", path: "/s/books.jsonl.tmp", code: EIO),
            Row(call: "rename", path: "/s/books.jsonl.tmp", code: EIO),
            Row(call: "unlink", path: firstJournal, code: EIO),
            // The first is for the room behind the end of the journal's new file.
            Row(call: "statfs", path: "/s", code: EIO, nth: 2),
        ])
    func fault(_ row: Row) throws {
        let fileSystem = SimulatedFileSystem()
        let notes = Notes()
        let store = try openStore(
            fileSystem, options: quietOptions(compactionThreshold: 0) { notes.add($0) })
        fileSystem.plan(
            .init(call: row.call, nth: row.nth, code: row.code, path: row.path))
        let books = try Self.fill(store)
        #expect(isReached { !notes.all.isEmpty })
        #expect(notes.all.first?.contains(row.call) == true)
        #expect(store.state == .writable)
        let titles = try store.titles()
        #expect(titles[books[3].id] == "round 2")
        let again = try openStore(SimulatedFileSystem(fileSystem.disk))
        #expect(try again.titles() == titles)
        again.close()
        let isDone = isReached {
            _ = try? store.save(.retitle(books[0].id, "more"))
            return Self.hasBase(fileSystem)
        }
        #expect(isDone)
        store.close()
        #expect(!fileSystem.disk.files.keys.contains { $0.hasSuffix(".tmp") })
    }

    @Test(
        "A base that somebody has put there while the store serves is left as it is, and told",
        arguments: [true, false])
    func foreign(_ hadBase: Bool) throws {
        let fileSystem = SimulatedFileSystem()
        let notes = Notes()
        let options = quietOptions(foldLimit: 64 << 20) { notes.add($0) }
        var store = try openStore(fileSystem, options: options)
        if hadBase {
            _ = try store.save(.book("Emma"))
            store.close()
            store = try openStore(fileSystem, options: options)
            try fileSystem.remove("/s/books.jsonl")
        }
        fileSystem.close(try fileSystem.open("/s/books.jsonl", for: .creating))
        let edited = Array("edited by hand".utf8)
        fileSystem.set("/s/books.jsonl", edited)
        _ = try store.save(.book("Evelina"))
        store.close()
        #expect(fileSystem.disk.files["/s/books.jsonl"] == edited)
        #expect(
            notes.all.contains { $0.contains("/s/books.jsonl: it was changed by somebody else") })
        #expect(
            fileSystem.disk.files.contains {
                $0.key.contains("/journal-")
                    && String(decoding: $0.value, as: UTF8.self).contains("Evelina")
            })
    }

    @Test func `After a failed sync of the folder the old files stay until a restart`() throws {
        let fileSystem = SimulatedFileSystem()
        let notes = Notes()
        let store = try openStore(
            fileSystem, options: quietOptions(foldLimit: 64 << 20) { notes.add($0) })
        let book = try store.save(.book("kept"))
        // The first is of the new file of the journal.
        fileSystem.plan(.init(call: "fsync", nth: 2, code: EIO, path: "/s"))
        store.close()
        #expect(notes.all.count == 1)
        #expect(fileSystem.disk.files[firstJournal] != nil)
        for disk in fileSystem.disk.crashStates() {
            let again = try openStore(SimulatedFileSystem(disk))
            #expect(try again.titles() == [book.id: "kept"])
            again.close()
        }
    }

    @Test func `Without room for the new files the old ones stay, and it is said`() throws {
        let fileSystem = SimulatedFileSystem()
        let notes = Notes()
        let store = try openStore(
            fileSystem, options: quietOptions(compactionThreshold: 0) { notes.add($0) })
        fileSystem.limit(capacity: 100_000)
        let books = try Self.fill(store)
        #expect(isReached { !notes.all.isEmpty })
        #expect(notes.all.first?.contains("bytes are needed in /s") == true)
        #expect(fileSystem.disk.files[Self.base] == nil)
        #expect(try store.save(.retitle(books[0].id, "still saved")).revision == 5)
        store.close()
    }

    @Test func `A record that rotted stops a compaction, not the store`() throws {
        let fileSystem = SimulatedFileSystem()
        let notes = Notes()
        let store = try openStore(
            fileSystem, options: quietOptions(foldLimit: 64 << 20) { notes.add($0) })
        try store.commit([.book("Emma")])
        let bytes = try #require(fileSystem.disk.files[firstJournal])
        let title = try #require(bytes.firstRange(of: Array("Emma".utf8)))
        var rotten = bytes
        rotten[title.lowerBound] = UInt8(ascii: "G")
        fileSystem.set(firstJournal, rotten)
        store.close()
        #expect(notes.all.first?.contains("no longer what was saved") == true)
        #expect(fileSystem.disk.files[firstJournal] == rotten)
        #expect(fileSystem.disk.files[Self.base] == nil)
    }

    @Test func `A store that its own thread holds last keeps the folder until it is done`()
        throws
    {
        let fileSystem = SimulatedFileSystem()
        let isDropped = SignalledLock(false)
        do {
            let store = try openStore(fileSystem, options: quietOptions(foldLimit: 64 << 20))
            store.commit([.book("last")]) { _ in
                _ = isDropped.wait(atMost: 10_000) { $0 ? true : nil }
                _ = store.count("books")
            }
        }
        fileSystem.before("rename \(Self.base).tmp") {
            let error = #expect(throws: FolderError.self) { try openStore(fileSystem) }
            #expect(error?.kind == .inUse)
        }
        isDropped.change { $0 = true }
        #expect(isReached { Self.hasBase(fileSystem) })
        let again = try Store.open(
            folder: simulatedFolder, types: ["books"],
            options: StoreOptions(lockWait: 10_000, warn: { _ in }), fileSystem: fileSystem)
        #expect(try again.titles().values.sorted() == ["last"])
        again.close()
    }
}
