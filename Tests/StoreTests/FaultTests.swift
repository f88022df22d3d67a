import FormworkRecords
import Glibc
import TestSupport
import Testing

@testable import FormworkStore

@Suite struct FaultTests {
    /// A call that fails while a store saves, and what follows from it.
    struct Row: Sendable, CustomTestStringConvertible {
        var call: String
        var code: Int32
        var answer: Answer
        var testDescription: String { "\(call): \(code)" }
    }

    /// What the change that meets the fault is told.
    enum Answer: Sendable {
        /// Nothing was saved; it heals.
        case full, readOnly
        /// It isn't known; it never heals.
        case unknown
    }

    private static let rows: [Row] = [
        Row(call: "write", code: ENOSPC, answer: .full),
        Row(call: "write", code: EDQUOT, answer: .full),
        Row(call: "write", code: EFBIG, answer: .full),
        Row(call: "write", code: EROFS, answer: .readOnly),
        Row(call: "write", code: EACCES, answer: .readOnly),
        Row(call: "write", code: EPERM, answer: .readOnly),
        Row(call: "write", code: EIO, answer: .unknown),
        Row(call: "fdatasync", code: EIO, answer: .unknown),
        Row(call: "fdatasync", code: ENOSPC, answer: .unknown),
        Row(call: "fdatasync", code: EDQUOT, answer: .unknown),
        Row(call: "fdatasync", code: EINTR, answer: .unknown),
    ]

    @Test("A failing call is answered as the table says", arguments: rows)
    func fault(_ row: Row) throws {
        let fileSystem = SimulatedFileSystem()
        let notes = Notes()
        let store = try openStore(fileSystem, options: quietOptions { notes.add($0) })
        let kept = try store.save(.book("kept"))
        let before = fileSystem.disk.files[firstJournal]
        fileSystem.plan(.init(call: row.call, nth: 1, code: row.code))
        let error = #expect(throws: CommitError.self) { try store.commit([.book("lost")]) }
        #expect(try store.titles() == [kept.id: "kept"], "nothing is seen that isn't on disk")
        #expect(!notes.all.isEmpty, "it is said")
        switch (row.answer, error) {
        case (.full, .diskFull), (.readOnly, .readOnly):
            #expect(fileSystem.disk.files[firstJournal] == before)
            #expect(store.waitUntilWritable())
            let later = try store.save(.book("later"))
            #expect(try store.titles() == [kept.id: "kept", later.id: "later"])
        case (.unknown, .failed(_, outcomeUnknown: true)):
            fileSystem.forgetFaults()
            let calls = fileSystem.calls.count
            let second = #expect(throws: CommitError.self) { try store.commit([.book("more")]) }
            guard case .failed(_, outcomeUnknown: false) = second else {
                Issue.record("answered \(String(describing: second))")
                return
            }
            #expect(fileSystem.calls.count == calls, "nothing is tried again")
            #expect(try store.record("books", kept.id)?.title == "kept")
        default: Issue.record("answered \(String(describing: error))")
        }
        store.close()
        let again = try openStore(fileSystem)
        #expect(try again.record("books", kept.id)?.title == "kept")
        again.close()
    }

    @Test func `What a full disk took of a batch is cut off again, for good`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        _ = try store.save(.book("kept"))
        let before = fileSystem.disk
        fileSystem.limit(capacity: before.size + 100)
        #expect(throws: CommitError.diskFull) {
            try store.commit([.book(String(repeating: "x", count: 500))])
        }
        let after = fileSystem.disk
        #expect(after.files[firstJournal] == before.files[firstJournal])
        for disk in after.crashStates() {
            #expect(disk.files[firstJournal] == before.files[firstJournal])
        }
        #expect(throws: CommitError.diskFull) { try store.commit([.book("small")]) }
        fileSystem.limit(capacity: .max)
        #expect(store.waitUntilWritable())
        #expect(try store.save(.book("small")).title == "small")
        store.close()
    }

    @Test func `A store heals while changes keep coming that it refuses`() throws {
        let fileSystem = SimulatedFileSystem()
        let options = StoreOptions(healInterval: 300, foldLimit: 0, warn: { _ in })
        let store = try openStore(fileSystem, options: options)
        fileSystem.plan(.init(call: "write", nth: 1, code: ENOSPC))
        #expect(throws: CommitError.diskFull) { try store.commit([.book("lost")]) }
        #expect(
            isReached {
                let saved = try? store.commit([.book("later")])
                return saved != nil
            })
        #expect(Array(try store.titles().values) == ["later"])
        store.close()
    }

    @Test(
        "Where a full disk's leavings can't be cut off, the store stops",
        arguments: ["ftruncate", "fsync"])
    func takeBack(_ call: String) throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        fileSystem.plan(.init(call: "write", nth: 2, code: ENOSPC))
        fileSystem.limit(longestWrite: 50, longestRead: .max)
        fileSystem.plan(.init(call: call, nth: 1, code: EIO))
        let error = #expect(throws: CommitError.self) { try store.commit([.book("lost")]) }
        guard case .failed(_, outcomeUnknown: true) = error else {
            Issue.record("answered \(String(describing: error))")
            return
        }
        store.close()
        let fresh = SimulatedFileSystem(fileSystem.disk)
        let again = try openStore(fresh)
        #expect(again.count("books") == 0)
        again.close()
    }

    @Test func `Short writes and short reads are continued`() throws {
        let fileSystem = SimulatedFileSystem()
        fileSystem.limit(longestWrite: 7, longestRead: 5)
        let store = try openStore(fileSystem)
        let saved = try store.commit([.book("one"), .book("two")])
        #expect(try store.record("books", saved[1].id)?.title == "two")
        store.close()
        let again = try openStore(fileSystem)
        #expect(Set(try again.titles().values) == ["one", "two"])
        again.close()
    }

    /// A call that fails while a store starts.
    struct Start: Sendable, CustomTestStringConvertible {
        var call: String
        var code: Int32
        var kind: FolderError.Kind
        var testDescription: String { "\(call): \(code)" }
    }

    @Test(
        "A folder that can't be used is refused as what it is",
        arguments: [
            Start(call: "open", code: EACCES, kind: .forbidden),
            Start(call: "open", code: EROFS, kind: .unusable),
            Start(call: "open", code: EMFILE, kind: .unusable),
            Start(call: "flock", code: EIO, kind: .unusable),
            Start(call: "opendir", code: EACCES, kind: .forbidden),
            Start(call: "fsync", code: EIO, kind: .unusable),
            Start(call: "rename", code: EROFS, kind: .unusable),
        ])
    func start(_ row: Start) throws {
        let fileSystem = SimulatedFileSystem()
        fileSystem.plan(.init(call: row.call, nth: 1, code: row.code))
        let error = #expect(throws: FolderError.self) { try openStore(fileSystem) }
        #expect(error?.kind == row.kind)
        #expect(error?.description.contains("/s") == true)
        try openStore(fileSystem).close()
    }

    @Test func `A disk that is full at the start is read-only until it has room`() throws {
        let journal = SampleJournal([1, 1])
        let torn = journal.bytes + Array("{".utf8)
        let disk = SimulatedDisk(root: "/s", files: [firstJournal: torn])
        let fileSystem = SimulatedFileSystem(disk)
        fileSystem.limit(capacity: 0)
        let store = try openStore(fileSystem)
        #expect(
            store.state
                == .readOnly(reason: "write /s/probe.tmp: No space left on device", isFull: true))
        #expect(store.count("books") == 2)
        #expect(throws: CommitError.diskFull) { try store.commit([.book("lost")]) }
        #expect(fileSystem.disk.files[firstJournal] == torn)
        fileSystem.limit(capacity: .max)
        #expect(store.waitUntilWritable())
        #expect(fileSystem.disk.files[firstJournal] == journal.bytes)
        #expect(try store.save(.book("saved")).title == "saved")
        store.close()
    }

    @Test func `A full disk where a new file is due costs nothing that was saved`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, options: quietOptions(segmentLimit: 100))
        let first = try store.save(.book("first"))
        fileSystem.plan(.init(call: "write", nth: 1, code: ENOSPC))
        #expect(throws: CommitError.diskFull) { try store.commit([.book("lost")]) }
        #expect(store.waitUntilWritable())
        let second = try store.save(.book("second"))
        store.close()
        let again = try openStore(fileSystem)
        #expect(try again.titles() == [first.id: "first", second.id: "second"])
        again.close()
    }

    @Test func `A store that is opened read-only changes nothing`() throws {
        let journal = SampleJournal([1, 1])
        let torn = journal.bytes + Array("{".utf8)
        let disk = SimulatedDisk(root: "/s", files: [firstJournal: torn])
        let fileSystem = SimulatedFileSystem(disk)
        let store = try openStore(fileSystem, options: StoreOptions(isReadOnly: true))
        #expect(store.count("books") == 2)
        let error = #expect(throws: CommitError.self) { try store.commit([.book("lost")]) }
        #expect(error == .readOnly(reason: "the service was started read-only"))
        store.close()
        #expect(fileSystem.disk.files[firstJournal] == torn)
    }

    @Test func `Bit rot under a running store is told, not served`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let record = try store.save(.book("Emma"))
        let bytes = try #require(fileSystem.disk.files[firstJournal])
        let title = try #require(bytes.firstRange(of: Array("Emma".utf8)))
        var rotten = bytes
        rotten[title.lowerBound] = UInt8(ascii: "G")
        fileSystem.set(firstJournal, rotten)
        let error = #expect(throws: ReadError.self) { try store.record("books", record.id) }
        guard case .damaged = error else { throw try #require(error) }
        #expect(throws: CommitError.self) { try store.commit([.retitle(record.id, "Ema")]) }
        store.close()
    }

    @Test
    func `A file of the journal keeps room behind its end, at most a quarter of what is free`()
        throws
    {
        let fileSystem = SimulatedFileSystem()
        fileSystem.limit(capacity: 1_000_000)
        let store = try openStore(fileSystem)
        let reserve = try #require(fileSystem.reserves[firstJournal])
        #expect(reserve > 240_000)
        #expect(reserve <= 250_000)
        store.close()
        #expect(fileSystem.reserves["/s/journal-000002.jsonl"] == nil, "nothing follows in it")
        let refusing = SimulatedFileSystem()
        refusing.plan(.init(call: "fallocate", nth: 1, code: EOPNOTSUPP))
        let second = try openStore(refusing)
        #expect(try second.save(.book("saved")).title == "saved")
        second.close()
    }

    @Test(
        "A store on a disk that can't be written is read where that is asked for",
        arguments: [true, false])
    func readOnlyDisk(_ hasLock: Bool) throws {
        let journal = SampleJournal([1, 1])
        var files = [firstJournal: journal.bytes]
        if hasLock { files["/s/LOCK"] = [] }
        let fileSystem = SimulatedFileSystem(SimulatedDisk(root: "/s", files: files))
        fileSystem.refuseWriting()
        let error = #expect(throws: FolderError.self) { try openStore(fileSystem) }
        #expect(error?.kind == .unusable)
        let store = try openStore(fileSystem, options: StoreOptions(isReadOnly: true))
        #expect(store.count("books") == 2)
        #expect(throws: CommitError.self) { try store.commit([.book("lost")]) }
        store.close()
        #expect(fileSystem.disk.files == files)
    }
}
