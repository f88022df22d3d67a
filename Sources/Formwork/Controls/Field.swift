public import Groundwork

/// What a control says of itself: the one description from which it is rendered, bound, checked and
/// documented.
public struct Field {
    /// What kind of input a field takes.
    public enum Kind {
        /// One line of text.
        case text(rules: [TextRule])
        /// On or off.
        case toggle
        /// A number within bounds, in steps that are counted from the lower bound.
        case number(least: ExactDecimal, most: ExactDecimal, step: ExactDecimal)
        /// A calendar date within bounds.
        case date(least: CalendarDate, most: CalendarDate)
        /// A file of one of these types with at most so many bytes.
        case file(types: [ImageType], most: Int)
    }

    /// The field's place in its record.
    public let path: FieldPath
    /// The words that name the field.
    public let label: String
    /// What the field is bound to, if it has a name that a submission can use.
    public let kind: Kind
    /// Whether the field must be filled in.
    public let isMandatory: Bool

    /// Describes a field.
    ///
    /// - Parameters:
    ///   - path: The field's place in its record.
    ///   - label: The words that name the field.
    ///   - kind: What kind of input it takes.
    ///   - isMandatory: Whether it must be filled in.
    public init(path: FieldPath, label: String, kind: Kind, isMandatory: Bool) {
        self.path = path
        self.label = label
        self.kind = kind
        self.isMandatory = isMandatory
    }

    /// The label as it stands within a sentence.
    package var labelWithinSentence: String { Messages.withinSentence(label) }

    /// How many scalars of a text are looked at: more than any value of the field has.
    private var mostScalars: Int {
        switch kind {
        case .text(let rules): max(TextRule.mostScalars(of: rules.mostCharacters), Self.usualMost)
        case .toggle, .number, .date, .file: Self.usualMost
        }
    }

    /// What a number, a date or the reference to a file never has, with all the spaces around it.
    private static let usualMost = 1_000

    /// Lets a text in: bounds its length and puts it into the form in which it is checked and stored.
    ///
    /// - Parameters:
    ///   - raw: The text as it was sent.
    ///   - spelling: How it is spelled.
    ///   - messages: The words to say with what is wrong.
    /// - Returns: The text in normal form, trimmed, without what doesn't matter; or why it can't be let in.
    func admit(
        _ raw: RawText, _ spelling: TextSpelling, messages: Messages
    ) -> Result<String, FieldError> {
        switch normalize(raw, spelling) {
        case .text(let text): return .success(text)
        case .tooLong:
            guard case .text(let rules) = kind else {
                return .failure(unreadable(messages: messages))
            }
            let message = messages.tooLong(labelWithinSentence, rules.mostCharacters)
            return .failure(FieldError(path, .tooLong, message))
        case .zeroFraction: return .failure(offStep(messages))
        case .either(let one, let other):
            let message = messages.twoNumbers(labelWithinSentence, one, other)
            return .failure(FieldError(path, .notNumber, message))
        }
    }

    /// What a text comes to before anything is said about it.
    enum Normalized {
        /// The text in normal form.
        case text(String)
        /// It is longer than is looked at.
        case tooLong
        /// It is a whole number with a fraction of nothing.
        case zeroFraction(String)
        /// It is one number for some, and another for others.
        case either(String, String)
    }

    /// Bounds a text and puts it into normal form.
    ///
    /// - Parameters:
    ///   - raw: The text as it was sent.
    ///   - spelling: How it is spelled.
    /// - Returns: The text, or what stands in its way.
    func normalize(_ raw: RawText, _ spelling: TextSpelling) -> Normalized {
        guard let text = raw.bounded(to: mostScalars) else { return .tooLong }
        switch kind {
        case .file: return .text(text)
        case .text(let rules):
            return .text(
                rules.reduce(TextNormalizer.line(text)) { text, rule in rule.normalize(text) })
        case .toggle, .date: return .text(TextNormalizer.figures(TextNormalizer.line(text)))
        case .number(let least, _, let step):
            let figures = TextNormalizer.figures(TextNormalizer.line(text))
            guard spelling == .typed else { return .text(figures) }
            switch NumberText(figures, places: max(least.scale, step.scale)) {
            case .number(let number): return .text(number)
            case .zeroFraction(let number): return .zeroFraction(number)
            case .either(let one, let other): return .either(one, other)
            }
        }
    }

    /// Whether nothing that can be seen was typed.
    func isEmpty(typed raw: RawText) -> Bool {
        guard case .text(let text) = normalize(raw, .typed) else { return false }
        return text.utf8.isEmpty
    }

    /// The number that a text writes, as it was typed.
    ///
    /// - Parameter raw: The text.
    /// - Returns: `nil` where it is none, or may be two.
    func number(typed raw: RawText) -> ExactDecimal? {
        switch normalize(raw, .typed) {
        case .text(let number), .zeroFraction(let number): return ExactDecimal(number)
        case .tooLong, .either: return nil
        }
    }

    /// Says that a number lies between two steps.
    private func offStep(_ messages: Messages) -> FieldError {
        guard case .number(let least, _, let step) = kind else {
            return unreadable(messages: messages)
        }
        let isWhole = step.wholeNumber == 1 && least.wholeNumber != nil
        return FieldError(
            path, .step,
            isWhole
                ? messages.notWhole(labelWithinSentence, example)
                : messages.step(labelWithinSentence, step))
    }

    /// A number that the field takes, to show how one is written.
    private var example: ExactDecimal {
        guard case .number(let least, let most, let step) = kind else { return 12 }
        let usual: [ExactDecimal] = step.scale + least.scale == 0 ? [12] : ["12.5", "4.5", "0.5"]
        return usual.first { $0 >= least && $0 <= most && $0.isMultiple(of: step, from: least) }
            ?? least
    }

    /// Says what is wrong with a text that has been normalised.
    ///
    /// - Parameters:
    ///   - text: The normalised text.
    ///   - messages: The words to say it with.
    /// - Returns: The first thing that is wrong.
    func check(_ text: String, messages: Messages) -> FieldError? {
        guard !text.isEmpty else {
            return isMandatory ? missing(messages: messages) : nil
        }
        switch kind {
        case .text(let rules):
            if TextNormalizer.holdsForbiddenCharacter(text) {
                return FieldError(path, .control, messages.control(labelWithinSentence))
            }
            for rule in rules.isBounded ? rules : [.longest] + rules {
                if let error = rule.check(text, of: self, messages: messages) { return error }
            }
            return nil
        case .toggle: return nil
        case .number(let least, let most, let step):
            guard let number = ExactDecimal(text) else { return unreadable(messages: messages) }
            if number < least {
                return FieldError(
                    path, .tooSmall, messages.outOfRange(labelWithinSentence, least, most))
            }
            if number > most {
                return FieldError(
                    path, .tooLarge, messages.outOfRange(labelWithinSentence, least, most))
            }
            return number.isMultiple(of: step, from: least) ? nil : offStep(messages)
        case .date(let least, let most):
            guard let date = CalendarDate(text) else { return unreadable(messages: messages) }
            if date < least {
                return FieldError(path, .tooSmall, messages.tooEarly(labelWithinSentence, least))
            }
            if date > most {
                return FieldError(path, .tooLarge, messages.tooLate(labelWithinSentence, most))
            }
            return nil
        case .file(let types, let most):
            guard let file = FileReference(fieldText: text) else {
                return unreadable(messages: messages)
            }
            guard types.contains(file.type) else { return wrongType(messages: messages) }
            guard file.size <= most else {
                return tooLarge(most, messages: messages)
            }
            return nil
        }
    }

    /// Says that a file isn't of the kinds that the field takes.
    ///
    /// - Parameter messages: The words to say it with.
    /// - Returns: The error.
    func wrongType(messages: Messages) -> FieldError {
        guard case .file(let types, _) = kind else { return unreadable(messages: messages) }
        return FieldError(path, .file, messages.fileType(labelWithinSentence, types))
    }

    /// Says that a file has more bytes than the field takes.
    ///
    /// - Parameters:
    ///   - most: How many bytes it may have.
    ///   - messages: The words to say it with.
    /// - Returns: The error.
    func tooLarge(_ most: Int, messages: Messages) -> FieldError {
        FieldError(path, .file, messages.fileTooLarge(labelWithinSentence, ByteCount(most)))
    }

    /// Says that the field must be filled in.
    ///
    /// - Parameter messages: The words to say it with.
    /// - Returns: The error.
    func missing(messages: Messages) -> FieldError {
        let label = labelWithinSentence
        switch kind {
        case .toggle: return FieldError(path, .missing, messages.off(label))
        case .file: return FieldError(path, .missing, messages.noFile(label))
        case .text, .number, .date: return FieldError(path, .missing, messages.missing(label))
        }
    }

    /// Says that a text can't be converted to the field's value.
    ///
    /// - Parameter messages: The words to say it with.
    /// - Returns: The error.
    func unreadable(messages: Messages) -> FieldError {
        let label = labelWithinSentence
        switch kind {
        case .text: return FieldError(path, .pattern, messages.choice(label))
        case .toggle: return FieldError(path, .choice, messages.choice(label))
        case .number: return FieldError(path, .notNumber, messages.notNumber(label, example))
        case .date: return FieldError(path, .notDate, messages.notDate(label))
        case .file: return FieldError(path, .file, messages.notSentAsFile(label))
        }
    }

    /// Says that a document has a value of another kind than the field's.
    ///
    /// - Parameters:
    ///   - jsonKind: How the field's value is written.
    ///   - messages: The words to say it with.
    /// - Returns: The error, which names the kind.
    @usableFromInline func wrongKind(_ jsonKind: JSONKind, messages: Messages) -> FieldError {
        let unreadable = unreadable(messages: messages)
        switch jsonKind {
        case .file: return unreadable
        case .string, .number, .boolean:
            let message = messages.wrongKind(labelWithinSentence, jsonKind)
            return FieldError(path, unreadable.code, message)
        }
    }
}
