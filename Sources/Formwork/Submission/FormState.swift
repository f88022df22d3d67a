package import Groundwork

/// What a form shows beside its record: the texts as they were typed, and what is wrong with them.
public struct FormState: Sendable {
    /// The texts of the last submission by field name, as they were typed.
    package internal(set) var texts: [String: RawText] = [:]
    /// What is wrong: with the whole form first, then in the order of the fields.
    package var errors: [FieldError] = []
    /// What the controls for files show, by field name.
    package var files: [String: ShownFile] = [:]
    /// The button that was pressed last.
    package var press = Press.save

    /// The fields of which something was sent or stored that can't be their value, and the names that lead
    /// to them in a document.
    var unread: [String: [String]] = [:]

    /// The state of a form that nothing has been typed into.
    package init() {}

    /// What the pressed button asks for; `nil` for the one that saves and for one that isn't known.
    package var intent: Intent? {
        guard case .intent(let intent) = press else { return nil }
        return intent
    }

    /// Keeps the errors that the pressed button asks for: none after a step or a cleared field, so
    /// that nobody is told of mistakes in what they haven't come to; after a check of one field, its
    /// own.
    ///
    /// - Parameter messages: The words for a button that isn't known.
    mutating func keepErrorsAskedFor(_ messages: Messages) {
        switch press {
        case .save: break
        case .unknown: errors = [FieldError(nil, .custom, messages.unknownPress)]
        case .intent(let intent):
            switch (intent.action, intent.field) {
            case (.step, _), (.clear, _): errors = []
            case (.check, let field?): errors.removeAll { RawText($0.field) != field }
            case (.check, nil): break
            }
        }
    }

    /// What is wrong with one field.
    func error(of path: FieldPath) -> FieldError? {
        errors.first { $0.field == path.name }
    }
}
