/// A value of a JSON text, kept as it was written: order of members, spelling of numbers.
///
/// Equality is equality of the text apart from white space and escapes: members in the same order,
/// numbers with the same spelling, strings with the same Unicode scalars.
package enum JSON: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number with its source text.
    case number(Number)
    /// A string with its escapes undone.
    case string(String)
    /// Values in order.
    case array([JSON])
    /// Named values in order.
    case object(Object)
}

extension JSON: Equatable {
    /// Compares two values without Unicode's canonical equivalence.
    package static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): sameScalars(left, right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Whether two texts are the same scalars, where `String`'s `==` takes U+00E9 for `e` + U+0301.
    static func sameScalars(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        let left = left.utf8Span.span
        let right = right.utf8Span.span
        for index in left.indices where left[index] != right[index] {
            return false
        }
        return true
    }
}
