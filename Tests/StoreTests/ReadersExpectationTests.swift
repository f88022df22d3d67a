internal import FormworkRecords
import Groundwork
import System
import Testing

@testable import FormworkStore

@Suite struct `A list as readers expect it` {
    private static func titles(
        _ titles: [String], search: String = "", order: String? = "title"
    ) throws -> [String] {
        let indexes = [
            "books": [IndexedField("title", .text, isSearched: true, isSorted: true)]
        ]
        let store = try Store.open(
            folder: simulatedFolder, types: ["books", "profiles"], indexes: indexes,
            options: quietOptions(), fileSystem: SimulatedFileSystem())
        for title in titles { _ = try store.save(.book(title)) }
        let isReady = SignalledLock(false)
        store.whenIndexed("books") { isReady.change { $0 = true } }
        _ = isReady.wait(atMost: nil) { $0 ? true : nil }
        let query = ListQuery(search: search, order: order, isDescending: false, limit: 99)
        let page = try #require(try store.listIfIndexed("books", query))
        store.close()
        return page.records.compactMap(\.title)
    }

    @Test(arguments: [
        [
            "\u{201C}Aachen\u{201D}", "\u{BF}Bailas?", "(Cats)", "\u{AB}Dune\u{BB}", "Emma",
            "\u{2026}Fin", "'Tis", "Zorro",
        ],
        ["O'Brien, A", "O\u{2019}Brien, B", "O'Brien, C", "O\u{BC}"],
        ["Wolf-Hall 1", "Wolf\u{2010}Hall 2", "Wolf\u{2013}Hall 3", "Wolfram"],
        ["\u{6F1}", "2", "\u{FF13}", "\u{664}"], ["!!", "A"],
    ])
    func `is sorted by words, whatever signs stand around them`(sorted: [String]) throws {
        #expect(try Self.titles(sorted.reversed()) == sorted)
    }

    @Test(arguments: [
        ("c++", ["C++ Primer"]), ("c#", ["C# in Depth"]),
        ("c", ["Calculus", "C++ Primer", "C# in Depth"]), ("\u{1F600}", ["Fun \u{1F600}\u{1F680}"]),
        ("\u{1F680}", ["Fun \u{1F600}\u{1F680}"]), ("9780306406157", ["0306406152"]),
        ("978-0-306-40615-7", ["0306406152"]), ("0-306-40615-2", ["0306406152"]),
        ("0-14-143958-0", ["9780141439587"]), ("0141439580", ["9780141439587"]),
        ("97803", []), ("\u{643}\u{62A}\u{627}\u{628}", ["\u{6A9}\u{62A}\u{627}\u{628}"]),
        ("\u{30AC}\u{30B9}", ["\u{FF76}\u{FF9E}\u{FF7D}"]), ("soft", ["so\u{AD}ft"]),
        ("rock roll", ["Rock+Roll"]), ("rock+roll", ["Rock+Roll"]),
    ])
    func `is searched for what was meant`(search: String, found: [String]) throws {
        let all = [
            "Calculus", "C++ Primer", "C# in Depth", "Fun \u{1F600}\u{1F680}", "0306406152",
            "9780141439587", "\u{6A9}\u{62A}\u{627}\u{628}", "\u{FF76}\u{FF9E}\u{FF7D}",
            "so\u{AD}ft", "Rock+Roll",
        ]
        #expect(try Self.titles(all, search: search, order: nil) == found)
    }
}
