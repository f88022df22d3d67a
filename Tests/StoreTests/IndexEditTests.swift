import FormworkRecords
import Foundation
import Groundwork
import TestSupport
import Testing

@testable import FormworkStore

/// Edits of an index that was built at once, compared with a dictionary; what is wrong with its lists is
/// looked for after each edit.
@Suite struct IndexEditTests {
    /// How many edits the long run makes; `FORMWORK_INDEX_EDITS=100000` is the whole of it.
    private static let edits =
        ProcessInfo.processInfo.environment["FORMWORK_INDEX_EDITS"].flatMap { Int($0) } ?? 4000

    private static func built(
        _ count: Int, using random: inout Seeded,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> (index: FieldIndex, books: [RecordID: IndexedBook]) {
        var builder = FieldIndexBuilder(IndexedBook.fields, warn: warn) { false }
        var books: [RecordID: IndexedBook] = [:]
        for number in 0..<count {
            let id = RecordID(high: 1, low: UInt64(number * 2))
            let book = IndexedBook.random(id, using: &random)
            builder.append(id, row: book.row)
            books[id] = book
        }
        return (try #require(builder.finish()), books)
    }

    /// Puts in, changes or removes a record.
    private static func edit(
        _ index: inout FieldIndex, _ books: inout [RecordID: IndexedBook], below limit: Int,
        using random: inout Seeded
    ) {
        let id = RecordID(high: 1, low: UInt64(Int.random(in: 0..<limit * 2, using: &random)))
        if Int.random(in: 0..<3, using: &random) > 0 {
            let book = IndexedBook.random(id, using: &random)
            index.put(id, book.row)
            books[id] = book
        } else {
            index.remove(id)
            books[id] = nil
        }
    }

    @Test(
        "No edit of a built index leaves a list out of order",
        arguments: 1...4 as ClosedRange<UInt64>)
    func eachStep(_ seed: UInt64) throws {
        var random = Seeded(seed)
        var (index, books) = try Self.built(30, using: &random)
        for step in 0..<500 {
            Self.edit(&index, &books, below: 30, using: &random)
            #expect(index.fault == nil)
            if step % 10 == 0 { FieldIndexTests.check(index, books, using: &random) }
        }
    }

    @Test func `A built index is right through many edits, and never has to be made anew`() throws {
        var random = Seeded(100_000)
        let notes = Notes()
        var (index, books) = try Self.built(2000, using: &random, warn: notes.add)
        for step in 0..<Self.edits {
            Self.edit(&index, &books, below: 2000, using: &random)
            guard step % 1000 == 0 else { continue }
            #expect(index.fault == nil)
            FieldIndexTests.check(index, books, using: &random)
        }
        for id in books.keys {
            index.remove(id)
        }
        #expect(index.fault == nil)
        #expect(index.words.count == 0)
        #expect(notes.all.isEmpty)
    }

    @Test func `Of titles with apostrophes and equal endings each is found until it is removed`()
        throws
    {
        let names = ["Bob", "Alice", "Zoe", "Anne-Marie", "O'Brien", "J"]
        var builder = FieldIndexBuilder(IndexedBook.fields) { false }
        var books: [RecordID: IndexedBook] = [:]
        for (number, name) in names.enumerated() {
            let id = RecordID(high: 1, low: UInt64(number))
            let book = IndexedBook(
                id: id, title: "\(name)'s Complete Handbook", author: "", isbn: "", pages: nil)
            builder.append(id, row: book.row)
            books[id] = book
        }
        var index = try #require(builder.finish())
        for id in books.keys.sorted() {
            index.remove(id)
            books[id] = nil
            #expect(index.fault == nil)
            for search in ["handbook", "complete", "s", "bobs", "alice"] {
                let found = SearchTerms(search).map(index.search)
                #expect(found?.count == books.values.filter { $0.has([search]) }.count)
            }
        }
    }

    @Test func `A list that is out of order traps nowhere, and is made anew once that is seen`()
        throws
    {
        var random = Seeded(7)
        let notes = Notes()
        let (whole, books) = try Self.built(300, using: &random)
        for seed in 0..<10 as Range<UInt64> {
            var random = Seeded(seed)
            var words = SortedChunks<FieldIndex.WordStart>()
            for word in whole.words.chunks.joined().shuffled(using: &random) {
                words.append(word)
            }
            var index = FieldIndex(
                writer: whole.writer, rows: whole.rows, byID: whole.byID, orders: whole.orders,
                words: words, warn: notes.add)
            var left = books
            for id in books.keys.sorted().shuffled(using: &random).prefix(20) {
                _ = SearchTerms("handbook the a").map(index.search)
                index.remove(id)
                left[id] = nil
            }
            #expect(index.fault == nil)
            FieldIndexTests.check(index, left, using: &random)
        }
        #expect(notes.all.count >= 10)
    }

    @Test func `A place in a row that is gone, or never was, is an empty key`() throws {
        var rows = IndexRows()
        let row = RowWriter(fields: IndexedBook.fields).row(
            Array(#"{"title":"Emma","pages":3}"#.utf8).span)
        let (first, second) = (
            rows.add(RecordID(high: 0, low: 1), row), rows.add(.init(high: 0, low: 2), row)
        )
        rows.remove(first)
        for ordinal in [first, second] {
            for offset in [0, 1, 4, 5, 6, 100, .max] as [UInt32] {
                #expect(rows.compare(rows.rest(ordinal, from: offset), toPrefix: [0xFF]) < 0)
            }
            #expect(rows.key(ordinal, 9).isEmpty)
        }
        #expect(rows.key(first, 0).isEmpty)
    }

    @Test("Heads of keys sort as the keys, whatever bytes these hold", arguments: [0, 2])
    func heads(_ skipped: Int) {
        var random = Seeded(3)
        let keys: [[UInt8]] = (0..<300).map { _ in
            let start = [UInt8](repeating: 0, count: skipped)
            let bytes: [UInt8] = [0, 0, 0, 1, 0x20, 0xFF]
            let more = (0..<Int.random(in: 0...19, using: &random)).map { _ in
                bytes.randomElement(using: &random) ?? 0
            }
            return more.isEmpty ? Array(start.dropLast()) : start + more
        }
        for left in keys {
            for right in keys {
                let heads = (
                    KeyHead(left.span, after: skipped), KeyHead(right.span, after: skipped)
                )
                if heads.0 < heads.1 { #expect(left.lexicographicallyPrecedes(right)) }
                if heads.0 == heads.1, heads.0.isWhole { #expect(left == right) }
            }
        }
    }

    @Test func `A text that is cut is searched up to its last whole character`() {
        let text = "emma " + String(repeating: "\u{3b1}", count: 10_000)
        for start in ["", "x"] {
            let row = RowWriter(fields: IndexedBook.fields).row(
                JSON.object(["title": .string(start + text)]).bytes.span)
            var index = FieldIndex(IndexedBook.fields)
            index.put(RecordID(high: 0, low: 1), row)
            #expect(SearchTerms("\u{3b1}\u{3b1}").map(index.search)?.count == 1)
            #expect(index.fault == nil)
        }
    }
}
