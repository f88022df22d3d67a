public import Groundwork

/// The words of the built-in messages, in one place and one language.
///
/// Each closure is given the label of the field as it stands within a sentence.
///
///     var german = Messages.english
///     german.missing = { "\($0) fehlt" }
///     form.environment(\.messages, german)
public struct Messages: Sendable {
    /// A mandatory field is empty.
    public var missing: @Sendable (_ label: String) -> String
    /// A mandatory toggle is off.
    public var off: @Sendable (_ label: String) -> String
    /// A text has fewer characters than it must.
    public var tooShort: @Sendable (_ label: String, _ least: Int) -> String
    /// A text has more characters than it may.
    public var tooLong: @Sendable (_ label: String, _ most: Int) -> String
    /// A number is below its bounds or above them.
    public var outOfRange:
        @Sendable (_ label: String, _ least: ExactDecimal, _ most: ExactDecimal) -> String
    /// A number lies between two steps.
    public var step: @Sendable (_ label: String, _ step: ExactDecimal) -> String
    /// A text isn't a number.
    public var notNumber: @Sendable (_ label: String, _ example: ExactDecimal) -> String
    /// A number isn't whole.
    public var notWhole: @Sendable (_ label: String, _ example: ExactDecimal) -> String
    /// A number can be read in two ways, as with `1.000`.
    public var twoNumbers: @Sendable (_ label: String, _ one: String, _ other: String) -> String
    /// A text isn't a calendar date.
    public var notDate: @Sendable (_ label: String) -> String
    /// A date is before its bounds.
    public var tooEarly: @Sendable (_ label: String, _ least: CalendarDate) -> String
    /// A date is after its bounds.
    public var tooLate: @Sendable (_ label: String, _ most: CalendarDate) -> String
    /// A text isn't an e-mail address.
    public var notEmail: @Sendable (_ label: String, _ fault: EmailAddress.Fault) -> String
    /// A text hasn't the form of an ISBN.
    public var notISBN: @Sendable (_ label: String) -> String
    /// The check digit of an ISBN is wrong.
    public var isbnCheckDigit: @Sendable (_ label: String) -> String
    /// A value isn't one of those offered.
    public var choice: @Sendable (_ label: String) -> String
    /// A document has a value of another kind.
    public var wrongKind: @Sendable (_ label: String, _ wanted: JSONKind) -> String
    /// A field came more than once.
    public var repeated: @Sendable (_ label: String) -> String
    /// A text holds a character that isn't allowed.
    public var control: @Sendable (_ label: String) -> String
    /// A mandatory file hasn't been chosen.
    public var noFile: @Sendable (_ label: String) -> String
    /// A file isn't of the kinds that are wanted.
    public var fileType: @Sendable (_ label: String, _ types: [ImageType]) -> String
    /// A file has more bytes than it may.
    public var fileTooLarge: @Sendable (_ label: String, _ most: ByteCount) -> String
    /// A file has no bytes.
    public var fileEmpty: @Sendable (_ label: String) -> String
    /// A file that was kept while other fields were mended isn't kept any more.
    public var fileExpired: @Sendable (_ label: String) -> String
    /// A program sent something else in the place of a file.
    public var notSentAsFile: @Sendable (_ label: String) -> String
    /// What a field for a file takes.
    public var fileHelp: @Sendable (_ types: [ImageType], _ most: ByteCount) -> String
    /// A file was chosen before, and is kept while other fields are mended.
    public var fileKept: @Sendable (_ type: ImageType, _ size: ByteCount) -> String
    /// The picture of the file that the record has, for those who can't see it.
    public var currentFile: @Sendable (_ label: String) -> String
    /// The box whose tick takes the file away.
    public var removeFile: @Sendable (_ label: String) -> String
    /// A button was pressed that the form doesn't have.
    public var unknownPress: String
    /// The prefix of the page's title and, for a screen reader, of each message.
    public var errorPrefix: String
    /// The heading of the error summary.
    public var errorSummary: String
    /// The button of a text field that empties it.
    public var clear: @Sendable (_ label: String) -> String
    /// The button of a stepper that makes the number smaller.
    public var decrease: @Sendable (_ label: String) -> String
    /// The button of a stepper that makes the number larger.
    public var increase: @Sendable (_ label: String) -> String
    /// The number of characters of a text and the most it may have.
    public var count: @Sendable (_ count: Int, _ most: Int) -> String
    /// What the star behind a label means.
    public var mandatoryLegend: String

    /// The English messages.
    public static let english = Messages(
        missing: { "Enter the \($0)" },
        off: { "Turn on \($0)" },
        tooShort: { "\($0.sentence) must have at least \($1.grouped) characters" },
        tooLong: { "\($0.sentence) must have at most \($1.grouped) characters" },
        outOfRange: { "\($0.sentence) must be between \($1.grouped) and \($2.grouped)" },
        step: { "\($0.sentence) must go in steps of \($1)" },
        notNumber: { "\($0.sentence) must be a number in digits, like \($1)" },
        notWhole: { "\($0.sentence) must be a whole number, like \($1)" },
        twoNumbers: { "\($0.sentence) can be read in two ways: write \($1) or \($2)" },
        notDate: { "\($0.sentence) must be a date that exists, like 1815-12-23" },
        tooEarly: { "\($0.sentence) must be \($1) or later" },
        tooLate: { "\($0.sentence) must be \($1) or earlier" },
        notEmail: { "Enter the \($0) in the form name@example.com: \($1.words)" },
        notISBN: { "Enter the \($0) with its 10 or 13 digits" },
        isbnCheckDigit: { "Check the \($0): its last digit doesn\u{2019}t fit" },
        choice: { "Choose one of the values offered for \($0)" },
        wrongKind: { "\($0.sentence) must be \($1.words)" },
        repeated: { "Enter one value for \($0), not several" },
        control: { "\($0.sentence) holds a character that can\u{2019}t be shown; type it again" },
        noFile: { "Choose the \($0)" },
        fileType: { "\($0.sentence) must be an image: \($1.alternatives)" },
        fileTooLarge: { "\($0.sentence) must be at most \($1)" },
        fileEmpty: { "\($0.sentence) has nothing in it; choose another file" },
        fileExpired: { "Choose the \($0) again; it was kept for an hour" },
        notSentAsFile: { "Send the \($0) as a file in multipart/form-data" },
        fileHelp: { "\($0.alternatives), at most \($1)" },
        fileKept: { "Chosen: \($0.name) image, \($1). Choose another to replace it." },
        currentFile: { "The \($0) now" },
        removeFile: { "Remove the \($0)" },
        unknownPress:
            "The button that was pressed isn\u{2019}t one of this form; nothing was saved",
        errorPrefix: "Error: ",
        errorSummary: "There is a problem",
        clear: { "Clear \($0)" },
        decrease: { "Decrease \($0)" },
        increase: { "Increase \($0)" },
        count: { "\($0.grouped) of \($1.grouped)" },
        mandatoryLegend: "* mandatory")

    /// A label as it stands within a sentence: "First name" becomes "first name", "ISBN" stays.
    static func withinSentence(_ label: String) -> String {
        var bytes = label.utf8.makeIterator()
        if let first = bytes.next(), let second = bytes.next(), first < 0x80, second < 0x80 {
            let lowercased = ASCII.lowercased(first)
            guard first != lowercased, ASCII.isLetter(second), ASCII.lowercased(second) == second
            else { return label }
            return String(Unicode.Scalar(lowercased)) + String(label.unicodeScalars.dropFirst())
        }
        guard let first = label.first, first.isUppercase else { return label }
        let rest = label.dropFirst()
        guard let second = rest.first, second.isLowercase else { return label }
        return first.lowercased() + rest
    }
}

/// Messages that are shared rather than copied.
final class Words: Sendable {
    /// The English messages.
    static let english = Words(.english)

    let messages: Messages

    init(_ messages: Messages) {
        self.messages = messages
    }
}

extension String {
    /// The text as the beginning of a sentence.
    fileprivate var sentence: String {
        guard let first else { return self }
        return first.uppercased() + dropFirst()
    }
}

extension EmailAddress.Fault {
    /// What is wrong, as a part of a sentence.
    fileprivate var words: String {
        switch self {
        case .noAt: "there is no @ in it"
        case .severalAts: "there is more than one @ in it"
        case .space: "there is a space in it"
        case .noName: "nothing stands before the @"
        case .noDomain: "nothing stands behind the @"
        case .emptyLabel: "something is missing beside a dot behind the @"
        case .tooLong: "it is longer than \(EmailAddress.longest) bytes"
        case .character: "a character in it can\u{2019}t stand there"
        }
    }
}

extension JSONKind {
    /// The kind of a value in a document, with its article.
    fileprivate var words: String {
        switch self {
        case .string: "a text in quotation marks"
        case .number: "a number"
        case .boolean: "true or false"
        case .file: "a path"
        }
    }
}

extension [ImageType] {
    /// The names with an "or" before the last.
    fileprivate var alternatives: String {
        guard let last else { return "" }
        guard count > 1 else { return last.name }
        return dropLast().map(\.name).joined(separator: ", ") + " or \(last.name)"
    }
}

extension Int {
    /// The number with a comma between thousands, as in `20,000`.
    fileprivate var grouped: String { ExactDecimal(self).grouped }
}

extension ExactDecimal {
    /// The number with a comma between thousands, as in `20,000`.
    fileprivate var grouped: String {
        let bytes = Array(description.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        var grouped: [UInt8] = []
        for index in 0..<end {
            let isThousand = (end - index).isMultiple(of: 3)
            if isThousand, let last = grouped.last, ASCII.isDigit(last) {
                grouped.append(UInt8(ascii: ","))
            }
            grouped.append(bytes[index])
        }
        return String(decoding: grouped + bytes[end...], as: UTF8.self)
    }
}
