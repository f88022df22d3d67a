internal import FormworkRecords
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkStore

@Suite struct `A list that is read page by page while others write` {
    private static let titles = [
        "", "Emma", "emma", "\u{C9}mile", "Zorro", "A", "'A'", "9", long + "a", long + "b",
        long + "c em",
    ]
    private static let long = String(repeating: "x", count: ListPosition.longestKey)

    private static func open() throws -> Store {
        let indexes = [
            "books": [
                IndexedField("title", .text, isSearched: true, isSorted: true),
                IndexedField("pages", .number, isSearched: false, isSorted: true),
            ]
        ]
        let store = try Store.open(
            folder: simulatedFolder, types: ["books", "profiles"], indexes: indexes,
            options: quietOptions(), fileSystem: SimulatedFileSystem())
        let isReady = SignalledLock(false)
        store.whenIndexed("books") { isReady.change { $0 = true } }
        _ = isReady.wait(atMost: nil) { $0 ? true : nil }
        return store
    }

    /// The ids of the records that stay, and of all that are there at the end.
    private static func fill(_ store: Store, _ random: inout Seeded) throws -> [String] {
        try (0..<40).map { _ in
            try store.save(.book(titles.randomElement(using: &random) ?? "")).id
        }
    }

    @Test(
        arguments: [
            (nil, "", true), (nil, "", false), ("title", "", false), ("title", "", true),
            ("title", "em", false), (nil, "em", true), ("pages", "", true),
        ] as [(String?, String, Bool)])
    func `neither leaves out nor repeats a record that stays`(
        order: String?, search: String, isDescending: Bool
    ) throws {
        var random = Seeded(UInt64(11 + search.utf8.count))
        for _ in 0..<25 {
            let store = try Self.open()
            let ids = try Self.fill(store, &random)
            var query = ListQuery(
                search: search, order: order, isDescending: isDescending, limit: 500)
            let records = try #require(try store.listIfIndexed("books", query)).records
            let all = records.map(\.id)
            // Of texts with a beginning of that length in common one that is gone has no known place.
            let long = Set(records.filter { $0.title?.hasPrefix(Self.long) == true }.map(\.id))
            let leaving = Set(ids.filter { !long.contains($0) }.shuffled(using: &random).prefix(12))
            var left = Array(leaving)
            query.limit = Int.random(in: 1...7, using: &random)
            var seen: [String] = []
            while let page = try store.listIfIndexed("books", query), let last = page.last {
                seen += page.records.map(\.id)
                // Others take away and add wherever they like, the last record of the page among them.
                for _ in 0..<2 {
                    if let id = left.popLast() { _ = try store.save(.removeBook(id)) }
                    _ = try store.save(.book(Self.titles.randomElement(using: &random) ?? ""))
                }
                query.edge = .after(last)
                if seen.count > 400 { break }
            }
            let known = Set(all)
            #expect(seen.count == Set(seen).count)
            #expect(
                seen.filter { known.contains($0) && !leaving.contains($0) }
                    == all.filter { !leaving.contains($0) })
            store.close()
        }
    }

    @Test(arguments: [nil, "title"] as [String?], [true, false])
    func `leads back the way that it came`(order: String?, isDescending: Bool) throws {
        var random = Seeded(5)
        let store = try Self.open()
        _ = try Self.fill(store, &random)
        var query = ListQuery(order: order, isDescending: isDescending, limit: 7)
        var pages: [[String]] = []
        var firsts: [ListPosition] = []
        while let page = try store.listIfIndexed("books", query), let first = page.first,
            let last = page.last
        {
            #expect(page.offset == pages.count * 7)
            pages.append(page.records.map(\.id))
            firsts.append(first)
            query.edge = .after(last)
        }
        #expect(pages.count == 6)
        for number in 1..<pages.count {
            query.edge = .before(firsts[number])
            let page = try #require(try store.listIfIndexed("books", query))
            #expect(page.records.map(\.id) == pages[number - 1])
        }
        query.edge = .before(firsts[0])
        #expect(try #require(try store.listIfIndexed("books", query)).records.isEmpty)
        store.close()
    }

    @Test func `comes in the order of the moments that it shows, whatever the ids say`() throws {
        let disk = SimulatedFileSystem()
        let indexes: [String: [IndexedField]] = ["books": []]
        func open() throws -> Store {
            let store = try Store.open(
                folder: simulatedFolder, types: ["books", "profiles"], indexes: indexes,
                options: quietOptions(), fileSystem: disk)
            let isReady = SignalledLock(false)
            store.whenIndexed("books") { isReady.change { $0 = true } }
            _ = isReady.wait(atMost: nil) { $0 ? true : nil }
            return store
        }
        var store = try open()
        _ = try store.save(.book("Now"))
        for (id, day) in [
            ("01arz3ndektsv4rrffq69g5fav", "1999"), ("01brz3ndektsv4rrffq69g5fav", "1980"),
        ] {
            let moment = try #require(Timestamp(rfc3339: "\(day)-01-01T00:00:00.000Z"))
            let record = StoredRecord(
                type: "books", id: id, revision: 1, createdAt: moment, updatedAt: moment,
                document: ["title": .string(day)])
            _ = try store.commit([.restore(record)])
        }
        for _ in 0..<2 {
            let newest = try #require(try store.listIfIndexed("books", ListQuery(limit: 9)))
            #expect(newest.records.compactMap(\.title) == ["Now", "1999", "1980"])
            var query = ListQuery(isDescending: false, limit: 1)
            var seen: [String] = []
            while let page = try store.listIfIndexed("books", query), let last = page.last {
                seen += page.records.compactMap(\.title)
                query.edge = .after(last)
            }
            #expect(seen == ["1980", "1999", "Now"])
            // As it was written while there was no index.
            query.edge = .after(ListPosition(key: [], id: "01brz3ndektsv4rrffq69g5fav"))
            query.limit = 9
            let rest = try #require(try store.listIfIndexed("books", query))
            #expect(rest.records.compactMap(\.title) == ["1999", "Now"])
            store.close()
            store = try open()
        }
        store.close()
    }

    @Test func `takes no position that can't be`() throws {
        let store = try openStore(SimulatedFileSystem())
        defer { store.close() }
        for edge in [ListQuery.Edge.after, ListQuery.Edge.before] {
            var query = ListQuery(limit: 1)
            query.edge = edge(ListPosition(key: [], id: "x"))
            #expect(throws: ReadError.refused(reason: "x is no id of a record")) {
                try store.listIfIndexed("books", query)
            }
        }
        let key = [UInt8](repeating: 65, count: 1_025)
        #expect(ListPosition(key: key, id: "x").key.count == 1_024)
    }
}
