/// A rule for the text of a field, checked after normalising and only where there is text.
public enum TextRule: Sendable {
    /// As many characters, as a person counts them, as the range says.
    case length(ClosedRange<Int>)
    /// An e-mail address by the definition of the HTML standard.
    case email
    /// An ISBN of 10 or 13 digits with a right check digit; hyphens and spaces are taken out.
    case isbn
    /// A rule of the application's own.
    case custom(@Sendable (String) -> Validation)

    /// What bounds a text without a length rule, so that nobody fills the memory or the disk with one.
    static let longest = TextRule.length(0...1_000)

    /// Takes out of a text what the rule says doesn't matter.
    func normalize(_ text: String) -> String {
        switch self {
        case .isbn:
            let kept = text.unicodeScalars.filter { !Self.isSeparatorInISBN($0) }
            return String(String.UnicodeScalarView(kept)).uppercased()
        case .length, .email, .custom: return text
        }
    }

    /// Spaces, hyphens, dashes and the minus sign.
    private static func isSeparatorInISBN(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "-", "\u{2010}"..."\u{2014}", "\u{2212}": true
        default: false
        }
    }

    /// Says what is wrong with a text that isn't empty.
    func check(_ text: String, of field: Field, messages: Messages) -> FieldError? {
        var label: String { field.labelWithinSentence }
        switch self {
        case .length(let range):
            let count = Self.characters(of: text, upTo: range.upperBound)
            if count > range.upperBound {
                return FieldError(field.path, .tooLong, messages.tooLong(label, range.upperBound))
            }
            if count < range.lowerBound {
                return FieldError(field.path, .tooShort, messages.tooShort(label, range.lowerBound))
            }
            return nil
        case .email:
            return EmailAddress.isWellFormed(text)
                ? nil : FieldError(field.path, .pattern, messages.notEmail(label))
        case .isbn:
            switch ISBN.judge(text) {
            case .right: return nil
            case .malformed: return FieldError(field.path, .pattern, messages.notISBN(label))
            case .wrongCheckDigit:
                return FieldError(field.path, .pattern, messages.isbnCheckDigit(label))
            }
        case .custom(let check):
            switch check(text) {
            case .success: return nil
            case .failure(let message): return FieldError(field.path, .custom, message)
            }
        }
    }
}

extension TextRule {
    /// Counts characters as a person does, where there aren't far too many.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - most: How many there may be.
    /// - Returns: How many there are; a text of more scalars than so many characters need has `Int.max`.
    static func characters(of text: String, upTo most: Int) -> Int {
        // A character may consist of any number of scalars; ten are more than any script needs.
        // They are counted first, because that is fast.
        let scalars = most.multipliedReportingOverflow(by: 10)
        let mostScalars = scalars.overflow ? Int.max : scalars.partialValue
        return text.unicodeScalars.count > mostScalars ? Int.max : text.count
    }
}

extension [TextRule] {
    /// Whether a rule among them says how long a text may be.
    var isBounded: Bool {
        contains { rule in
            if case .length = rule { return true }
            return false
        }
    }
}
