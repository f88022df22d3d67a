import Groundwork
import Testing

@testable import FormworkStore

@Suite struct `A list that is read page by page while others write` {
    private static let titles = ["", "Emma", "emma", "\u{C9}mile", "Zorro", "A", "'A'", "9"]

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
    private static func fill(_ store: Store, _ random: inout SeededGenerator) throws -> [String] {
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
        var random = SeededGenerator(seed: UInt64(11 + search.utf8.count))
        for _ in 0..<25 {
            let store = try Self.open()
            let ids = try Self.fill(store, &random)
            var query = ListQuery(
                search: search, order: order, isDescending: isDescending, limit: 500)
            let all = try #require(try store.list("books", query)).records.map(\.id)
            let leaving = Set(ids.shuffled(using: &random).prefix(12))
            var left = Array(leaving)
            query.limit = Int.random(in: 1...7, using: &random)
            var seen: [String] = []
            while let page = try store.list("books", query), let last = page.last {
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
        var random = SeededGenerator(seed: 5)
        let store = try Self.open()
        _ = try Self.fill(store, &random)
        var query = ListQuery(order: order, isDescending: isDescending, limit: 7)
        var pages: [[String]] = []
        var firsts: [ListPosition] = []
        while let page = try store.list("books", query), let first = page.first,
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
            let page = try #require(try store.list("books", query))
            #expect(page.records.map(\.id) == pages[number - 1])
        }
        query.edge = .before(firsts[0])
        #expect(try #require(try store.list("books", query)).records.isEmpty)
        store.close()
    }

    @Test func `takes no position that can't be`() {
        let id = "01arz3ndektsv4rrffq69g5fav"
        #expect(ListPosition(key: [], id: id) != nil)
        #expect(ListPosition(key: [], id: "x") == nil)
        #expect(ListPosition(key: [UInt8](repeating: 65, count: 1_025), id: id) == nil)
    }
}
