internal import FormworkRecords

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
