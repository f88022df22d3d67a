internal import Groundwork

extension Store {
    /// Reads a part of a list: the records that a search finds, in an order.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - query: Which of them.
    /// - Returns: The part; `nil` while the index isn't ready, which ``whenIndexed(_:_:)`` tells of.
    /// - Throws: `StoreError.damaged` or `.unusable`, and `.invalid` for an order that isn't sorted by.
    package func list(
        _ type: String, _ query: ListQuery
    ) throws(StoreError) -> ListedRecords? {
        var all: [StoredRecord] = []
        try forEach(type) { record in
            all.append(record)
            return true
        }
        let found = all.filter { record in
            query.search.isEmpty
                || record.document.members.contains { member in
                    guard case .string(let text) = member.value else { return false }
                    return text.lowercased().contains(query.search.lowercased())
                }
        }
        let part = (query.isDescending ? found.reversed() : found).dropFirst(query.offset)
        return ListedRecords(records: Array(part.prefix(query.limit)), total: found.count)
    }

    /// Waits for the index of a type.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - then: Called once, at once or later, on any thread.
    package func whenIndexed(_ type: String, _ then: @escaping @Sendable () -> Void) { then() }
}
