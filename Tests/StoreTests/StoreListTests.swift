internal import FormworkRecords
import Glibc
import Groundwork
import System
import Testing

@testable import FormworkStore

@Suite struct StoreListTests {
    private static let indexes = [
        "books": [
            IndexedField("title", .text, isSearched: true, isSorted: true),
            IndexedField("pages", .number, isSearched: false, isSorted: true),
        ]
    ]

    private static func open(_ disk: SimulatedFileSystem) throws -> Store {
        try Store.open(
            folder: simulatedFolder, types: ["books", "profiles"], indexes: indexes,
            options: quietOptions(), fileSystem: disk)
    }

    private static func titles(_ store: Store, _ query: ListQuery) throws -> [String] {
        waitForIndex(store)
        let page = try #require(try store.listIfIndexed("books", query))
        return page.records.compactMap(\.title)
    }

    private static func waitForIndex(_ store: Store) {
        let isReady = SignalledLock(false)
        store.whenIndexed("books") { isReady.change { $0 = true } }
        _ = isReady.wait(atMost: nil) { $0 ? true : nil }
    }

    @Test func `What is saved, changed and removed is found at once, also after a restart`() throws
    {
        let disk = SimulatedFileSystem()
        var store = try Self.open(disk)
        Self.waitForIndex(store)
        let emma = try store.save(.book("Emma"))
        let whale = try store.save(.book("The Whale"))
        #expect(try Self.titles(store, ListQuery(search: "wha", limit: 9)) == ["The Whale"])
        _ = try store.save(.retitle(whale.id, "Moby-Dick"))
        #expect(try Self.titles(store, ListQuery(search: "wha", limit: 9)) == [])
        #expect(
            try Self.titles(store, ListQuery(order: "title", isDescending: true, limit: 9))
                == ["Moby-Dick", "Emma"])
        _ = try store.save(.removeBook(emma.id))
        _ = try store.save(.book("\u{C9}mile"))
        store.close()
        store = try Self.open(disk)
        #expect(
            try Self.titles(store, ListQuery(order: "title", isDescending: false, limit: 9))
                == ["\u{C9}mile", "Moby-Dick"])
        #expect(try Self.titles(store, ListQuery(search: "emi dic", limit: 9)) == [])
        #expect(try Self.titles(store, ListQuery(search: "EMI", limit: 9)) == ["\u{C9}mile"])
        store.close()
    }

    @Test func `The plain list never waits for the index`() throws {
        let disk = SimulatedFileSystem()
        let store = try Self.open(disk)
        defer { store.close() }
        try store.commit([.book("A"), .book("B"), .book("C")])
        let page = try #require(try store.listIfIndexed("books", ListQuery(offset: 1, limit: 1)))
        #expect(page.records.compactMap(\.title) == ["B"])
        #expect(page.total == 3)
    }

    @Test func `What changes while the index is built is in it`() throws {
        let disk = SimulatedFileSystem()
        var store = try Self.open(disk)
        for start in 0..<10 {
            try store.commit((0..<100).map { .book("old \(start * 100 + $0)") })
        }
        store.close()
        store = try Self.open(disk)
        defer { store.close() }
        var saved: [StoredRecord] = []
        for number in 0..<200 {
            saved.append(try store.save(.book("new \(number)")))
            if number % 3 == 0 { _ = try store.save(.removeBook(saved[number].id)) }
        }
        Self.waitForIndex(store)
        let list = try #require(
            try store.listIfIndexed("books", ListQuery(search: "new", limit: 0)))
        #expect(list.total == 133)
        let all = try #require(
            try store.listIfIndexed("books", ListQuery(order: "title", limit: 0)))
        #expect(all.total == 1133)
    }

    @Test func `An order or a search that there is no index for is refused`() throws {
        let store = try Self.open(SimulatedFileSystem())
        defer { store.close() }
        for query in [ListQuery(order: "isbn", limit: 1), ListQuery(order: "", limit: 1)] {
            #expect(throws: ReadError.self) { try store.listIfIndexed("books", query) }
        }
        #expect(throws: ReadError.self) {
            try store.listIfIndexed("profiles", ListQuery(search: "x", limit: 1))
        }
        #expect(try store.listIfIndexed("profiles", ListQuery(search: " ", limit: 1))?.total == 0)
    }

    @Test func `A store that is closed before its index is ready tells who waits`() throws {
        let disk = SimulatedFileSystem()
        var store = try Self.open(disk)
        try store.commit((0..<500).map { .book("book \($0)") })
        store.close()
        store = try Self.open(disk)
        let told = Notes()
        store.whenIndexed("books") { told.add("books") }
        store.whenIndexed("profiles") { told.add("profiles") }
        store.close()
        #expect(told.all.sorted() == ["books", "profiles"])
    }

    @Test func `A disk that can't be read while the index is built is told`() throws {
        let disk = SimulatedFileSystem()
        let store = try Self.open(disk)
        try store.commit((0..<500).map { .book("book \($0)") })
        store.close()
        let catalogue = Lock(
            try FolderReader(Folder(path: simulatedFolder, fileSystem: disk)).catalogue)
        disk.plan(.init(call: "pread", nth: 1, code: EIO, isLasting: true))
        let indexing = IndexBuilder(
            Self.indexes, of: catalogue, faults: ReadingFaults(remedy: "") { _ in })
        try indexing.start()
        let told = SignalledLock(false)
        indexing.whenFinished("books") { told.change { $0 = true } }
        _ = told.wait(atMost: nil) { $0 ? true : nil }
        guard case .failed(let reason)? = indexing.failure("books") else {
            Issue.record("\(String(describing: indexing.failure("books")))")
            return
        }
        #expect(reason.contains("Input/output error"))
        indexing.stop()
    }

    @Test func `A closed store has no lists`() throws {
        let store = try Self.open(SimulatedFileSystem())
        store.close()
        Self.waitForIndex(store)
        let list = try? store.listIfIndexed("books", ListQuery(search: "x", limit: 1))
        #expect(list?.total ?? 0 == 0)
    }

    @Test func `Lists are of one moment while four threads write`() throws {
        let store = try Self.open(SimulatedFileSystem())
        defer { store.close() }
        Self.waitForIndex(store)
        let left = SignalledLock(4)
        for writer in 0..<4 {
            let thread = try SystemThread {
                for number in 0..<50 {
                    // Two books that always come and go together.
                    let pair = try? store.commit([
                        .book("left \(writer) \(number)"), .book("right \(writer) \(number)"),
                    ])
                    guard number % 2 == 0, let pair else { continue }
                    _ = try? store.commit(pair.map { .removeBook($0.id) })
                }
                left.change { $0 -= 1 }
            }
            thread.detach()
        }
        while left.wait(atMost: 0, for: { $0 == 0 ? true : nil }) == nil {
            let page = try #require(
                try store.listIfIndexed(
                    "books", ListQuery(search: "right", order: "title", limit: 1000)))
            #expect(page.records.count == page.total)
            let all = try #require(
                try store.listIfIndexed("books", ListQuery(order: "title", limit: 0)))
            #expect(all.total % 2 == 0)
        }
        #expect(try store.listIfIndexed("books", ListQuery(search: "left", limit: 0))?.total == 100)
    }
}
