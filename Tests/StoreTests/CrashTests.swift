import FormworkRecords
import Groundwork
import TestSupport
import Testing

@testable import FormworkStore

/// Power cuts at every call: what was acknowledged is there after the next start, whatever of the rest
/// came to the disk.
@Suite struct CrashTests {
    /// What a disk must give back.
    private struct Promise {
        var present: [String: String] = [:]
        var gone: Set<String> = []
    }

    /// Does some work on a recorded disk; acknowledgements are noted as `id=title`, or `id=` for a
    /// removal.
    private static func record(_ options: StoreOptions, on disk: SimulatedDisk) throws
        -> SimulatedFileSystem
    {
        let fileSystem = SimulatedFileSystem(disk, isRecording: true)
        let store = try openStore(fileSystem, options: options)
        let first = try store.save(.book("first"))
        fileSystem.acknowledge("\(first.id)=first")
        let pair = try store.commit([.book("left"), .book("right")])
        for record in pair { fileSystem.acknowledge("\(record.id)=\(record.title ?? "")") }
        _ = try store.save(.retitle(first.id, "changed"))
        fileSystem.acknowledge("\(first.id)=changed")
        try store.commit([.create(type: "profiles", document: ["name": .string("Ann")])])
        if options.personalTypes.contains("books") {
            #expect(isReached { fileSystem.disk.files["/s/books.jsonl"] != nil })
        }
        _ = try store.save(.removeBook(pair[0].id))
        fileSystem.acknowledge("\(pair[0].id)=")
        let last = try store.save(.book("last"))
        fileSystem.acknowledge("\(last.id)=last")
        store.close()
        return fileSystem
    }

    private static func promise(_ acknowledged: [String]) -> Promise {
        var promise = Promise()
        for note in acknowledged {
            let parts = note.split(separator: "=", omittingEmptySubsequences: false).map(
                String.init)
            if parts[1].isEmpty {
                promise.present[parts[0]] = nil
                promise.gone.insert(parts[0])
            } else {
                promise.present[parts[0]] = parts[1]
            }
        }
        return promise
    }

    /// Starts on a disk after a crash, saves one more record, starts once more.
    private static func check(_ disk: SimulatedDisk, after moment: SimulatedFileSystem.Moment)
        throws
    {
        let promise = promise(moment.acknowledged)
        let fileSystem = SimulatedFileSystem(disk)
        let store = try openStore(fileSystem)
        let titles = try store.titles()
        for (id, title) in promise.present {
            // One more change may have come to the disk without being acknowledged.
            let isLater = title == "first" && titles[id] == "changed"
            let isRemoved = title == "left" && titles[id] == nil
            #expect(titles[id] == title || isLater || isRemoved, "\(moment.call): \(id)")
        }
        for id in promise.gone { #expect(titles[id] == nil, "\(moment.call): \(id)") }
        let allowed: Set = ["first", "changed", "left", "right", "last"]
        #expect(Set(titles.values).isSubset(of: allowed))
        #expect(titles.values.contains("left") == false || titles.values.contains("right"))
        let added = try store.save(.book("added"))
        #expect(titles.keys.allSatisfy { $0 < added.id })
        store.close()
        let again = try openStore(fileSystem)
        defer { again.close() }
        #expect(again.tornBytes == 0)
        #expect(try again.titles() == titles.merging([added.id: "added"]) { $1 })
        #expect(
            !fileSystem.disk.names.keys.contains { $0.hasSuffix(".tmp") }, "\(moment.call)")
    }

    /// How a store is opened for the test.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var options: StoreOptions
    }

    @Test(
        "Nothing acknowledged is lost by a power cut after any call",
        arguments: [
            Row(testDescription: "one file", options: quietOptions()),
            Row(testDescription: "many files", options: quietOptions(segmentLimit: 600)),
            Row(
                testDescription: "folded at the stop",
                options: quietOptions(segmentLimit: 600, foldLimit: 64 << 20)),
            Row(
                testDescription: "compacted at every change",
                options: quietOptions(foldLimit: 64 << 20, personalTypes: ["books"])),
        ])
    func crash(_ row: Row) throws {
        let fileSystem = try Self.record(row.options, on: SimulatedDisk(root: simulatedFolder))
        var states = 0
        for moment in fileSystem.history {
            for disk in moment.disk.crashStates() {
                try Self.check(disk, after: moment)
                states += 1
            }
        }
        #expect(states > 80)
    }

    @Test func `A power cut while a torn end is put aside loses nothing either`() throws {
        let journal = SampleJournal([1, 1])
        let torn = journal.bytes + Array(#"{"v":1,"seq":3,"bat"#.utf8)
        let disk = SimulatedDisk(root: simulatedFolder, files: [firstJournal: torn])
        let fileSystem = SimulatedFileSystem(disk, isRecording: true)
        try openStore(fileSystem).close()
        #expect(fileSystem.history.count > 10)
        for moment in fileSystem.history {
            for disk in moment.disk.crashStates() {
                let fileSystem = SimulatedFileSystem(disk)
                let store = try openStore(fileSystem)
                #expect(Set(try store.titles().values) == ["t1", "t2"], "\(moment.call)")
                store.close()
                let aside = fileSystem.disk.files.filter { $0.key.contains("/quarantine/") }
                #expect(aside.values.contains(Array(torn[journal.bytes.count...])))
                #expect(fileSystem.disk.files[firstJournal] == journal.bytes)
            }
        }
    }

    @Test func `What readers see after a start is on disk, not in a cache alone`() throws {
        let whole = SampleJournal([1, 1]).bytes
        let first = SampleJournal([1]).bytes
        var disk = SimulatedDisk(root: simulatedFolder)
        let node = disk.add(SimulatedDisk.Node(bytes: first, durable: first))
        disk.edit(name: .init(path: firstJournal, node: node))
        disk.edit(node, .write(at: first.count, bytes: Array(whole[first.count...])))
        let fileSystem = SimulatedFileSystem(disk)
        let store = try openStore(fileSystem)
        #expect(store.count("books") == 2)
        for disk in fileSystem.disk.crashStates() { #expect(disk.files[firstJournal] == whole) }
        store.close()
    }

    @Test func `Each commit takes one write and one sync`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let before = fileSystem.calls.count
        try store.commit([.book("a"), .book("b")])
        #expect(
            Array(fileSystem.calls[before...])
                == ["write \(firstJournal)", "fdatasync \(firstJournal)"])
        store.close()
    }
}
