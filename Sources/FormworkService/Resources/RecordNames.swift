internal import Formwork

/// What the records of a resource are called.
///
///     RecordNames(singular: "book", plural: "books") { $0.title }
public struct RecordNames<Record: Sendable>: Sendable {
    let singular: String
    let plural: String
    @usableFromInline let title: @Sendable (Record) -> String

    /// Names records.
    ///
    /// - Parameters:
    ///   - singular: The word for one, in lower case.
    ///   - plural: The word for several, in lower case.
    ///   - title: The name of one record, as a heading shows it.
    public init(
        singular: String, plural: String, title: @escaping @Sendable (Record) -> String
    ) {
        self.singular = singular
        self.plural = plural
        self.title = title
    }

    /// The word for several, as a heading.
    var heading: String {
        guard let first = plural.first else { return plural }
        return first.uppercased() + plural.dropFirst()
    }
}
