package import Groundwork

/// What was typed to search for, as it is shown again and looked for.
package struct SearchText: Sendable, Equatable {
    /// How many characters a person may type.
    package static let most = 200

    /// The text in normal form, with a space in place of what no field can hold; empty where nothing
    /// was typed.
    package let text: String

    /// Takes what was typed; `nil` where it is longer than may be.
    ///
    /// - Parameter typed: Any text.
    package init?(_ typed: RawText) {
        guard let typed = typed.bounded(to: TextRule.mostScalars(of: Self.most)),
            typed.count <= Self.most
        else { return nil }
        let scalars = typed.unicodeScalars.map { scalar in
            TextNormalizer.isForbidden(scalar) ? " " : scalar
        }
        text = TextNormalizer.line(String(String.UnicodeScalarView(scalars)))
    }
}
