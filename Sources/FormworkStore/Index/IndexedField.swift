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
    static let creation = IndexedField(
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
