internal import FormworkRecords
import Groundwork
import TestSupport
import Testing

@testable import FormworkStore

/// A book as the tests of the index know it, and what a list of such books must be.
struct IndexedBook {
    var id: RecordID
    var title: String
    var author: String
    var isbn: String
    var pages: String?

    static let fields = [
        IndexedField("title", .text, isSearched: true, isSorted: true),
        IndexedField("by.name", .text, isSearched: true, isSorted: true),
        IndexedField("isbn", .text, isSearched: true, isSorted: false),
        IndexedField("pages", .number, isSearched: false, isSorted: true),
    ]

    var document: JSON.Object {
        var document: JSON.Object = [
            "title": .string(title), "by": .object(["name": .string(author)]),
        ]
        document["isbn"] = isbn.isEmpty ? .null : .string(isbn)
        if let pages, let number = JSON.Number(text: pages) { document["pages"] = .number(number) }
        return document
    }

    var row: [UInt8] {
        RowWriter(fields: Self.fields).row(JSON.object(document).bytes.span)
    }

    /// Whether each word is the beginning of a word, in the plainest way; an apostrophe may be left out.
    func has(_ words: [String]) -> Bool {
        let all = [title, author, isbn].flatMap { text in
            let text = folded(text)
            return [text, text.replacing("'", with: "")].flatMap { text in
                text.split { !$0.isLetter && !$0.isNumber }
            }
        }
        return words.allSatisfy { word in all.contains { $0.hasPrefix(word) } }
    }

    /// The value of a field as it sorts.
    func precedes(_ other: IndexedBook, by field: Int?, isDescending: Bool) -> Bool {
        let isOlder = isDescending ? other.id < id : id < other.id
        switch field {
        case 0, 1:
            let (left, right) =
                field == 0
                ? (folded(title), folded(other.title)) : (folded(author), folded(other.author))
            if left.isEmpty != right.isEmpty { return right.isEmpty }
            if left == right { return isOlder }
            let isLess = left.utf8.lexicographicallyPrecedes(right.utf8)
            return isDescending != isLess
        case 3:
            let (left, right) = (
                pages.flatMap { ExactDecimal($0) }, other.pages.flatMap { ExactDecimal($0) }
            )
            guard let left, let right else {
                return (left == nil) == (right == nil) ? isOlder : right == nil
            }
            return left == right ? isOlder : isDescending != (left < right)
        default: return isOlder
        }
    }

    private func folded(_ text: String) -> String {
        var bytes: [UInt8] = []
        Folding.append(text.utf8Span.span, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func random(_ id: RecordID, using random: inout Seeded) -> IndexedBook {
        let words = [
            "The", "the", "Whale", "Emma", "\u{C9}mile", "Stra\u{DF}e", "war", "and", "Peace",
            "a", "ab", "abc", "1984", "\u{130}zmir", "of", "Old", "Moby-Dick;", "O'Brien",
            "Bob's", "Alice's", "Complete Handbook", "abcdefghijklmno", "abcdefghijklmnop",
            "abcdefghijklmnopq", "abcdefghijklmnopqr",
        ]
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }.joined(separator: " ")
        }
        let digits = String(Int.random(in: 9_780_000_000_000...9_780_000_000_099, using: &random))
        return IndexedBook(
            id: id, title: text(5), author: text(2),
            isbn: Bool.random(using: &random) ? digits : "",
            pages: Bool.random(using: &random)
                ? "\(Int.random(in: -3...300, using: &random)).\(Int.random(in: 0...9, using: &random))"
                : nil)
    }
}

@Suite struct FieldIndexTests {
    static func check(
        _ index: FieldIndex, _ books: [RecordID: IndexedBook], using random: inout Seeded
    ) {
        let field = [nil, 0, 1, 3].randomElement(using: &random) ?? nil
        let isDescending = Bool.random(using: &random)
        let searches = [
            "", "the", "t", "emile", "STRASSE", "whale emma", "9780000", "a b", "izm", "nothing",
            "978-0-0000-0000", "o'br", "of old 19", "& the - th", "!", "bobs", "handbook",
            "obrien alices", "abcdefghijklmnopq",
        ]
        let search = searches.randomElement(using: &random) ?? ""
        let words: [[String]] =
            switch search {
            case "": [[]]
            case "o'br": [["o", "br"]]
            case "& the - th": [["the"]]
            case "!": []
            case "978-0-0000-0000": [["978000000000"], ["978", "0", "0000", "0000"]]
            default: [search.lowercased().split(separator: " ").map(String.init)]
            }
        let expected = books.values.filter { book in words.contains { book.has($0) } }
            .sorted { $0.precedes($1, by: field, isDescending: isDescending) }.map(\.id)
        let offset = Int.random(in: -1...expected.count + 1, using: &random)
        let limit = Int.random(in: -1...60, using: &random)
        let page = index.page(
            of: SearchTerms(search).map(index.search), by: field, isDescending: isDescending,
            offset: offset, limit: limit)
        #expect(page.total == expected.count)
        #expect(
            page.ids == Array(expected.dropFirst(max(offset, 0)).prefix(max(limit, 0))),
            "\(search), field \(field.map(String.init) ?? "none"), descending \(isDescending)")
    }

    @Test(
        "It lists what a plain search lists, whatever comes and goes",
        arguments: [1, 2, 3] as [UInt64])
    func model(_ seed: UInt64) {
        var random = Seeded(seed)
        var index = FieldIndex(IndexedBook.fields)
        var books: [RecordID: IndexedBook] = [:]
        for step in 0..<3000 {
            let id = RecordID(high: 0, low: UInt64.random(in: 0..<700, using: &random))
            if Int.random(in: 0..<5, using: &random) < (step < 1500 ? 4 : 2) {
                let book = IndexedBook.random(id, using: &random)
                index.put(id, book.row)
                books[id] = book
            } else {
                index.remove(id)
                books[id] = nil
            }
            guard step % 20 == 0 else { continue }
            #expect(index.fault == nil)
            Self.check(index, books, using: &random)
        }
        #expect(index.byID.count == books.count)
        for id in books.keys { index.remove(id) }
        #expect(index.byID.count == 0)
        #expect(index.words.count == 0)
        #expect(index.fault == nil)
    }

    @Test(
        "Built at once it is the same as built one by one", arguments: [0, 1, 255, 256, 257, 1500])
    func building(_ count: Int) throws {
        var random = Seeded(UInt64(count) + 9)
        var builder = FieldIndexBuilder(IndexedBook.fields) { false }
        var books: [RecordID: IndexedBook] = [:]
        for number in 0..<count {
            let id = RecordID(high: 1, low: UInt64(number * 3))
            let book = IndexedBook.random(id, using: &random)
            builder.append(id, JSON.object(book.document).bytes.span)
            books[id] = book
        }
        var index = try #require(builder.finish())
        for _ in 0..<30 { Self.check(index, books, using: &random) }
        for number in 0..<count / 2 {
            let id = RecordID(high: 1, low: UInt64(number * 2))
            let book = IndexedBook.random(id, using: &random)
            index.put(id, book.row)
            books[id] = book
        }
        #expect(index.fault == nil)
        for _ in 0..<30 { Self.check(index, books, using: &random) }
        for id in books.keys.sorted().shuffled(using: &random).prefix(count) {
            index.remove(id)
            books[id] = nil
        }
        #expect(index.fault == nil)
        for _ in 0..<30 { Self.check(index, books, using: &random) }
    }

    @Test func `A copy stays what it was`() {
        var random = Seeded(5)
        var index = FieldIndex(IndexedBook.fields)
        var books: [RecordID: IndexedBook] = [:]
        for number in 0..<500 {
            let id = RecordID(high: 0, low: UInt64(number))
            let book = IndexedBook.random(id, using: &random)
            index.put(id, book.row)
            books[id] = book
        }
        let copy = index
        for id in books.keys { index.remove(id) }
        for _ in 0..<30 { Self.check(copy, books, using: &random) }
    }

    @Test(
        "A key is read out of any document",
        arguments: [
            (#"{"title":"Emma"}"#, "emma", nil),
            (#"{"x":{"title":"no"},"title":"\u0045mma"}"#, "emma", nil),
            (#"{"t\u0069tle":"Emma"}"#, "emma", nil), (#"{"title":17,"pages":"4.50"}"#, "", "4.5"),
            (#"{"title":null,"pages":4.5e0}"#, "", "4.5"), (#"{"pages":true}"#, "", nil),
            (#"{"title":["Emma"],"pages":1e99}"#, "", nil), ("{}", "", nil), ("", "", nil),
            (#"{"title":"a\"b\\"}"#, "a\"b\\", nil), (#"{"by":7,"title":""}"#, "", nil),
        ] as [(String, String, ExactDecimal?)])
    func keys(_ document: String, _ title: String, _ pages: ExactDecimal?) {
        var number: [UInt8] = []
        pages?.appendSortKey(to: &number)
        let expected =
            [UInt8(title.utf8.count)] + Array(title.utf8) + [0, 0] + [UInt8(number.count)] + number
        #expect(
            RowWriter(fields: IndexedBook.fields).row(Array(document.utf8).span) == expected)
    }

    @Test func `A text without end is searched by its beginning`() {
        let text = "emma " + String(repeating: "x", count: 100_000)
        let document = JSON.object(["title": .string(text)]).bytes
        let row = RowWriter(fields: IndexedBook.fields).row(document.span)
        #expect(row.count < 17_000)
        var index = FieldIndex(IndexedBook.fields)
        index.put(RecordID(high: 0, low: 1), row)
        #expect(SearchTerms("emm xx").map(index.search)?.count == 1)
        index.remove(RecordID(high: 0, low: 1))
        #expect(index.words.count == 0)
    }

    @Test(
        "A search is words, and digits between hyphens or spaces may be one",
        arguments: [
            ("", nil), (" \t\u{3000}", nil), ("Emma", [[["emma"]]]),
            ("Moby-Dick", [[["dick", "moby"]]]), ("!?", []), ("-", []),
            ("Pride & Prejudice \u{2013} ++", [[["prejudice", "pride"]]]),
            ("978-0-14", [[["0", "14", "978"], ["978014"]]]),
            ("austen 978 0x 14", [[["austen"]], [["0x", "14", "978"], ["9780x14"]]]),
            ("1984", [[["1984"]]]), ("1984 & 12 a", [[["12", "1984", "a"]]]),
            ("em e emma em emmy emma", [[["emma", "emmy"]]]), ("a a a", [[["a"]]]),
            ("9 9 97", [[["97"], ["9997"]]]), ("1 2 a 1 2", [[["a"]], [["1", "2"], ["12"]]]),
        ])
    func terms(_ text: String, _ groups: [[[String]]]?) {
        let found = SearchTerms(text)?.groups.map { group in
            group.map { words in words.map { String(decoding: $0, as: UTF8.self) } }
        }
        #expect(found == groups)
    }
}
