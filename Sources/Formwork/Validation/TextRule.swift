/// A rule for the text of a field, checked after normalising and only where there is text.
public enum TextRule: Sendable {
    /// As many characters, as a person counts them, as the range says.
    case length(ClosedRange<Int>)
    /// An e-mail address by the definition of the HTML standard, or one beyond ASCII (RFC 6531).
    case email
    /// An ISBN of 10 or 13 digits with a right check digit; hyphens, spaces and the word ISBN before it
    /// are taken out.
    case isbn
    /// A rule of the application's own.
    case custom(@Sendable (String) -> Validation)

    /// What bounds a text without a length rule, so that nobody fills the memory or the disk with one.
    static let longest = TextRule.length(0...1_000)

    /// Takes out of a text what the rule says doesn't matter.
    func normalize(_ text: String) -> String {
        switch self {
        case .isbn: ISBN.normalize(text)
        case .email: TextNormalizer.signs(text)
        case .length, .custom: text
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
            return EmailAddress.fault(in: text).map { fault in
                FieldError(field.path, .pattern, messages.notEmail(label, fault))
            }
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
        text.unicodeScalars.count > mostScalars(of: most) ? Int.max : text.count
    }

    /// How many scalars so many characters may have: one may consist of any number, and ten are more
    /// than any script needs.
    static func mostScalars(of characters: Int) -> Int {
        let scalars = characters.multipliedReportingOverflow(by: 10)
        return scalars.overflow ? Int.max : scalars.partialValue
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

    /// How many characters a text may have.
    var mostCharacters: Int {
        (isBounded ? self : [.longest]).reduce(Int.max) { most, rule in
            if case .length(let range) = rule { return Swift.min(most, range.upperBound) }
            return most
        }
    }
}

/// What a rule says of a value.
public enum Validation: Sendable, Equatable {
    /// Nothing to say against it.
    case success
    /// What is wrong, in words that name the thing and say how to put it right.
    case failure(String)
}
