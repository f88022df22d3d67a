/// Which records of a type are asked for, and in which order.
package struct ListQuery: Sendable, Equatable {
    /// Words that must all be found as the beginnings of words; blank for all records.
    package var search: String
    /// The name of a sorted field; `nil` for the order of creation.
    package var order: String?
    /// Whether the order is turned round; records without a value come last either way.
    package var isDescending: Bool
    /// How many records to leave out; below 0 counts as 0.
    package var offset: Int
    /// How many records to read at most; below 0 counts as 0.
    package var limit: Int

    /// Asks for records; what is left out asks for the newest first.
    ///
    /// - Parameters:
    ///   - search: Words to be found; blank for all records.
    ///   - order: The name of a sorted field; `nil` for the order of creation.
    ///   - isDescending: Whether the order is turned round.
    ///   - offset: How many records to leave out.
    ///   - limit: How many records to read at most.
    package init(
        search: String = "", order: String? = nil, isDescending: Bool = true, offset: Int = 0,
        limit: Int
    ) {
        self.search = search
        self.order = order
        self.isDescending = isDescending
        self.offset = offset
        self.limit = limit
    }
}

/// A part of a list, all of one moment.
package struct ListedRecords: Sendable {
    /// One of them.
    package enum Row: Sendable {
        /// A record.
        case record(StoredRecord)
        /// A record of which nothing but its id can be read; the operator has been told.
        case unreadable(id: String)
    }

    /// The part, row by row.
    package let rows: [Row]
    /// How many records the whole list has.
    package let total: Int

    /// The records of the part that can be read.
    package var records: [StoredRecord] {
        rows.compactMap { row in
            guard case .record(let record) = row else { return nil }
            return record
        }
    }
}
