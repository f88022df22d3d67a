internal import FormworkRecords
internal import Groundwork
internal import System

/// Makes the index of many records at once: first all keys, then each list in one go.
struct FieldIndexBuilder {
    private let writer: RowWriter
    private let warn: @Sendable (String) -> Void
    private let isStopped: () -> Bool
    private var rows = IndexRows()

    /// Begins an index.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - warn: Where the index says that its lists had to be made anew.
    ///   - isStopped: Whether nobody wants the index any more; asked again and again.
    init(
        _ fields: [IndexedField], warn: @escaping @Sendable (String) -> Void = StoreOptions().warn,
        isStopped: @escaping () -> Bool
    ) {
        self.warn = warn
        writer = RowWriter(fields: fields)
        self.isStopped = isStopped
    }

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - id: Its id, greater than those before.
    ///   - document: The text of its document.
    ///   - createdAt: When it was saved first; `nil` where that can't be read.
    mutating func append(
        _ id: RecordID, _ document: Span<UInt8>, createdAt: Timestamp? = nil
    ) {
        append(id, row: writer.row(document, createdAt: createdAt))
    }

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - id: Its id, greater than those before.
    ///   - row: Its keys, as the writer gives them.
    mutating func append(_ id: RecordID, row: [UInt8]) {
        _ = rows.add(id, row)
    }

    /// Makes the lists.
    ///
    /// - Returns: The index; `nil` where it was stopped.
    func finish() -> FieldIndex? {
        var byID = SortedChunks<UInt32>()
        for ordinal in ordinals { byID.append(ordinal) }
        var orders: [SortedChunks<UInt32>?] = []
        for (number, field) in writer.fields.enumerated() {
            guard !isStopped() else { return nil }
            orders.append(field.isSorted ? order(by: number) : nil)
        }
        return words().map { words in
            let index = FieldIndex(
                writer: writer, rows: rows, byID: byID, orders: orders, words: words, warn: warn)
            assert(index.fault == nil, index.fault ?? "")
            return index
        }
    }

    private var ordinals: Range<UInt32> { 0..<UInt32(clamping: rows.limit) }

    /// Sorts by the heads of the keys; the numbers of the rows are in the order of their ids.
    private func order(by field: Int) -> SortedChunks<UInt32> {
        var filled: [(head: KeyHead, ordinal: UInt32)] = []
        var empty: [UInt32] = []
        filled.reserveCapacity(ordinals.count)
        for ordinal in ordinals {
            let key = rows.key(ordinal, field)
            if key.isEmpty {
                empty.append(ordinal)
            } else {
                filled.append((rows.head(key), ordinal))
            }
        }
        filled.sort { left, right in
            if left.head != right.head { return left.head < right.head }
            return left.head.isWhole
                ? left.ordinal < right.ordinal
                : rows.precedes(left.ordinal, right.ordinal, by: field)
        }
        var order = SortedChunks<UInt32>()
        for (_, ordinal) in filled { order.append(ordinal) }
        for ordinal in empty { order.append(ordinal) }
        return order
    }

    /// Sorts the word starts: by their first two bytes into heaps, then each heap by what follows.
    ///
    /// The rows are walked once for every four million words, so that no more than these need room besides
    /// the list.
    private func words() -> SortedChunks<FieldIndex.WordStart>? {
        var sizes = [Int](repeating: 0, count: Self.heapCount)
        forEachWord { _, heap in sizes[heap] += 1 }
        var words = SortedChunks<FieldIndex.WordStart>()
        var first = 0
        while first < Self.heapCount {
            guard !isStopped() else { return nil }
            var last = first
            var total = sizes[first]
            while last + 1 < Self.heapCount, total + sizes[last + 1] <= Self.mostAtOnce {
                last += 1
                total += sizes[last]
            }
            sort(first...last, sizes, into: &words)
            first = last + 1
        }
        return words
    }

    private static let heapCount = 0x1_0000
    private static let mostAtOnce = 4 << 20

    private func sort(
        _ heaps: ClosedRange<Int>, _ sizes: [Int],
        into words: inout SortedChunks<FieldIndex.WordStart>
    ) {
        var ends: [Int] = []
        var total = 0
        for heap in heaps {
            ends.append(total)
            total += sizes[heap]
        }
        guard total > 0 else { return }
        var starts = [FieldIndex.WordStart](
            repeating: FieldIndex.WordStart(ordinal: 0, offset: 0), count: total)
        forEachWord { word, heap in
            guard heaps.contains(heap) else { return }
            starts[ends[heap - heaps.lowerBound]] = word
            ends[heap - heaps.lowerBound] += 1
        }
        var begin = 0
        for end in ends where end > begin {
            var heads = starts[begin..<end].map { word in
                (head: rows.head(rows.rest(word.ordinal, from: word.offset), after: 2), word: word)
            }
            heads.sort { left, right in
                if left.head != right.head { return left.head < right.head }
                return left.head.isWhole
                    ? (left.word.ordinal, left.word.offset)
                        < (right.word.ordinal, right.word.offset)
                    : rows.precedes(left.word, right.word)
            }
            for (_, word) in heads { words.append(word) }
            begin = end
        }
    }

    private func forEachWord(_ body: (FieldIndex.WordStart, _ heap: Int) -> Void) {
        for ordinal in ordinals {
            rows.forEachWord(of: ordinal, writer.fields) { word, text in
                body(word, KeyHead(text).firstTwo)
            }
        }
    }
}

/// The first 15 bytes of a key and its length, which mostly tell it from another without a look at the rest.
///
/// Heads sort as their keys do, whatever bytes the keys hold. Missing bytes count as 0. Where keys differ only by
/// zeros at the end, the shorter one comes first.
struct KeyHead: Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64
    private static let length = 15
    /// The lengths of all keys that go on behind the head.
    private static let long = 0xFF

    /// Takes the first bytes of a key.
    ///
    /// - Parameters:
    ///   - bytes: The key.
    ///   - skipped: How many bytes to leave out before, at most 200; only heads with the same number left
    ///     out, of keys that don't differ in these bytes but for missing zeros, compare.
    init(_ bytes: Span<UInt8>, after skipped: Int = 0) {
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<min(max(bytes.count - skipped, 0), Self.length) {
            let byte = UInt64(bytes[skipped + index])
            if index < 8 {
                words.0 |= byte << UInt64(56 - index * 8)
            } else {
                words.1 |= byte << UInt64(120 - index * 8)
            }
        }
        let isLong = bytes.count > skipped + Self.length
        words.1 |= UInt64(isLong ? Self.long : bytes.count)
        (high, low) = words
    }

    /// The first two bytes.
    var firstTwo: Int { Int(high >> 48) }

    /// Whether another key with this head is the same key.
    var isWhole: Bool { low & 0xFF != UInt64(Self.long) }

    static func < (left: KeyHead, right: KeyHead) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}
