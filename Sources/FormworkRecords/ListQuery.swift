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
    /// Where the part begins or ends, in place of the offset.
    package var edge: Edge?

    /// An end of a part of a list.
    package enum Edge: Sendable, Equatable {
        /// The part follows a record.
        case after(ListPosition)
        /// The part ends before a record.
        case before(ListPosition)

        /// The position of the record.
        package var position: ListPosition {
            switch self {
            case .after(let position), .before(let position): position
            }
        }
    }

    /// Asks for records; what is left out asks for the newest first.
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

/// The position of a record in a list, which stays where it is while others come and go, and when the
/// record itself does.
package struct ListPosition: Sendable, Equatable {
    /// The bytes by which the record is sorted; empty where it has none, and in the order of creation.
    package let key: [UInt8]
    /// The record's id.
    package let id: String

    /// How many bytes of a key count: texts that begin with as many equal ones may change places.
    package static let longestKey = 1_024

    /// Names a position.
    ///
    /// - Parameters:
    ///   - key: The bytes by which the record is sorted; those beyond ``longestKey`` are dropped.
    ///   - id: The record's id.
    package init(key: some Sequence<UInt8>, id: String) {
        self.key = Array(key.prefix(Self.longestKey))
        self.id = id
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
    /// How many of them come before the part.
    package let offset: Int
    /// The position of the first record of the part; `nil` where it has none.
    package let first: ListPosition?
    /// The position of the last record of the part; `nil` where it has none.
    package let last: ListPosition?

    /// Puts a part of a list together.
    package init(
        rows: [Row], total: Int, offset: Int = 0, first: ListPosition? = nil,
        last: ListPosition? = nil
    ) {
        self.rows = rows
        self.total = total
        self.offset = offset
        self.first = first
        self.last = last
    }

    /// The records of the part that can be read.
    package var records: [StoredRecord] {
        rows.compactMap { row in
            guard case .record(let record) = row else { return nil }
            return record
        }
    }
}

/// A field of a document by which the records of its type are found or sorted.
///
///     IndexedField("title", .text, isSearched: true, isSorted: true)
package struct IndexedField: Sendable, Equatable {
    /// How the values of a field are compared.
    package enum Kind: Sendable {
        /// As text, case and accents aside; dates in the form `YYYY-MM-DD` are text.
        case text
        /// As numbers, also where a number stands in a string.
        case number
        /// By when the record was saved first, which its document doesn't say.
        case creation
    }

    /// The order of creation, which every index has.
    package static let creation = IndexedField(
        "createdAt", .creation, isSearched: false, isSorted: true)

    /// The names that lead to the field in a document, the outermost first.
    package let path: [String]
    /// How its values are compared.
    package let kind: Kind
    /// Whether words of a search are looked for in it.
    package let isSearched: Bool
    /// Whether records can be listed in its order.
    package let isSorted: Bool

    /// Describes a field.
    ///
    /// - Parameters:
    ///   - name: Its name, with dots between the names of nested objects.
    ///   - kind: How its values are compared.
    ///   - isSearched: Whether words of a search are looked for in it.
    ///   - isSorted: Whether records can be listed in its order.
    package init(_ name: String, _ kind: Kind, isSearched: Bool, isSorted: Bool) {
        path = name.split(separator: ".").map(String.init)
        self.kind = kind
        self.isSearched = isSearched
        self.isSorted = isSorted
    }

    /// The name of the field, with dots between the names of nested objects.
    package var name: String { path.joined(separator: ".") }
}
