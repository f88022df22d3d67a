/// Makes the index of many records at once: first all keys, then each list in one go.
struct FieldIndexBuilder {
    private let writer: RowWriter
    private let isStopped: () -> Bool
    private var rows = IndexRows()

    /// Begins an index.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - isStopped: Whether nobody wants the index any more; asked again and again.
    init(_ fields: [IndexedField], isStopped: @escaping () -> Bool) {
        writer = RowWriter(fields: fields)
        self.isStopped = isStopped
    }

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - id: Its id, greater than those before.
    ///   - document: The text of its document.
    mutating func append(_ id: RecordID, _ document: Span<UInt8>) {
        _ = rows.add(id, writer.row(document))
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
            FieldIndex(writer: writer, rows: rows, byID: byID, orders: orders, words: words)
        }
    }

    private var ordinals: Range<UInt32> { 0..<UInt32(clamping: rows.limit) }

    /// Sorts by the first eight bytes of a key, which mostly tell two apart without a look at the rows.
    private func order(by field: Int) -> SortedChunks<UInt32> {
        var heads = ordinals.map { ordinal in
            let key = rows.key(ordinal, field)
            return (head: key.isEmpty ? .max : rows.head(key), ordinal: ordinal)
        }
        heads.sort { left, right in
            left.head != right.head
                ? left.head < right.head : rows.precedes(left.ordinal, right.ordinal, by: field)
        }
        var order = SortedChunks<UInt32>()
        for (_, ordinal) in heads { order.append(ordinal) }
        return order
    }

    /// Sorts the word starts by their first two bytes, as many as there are places for, then each heap of
    /// these by what follows; so no more than one heap needs room besides the list.
    private func words() -> SortedChunks<FieldIndex.WordStart>? {
        var ends = [Int](repeating: 0, count: 0x1_0001)
        for ordinal in ordinals {
            for word in rows.wordStarts(of: ordinal, writer.fields) {
                ends[heap(of: word) + 1] += 1
            }
        }
        guard !isStopped() else { return nil }
        for heap in 1..<ends.count { ends[heap] += ends[heap - 1] }
        let total = ends[ends.count - 1]
        var starts = [FieldIndex.WordStart](
            repeating: FieldIndex.WordStart(ordinal: 0, offset: 0), count: total)
        for ordinal in ordinals {
            for word in rows.wordStarts(of: ordinal, writer.fields) {
                let heap = heap(of: word)
                starts[ends[heap]] = word
                ends[heap] += 1
            }
        }
        var words = SortedChunks<FieldIndex.WordStart>()
        var begin = 0
        for heap in 0..<0x1_0000 where ends[heap] > begin {
            guard !isStopped() else { return nil }
            var heads = starts[begin..<ends[heap]].map { word in
                (head: rows.head(rows.rest(word.ordinal, from: word.offset), after: 2), word: word)
            }
            heads.sort { left, right in
                left.head != right.head
                    ? left.head < right.head : rows.precedes(left.word, right.word)
            }
            for (_, word) in heads { words.append(word) }
            begin = ends[heap]
        }
        return words
    }

    private func heap(of word: FieldIndex.WordStart) -> Int {
        Int(rows.head(rows.rest(word.ordinal, from: word.offset)) >> 48)
    }
}
