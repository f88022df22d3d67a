internal import FormworkRecords
internal import Groundwork
internal import System

/// The records of one type by the fields that they are found and sorted by.
///
/// Every word start of the searched fields stands in one list, sorted by the text from there on, so that
/// what begins with a word is one stretch of it. All lists are exact after each change; where one turns out
/// not to be, all are made anew from the rows, and the operator is told. A copy is the index of that moment
/// and shares what isn't changed.
struct FieldIndex: Sendable {
    /// What reads the keys of a record.
    let writer: RowWriter
    /// The keys of the records.
    private(set) var rows: IndexRows
    /// The records in the order of their ids.
    private(set) var byID: SortedChunks<UInt32>
    /// For each field the records in its order; none where nobody sorts by it.
    private(set) var orders: [SortedChunks<UInt32>?]
    /// Where words begin.
    private(set) var words: SortedChunks<WordStart>
    /// Where to say that the lists had to be made anew.
    private let warn: @Sendable (String) -> Void

    /// Where a word begins.
    struct WordStart: Equatable, Sendable {
        /// The number of the record's row.
        var ordinal: UInt32
        /// The place in the row, in bytes.
        var offset: UInt32
    }

    /// Makes an empty index.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - warn: Where to say that the lists had to be made anew.
    init(_ fields: [IndexedField], warn: @escaping @Sendable (String) -> Void = StoreOptions().warn)
    {
        self.init(
            writer: RowWriter(fields: fields), rows: IndexRows(), byID: SortedChunks(),
            orders: fields.map { $0.isSorted ? SortedChunks() : nil }, words: SortedChunks(),
            warn: warn)
    }

    /// Puts an index together.
    ///
    /// - Parameters:
    ///   - writer: What reads the keys of a record.
    ///   - rows: The keys of the records.
    ///   - byID: The records in the order of their ids.
    ///   - orders: For each field the records in its order.
    ///   - words: Where words begin.
    ///   - warn: Where to say that the lists had to be made anew.
    init(
        writer: RowWriter, rows: IndexRows, byID: SortedChunks<UInt32>,
        orders: [SortedChunks<UInt32>?], words: SortedChunks<WordStart>,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.warn = warn
        self.writer = writer
        self.rows = rows
        self.byID = byID
        self.orders = orders
        self.words = words
    }

    /// Puts a record in or replaces it.
    ///
    /// - Parameters:
    ///   - id: The record's id.
    ///   - row: Its keys, as the writer gives them.
    mutating func put(_ id: RecordID, _ row: [UInt8]) {
        remove(id)
        let ordinal = rows.add(id, row)
        let place = byID.firstPosition { rows.id($0) < id }
        byID.insert(ordinal, at: place)
        assert(byID.isSorted(around: place) { rows.id($0) < rows.id($1) })
        for field in orders.indices {
            let place = orders[field]?.firstPosition { rows.precedes($0, ordinal, by: field) }
            guard let place else { continue }
            orders[field]?.insert(ordinal, at: place)
            assert(
                orders[field]?.isSorted(around: place) { rows.precedes($0, $1, by: field) } == true)
        }
        for word in rows.wordStarts(of: ordinal, writer.fields) {
            let place = words.firstPosition { rows.precedes($0, word) }
            words.insert(word, at: place)
            assert(words.isSorted(around: place) { rows.precedes($0, $1) })
        }
    }

    /// Carries out changes in their order.
    ///
    /// - Parameter changes: Of each record its keys, or `nil` where it is removed.
    mutating func apply(_ changes: [(id: RecordID, row: [UInt8]?)]) {
        for (id, row) in changes {
            if let row { put(id, row) } else { remove(id) }
        }
    }

    /// Takes a record out; nothing happens where it isn't there.
    mutating func remove(_ id: RecordID) {
        let place = byID.firstPosition { rows.id($0) < id }
        guard let ordinal = byID.element(at: place), rows.id(ordinal) == id else { return }
        byID.remove(at: place)
        var isSound = true
        for field in orders.indices {
            let place = orders[field]?.firstPosition { rows.precedes($0, ordinal, by: field) }
            guard let place else { continue }
            isSound = orders[field]?.remove(at: place, where: { $0 == ordinal }) == true && isSound
        }
        for word in rows.wordStarts(of: ordinal, writer.fields) {
            let place = words.firstPosition { rows.precedes($0, word) }
            isSound = words.remove(at: place, where: { $0 == word }) && isSound
        }
        rows.remove(ordinal)
        if !isSound { rebuild() }
    }

    /// Makes the lists anew from the rows.
    private mutating func rebuild() {
        warn("a list of the search index was out of order; the index was made anew")
        var builder = FieldIndexBuilder(writer.fields, warn: warn) { false }
        for ordinal in rows.ordinals.sorted(by: { rows.id($0) < rows.id($1) }) {
            builder.append(rows.id(ordinal), row: rows.row(ordinal))
        }
        if let index = builder.finish() { self = index }
    }
}

extension IndexRows {
    /// Tells which of two records comes first by a field, those without a value last.
    ///
    /// - Parameters:
    ///   - left: The number of a row.
    ///   - right: The number of another.
    ///   - field: The number of the field.
    /// - Returns: Whether the left one comes first; with the same value that is the older one.
    func precedes(_ left: UInt32, _ right: UInt32, by field: Int) -> Bool {
        let (leftKey, rightKey) = (key(left, field), key(right, field))
        if leftKey.isEmpty != rightKey.isEmpty { return rightKey.isEmpty }
        let order = compare(leftKey, rightKey)
        return order == 0 ? id(left) < id(right) : order < 0
    }

    /// Tells which of two words comes first.
    ///
    /// - Parameters:
    ///   - left: Where a word begins.
    ///   - right: Where another does.
    /// - Returns: Whether the left one comes first by the text from there on.
    func precedes(_ left: FieldIndex.WordStart, _ right: FieldIndex.WordStart) -> Bool {
        let order = compare(
            rest(left.ordinal, from: left.offset), rest(right.ordinal, from: right.offset))
        return order == 0
            ? (left.ordinal, left.offset) < (right.ordinal, right.offset) : order < 0
    }

    /// Tells where the words of a record begin.
    ///
    /// - Parameters:
    ///   - ordinal: The number of its row.
    ///   - fields: The fields of the row.
    ///   - body: Called with each place in the fields that are searched, and the text from there on.
    func forEachWord(
        of ordinal: UInt32, _ fields: [IndexedField],
        _ body: (FieldIndex.WordStart, Span<UInt8>) -> Void
    ) {
        forEachKey(ordinal) { field, key, offset in
            guard fields[field].isSearched else { return }
            SearchWords.forEachStart(in: key) { start in
                let offset = UInt32(clamping: offset + start)
                body(
                    FieldIndex.WordStart(ordinal: ordinal, offset: offset),
                    key.extracting(droppingFirst: start))
            }
        }
    }

    /// Lists where the words of a record begin.
    ///
    /// - Parameters:
    ///   - ordinal: The number of its row.
    ///   - fields: The fields of the row.
    /// - Returns: The places in the fields that are searched.
    func wordStarts(of ordinal: UInt32, _ fields: [IndexedField]) -> [FieldIndex.WordStart] {
        var starts: [FieldIndex.WordStart] = []
        forEachWord(of: ordinal, fields) { word, _ in starts.append(word) }
        return starts
    }
}

extension FieldIndex {
    /// What is wrong with the index; `nil` where nothing is.
    ///
    /// All lists are sorted and hold exactly the rows that are there, and their words.
    var fault: String? {
        if let fault = rows.fault(fieldCount: writer.fields.count) { return "rows: \(fault)" }
        let ordinals = rows.ordinals
        if let fault = byID.fault(by: { rows.id($0) < rows.id($1) }) { return "ids: \(fault)" }
        if let fault = Self.members(of: byID, ordinals) { return "ids: \(fault)" }
        for (field, order) in orders.enumerated() {
            guard writer.fields[field].isSorted == (order != nil) else {
                return "field \(field) is sorted by mistake, or isn't"
            }
            guard let order else { continue }
            let fault =
                order.fault { rows.precedes($0, $1, by: field) }
                ?? Self.members(of: order, ordinals)
            if let fault { return "field \(field): \(fault)" }
        }
        if let fault = words.fault(by: { rows.precedes($0, $1) }) { return "words: \(fault)" }
        var expected = 0
        for ordinal in ordinals { expected += rows.wordStarts(of: ordinal, writer.fields).count }
        return words.count == expected ? nil : "words: there are too many or too few"
    }

    private static func members(of list: SortedChunks<UInt32>, _ ordinals: [UInt32]) -> String? {
        list.count == ordinals.count && Set(list.chunks.joined()) == Set(ordinals)
            ? nil : "a record is missing, or there twice"
    }
}
