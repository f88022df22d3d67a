internal import FormworkRecords

extension FieldIndex {
    /// Finds the records that have what a search asks for.
    func search(_ terms: SearchTerms) -> OrdinalSet {
        var found: OrdinalSet?
        for group in terms.groups {
            var matches = OrdinalSet(below: rows.limit)
            for words in group { matches.formUnion(records(withAll: words)) }
            found?.formIntersection(matches)
            if found == nil { found = matches }
            if found?.isEmpty == true { break }
        }
        return found ?? OrdinalSet(below: rows.limit)
    }

    /// The records in which each word is the beginning of one; none where there are no words.
    private func records(withAll words: [[UInt8]]) -> OrdinalSet {
        var found: OrdinalSet?
        for word in words {
            let matches = records(with: word)
            found?.formIntersection(matches)
            if found == nil { found = matches }
            if found?.isEmpty == true { break }
        }
        return found ?? OrdinalSet(below: rows.limit)
    }

    private func records(with word: [UInt8]) -> OrdinalSet {
        var found = OrdinalSet(below: rows.limit)
        let start = words.firstPosition { order($0, of: word) < 0 }
        let end = words.firstPosition { order($0, of: word) <= 0 }
        words.forEach(from: start, to: end) { word in
            found.insert(word.ordinal)
            return true
        }
        return found
    }

    private func order(_ start: WordStart, of word: [UInt8]) -> Int {
        rows.compare(rows.rest(start.ordinal, from: start.offset), toPrefix: word)
    }

    /// Lists a part of the records in an order.
    ///
    /// - Parameters:
    ///   - matches: Which records are listed; all where it is `nil`.
    ///   - field: The number of a field that they are sorted by; `nil` for the order of creation.
    ///   - isDescending: Whether the order is turned round; records without a value stay last.
    ///   - offset: How many records to leave out; below 0 counts as 0.
    ///   - limit: How many to list at most; below 0 counts as 0.
    /// - Returns: The ids of the part, and how many records the whole list has.
    func page(
        of matches: OrdinalSet?, by field: Int?, isDescending: Bool, offset: Int, limit: Int
    ) -> (ids: [RecordID], total: Int) {
        let list = field.flatMap { orders[$0] } ?? byID
        let total = matches?.count ?? list.count
        let skipped = min(max(offset, 0), total)
        let wanted = min(max(limit, 0), total - skipped)
        guard wanted > 0 else { return ([], total) }
        var ids: [RecordID] = []
        ids.reserveCapacity(wanted)
        var left = matches == nil ? 0 : skipped
        walk(list, by: field, isDescending, from: matches == nil ? skipped : 0) { ordinal in
            if let matches, !matches.contains(ordinal) { return true }
            if left > 0 {
                left -= 1
            } else {
                ids.append(rows.id(ordinal))
            }
            return ids.count < wanted
        }
        return (ids, total)
    }

    /// Tells how many records of a list come before a position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - includesIt: Whether the record there is counted, if it is there.
    ///   - matches: Which records are listed; all where it is `nil`.
    ///   - field: The number of a field that they are sorted by; `nil` for the order of creation.
    ///   - isDescending: Whether the order is turned round; records without a value stay last.
    /// - Returns: Their number.
    func offset(
        of position: ListPosition, includesIt: Bool, in matches: OrdinalSet?, by field: Int?,
        isDescending: Bool
    ) -> Int {
        let list = field.flatMap { orders[$0] } ?? byID
        let id = position.recordID
        let key = field.map { self.key(of: position, by: $0) } ?? []
        func order(_ ordinal: UInt32) -> Int {
            if let field {
                let other = rows.key(ordinal, field)
                // Those without a value are behind all others.
                if other.isEmpty != key.isEmpty { return other.isEmpty ? 1 : -1 }
                let order = rows.compare(other, to: key)
                if order != 0 { return order }
            }
            return rows.id(ordinal) == id ? 0 : rows.id(ordinal) < id ? -1 : 1
        }
        let isBeneath = includesIt != isDescending
        let beneath = list.offset(
            of: list.firstPosition { isBeneath ? order($0) <= 0 : order($0) < 0 })
        var before = beneath
        if isDescending {
            let filled =
                field.map { field in
                    list.offset(of: list.firstPosition { !rows.key($0, field).isEmpty })
                } ?? list.count
            before =
                field != nil && key.isEmpty
                ? filled + list.count - beneath : filled - beneath
        }
        guard let matches else { return before }
        var (seen, found) = (0, 0)
        walk(list, by: field, isDescending, from: 0) { ordinal in
            guard seen < before else { return false }
            seen += 1
            if matches.contains(ordinal) { found += 1 }
            return true
        }
        return found
    }

    /// The bytes by which the record at a position is sorted, all of them where it is still there with them:
    /// a position has no more than the first, and before the index was ready none of a moment.
    private func key(of position: ListPosition, by field: Int) -> [UInt8] {
        let id = position.recordID
        let isMoment = writer.fields[field].kind == .creation && position.key.isEmpty
        guard isMoment || position.key.count == ListPosition.longestKey else { return position.key }
        let ordinal = byID.element(at: byID.firstPosition { rows.id($0) < id })
        if let ordinal, rows.id(ordinal) == id {
            let key = rows.bytes(rows.key(ordinal, field))
            if isMoment || key.starts(with: position.key) { return Array(key) }
        }
        return isMoment ? RowWriter.creationKey(Int64(clamping: id.milliseconds)) : position.key
    }

    /// The position of a record in an order.
    ///
    /// - Parameters:
    ///   - id: The id of a record that is there.
    ///   - field: The number of the field of the order; `nil` for the order of creation.
    /// - Returns: The position.
    func position(of id: RecordID, by field: Int?) -> ListPosition {
        let ordinal = byID.element(at: byID.firstPosition { rows.id($0) < id })
        guard let field, let ordinal else { return ListPosition(key: [], id: id.description) }
        return ListPosition(key: rows.bytes(rows.key(ordinal, field)), id: id.description)
    }

    /// Walks a list in an order that may be turned round.
    private func walk(
        _ list: SortedChunks<UInt32>, by field: Int?, _ isDescending: Bool, from offset: Int,
        _ body: (UInt32) -> Bool
    ) {
        guard isDescending else {
            return list.forEach(from: list.position(after: offset), to: list.end, body)
        }
        var filled = list.end
        if let field { filled = list.firstPosition { !rows.key($0, field).isEmpty } }
        let count = list.offset(of: filled)
        var goesOn = true
        if offset < count {
            list.forEach(backFrom: list.position(after: count - offset), to: list.start) {
                goesOn = body($0)
                return goesOn
            }
        }
        guard goesOn else { return }
        let rest = list.position(after: list.count - max(offset - count, 0))
        list.forEach(backFrom: rest, to: filled, body)
    }
}

/// A set of the small numbers by which an index knows its records.
struct OrdinalSet: Sendable {
    private var words: [UInt64]

    /// Makes an empty set.
    ///
    /// - Parameter limit: Above all numbers that will be in it.
    init(below limit: Int) {
        words = [UInt64](repeating: 0, count: (limit + 63) / 64)
    }

    /// How many numbers are in it.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Whether nothing is in it.
    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Adds a number.
    mutating func insert(_ ordinal: UInt32) {
        words[Int(ordinal / 64)] |= 1 << UInt64(ordinal % 64)
    }

    /// Tells whether a number is in it.
    func contains(_ ordinal: UInt32) -> Bool {
        words[Int(ordinal / 64)] & 1 << UInt64(ordinal % 64) != 0
    }

    /// Keeps what is also in another set.
    mutating func formIntersection(_ other: OrdinalSet) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// Adds what is in another set.
    mutating func formUnion(_ other: OrdinalSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }
}
