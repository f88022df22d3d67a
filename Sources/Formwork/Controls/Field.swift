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

    /// Puts a text into the form in which it is checked and stored.
    ///
    /// - Parameter text: The text as it was sent.
    /// - Returns: The text in normal form, trimmed, without what doesn't matter.
    func normalize(_ text: String) -> String {
        switch kind {
        case .text(let rules):
            rules.reduce(TextNormalizer.line(text)) { text, rule in rule.normalize(text) }
        case .toggle, .number, .date: TextNormalizer.line(text)
        case .file: text
        }
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
            guard number.isMultiple(of: step, from: least) else {
                let isWhole = step.wholeNumber == 1 && least.wholeNumber != nil
                let message =
                    isWhole
                    ? messages.notWhole(labelWithinSentence)
                    : messages.step(labelWithinSentence, step)
                return FieldError(path, .step, message)
            }
            return nil
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
                return FieldError(
                    path, .file, messages.fileTooLarge(labelWithinSentence, ByteCount(most)))
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
        case .number: return FieldError(path, .notNumber, messages.notNumber(label))
        case .date: return FieldError(path, .notDate, messages.notDate(label))
        case .file: return FieldError(path, .file, messages.notSentAsFile(label))
        }
    }
}
