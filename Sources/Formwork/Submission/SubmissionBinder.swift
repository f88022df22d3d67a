public import Groundwork

/// The visitor that binds a submission: text to value, normalised, converted and checked.
public struct SubmissionBinder: ~Copyable, Visitor {
    /// Where components read their `@Environment` properties.
    public let ambient: AmbientEnvironment
    private let submission: Submission
    private(set) var state = FormState()
    /// The names of the fields that the tree has shown so far.
    private(set) var names: [String] = []
    private var formRules: [() -> Validation] = []

    /// Whether a control has done what the pressed button asks for.
    private var isDone: Bool

    init(_ submission: Submission, ambient: AmbientEnvironment) {
        self.submission = submission
        self.ambient = ambient
        state.press = submission.press
        isDone = state.intent.map { $0.action == .check } ?? true
    }

    /// Binds what was sent for the control.
    @inlinable public mutating func control<C: Control>(
        _ control: borrowing C, in environment: borrowing EnvironmentValues
    ) {
        let field = control.field(in: environment)
        guard let sent = sent(for: field, C.Value.jsonKind, in: environment) else {
            return leaveUnread(field)
        }
        var isChanged = sent != nil
        var text = sent ?? ""
        if !isChanged { text = RawText(control.binding.unchangedValue.fieldText) }
        if let action = pressed(field), let changed = control.perform(action, on: text, of: field) {
            text = changed
            isChanged = true
            finishIntent()
        }
        if isChanged { keep(text, of: field) }
        guard let normal = admit(text, of: field, in: environment) else {
            return leaveUnread(field)
        }
        let value = C.Value(fieldText: normal)
        if let value { control.binding.setPending(value) } else { leaveUnread(field) }
        judge(normal, isReadable: value != nil, of: field, in: environment)
    }

    /// Remembers the rules of the form.
    public mutating func beginForm(
        _ form: borrowing FormHeader, in environment: borrowing EnvironmentValues
    ) {
        formRules.append(contentsOf: form.rules)
    }

    /// Checks the rules of the whole form.
    public mutating func endForm() {
        let errors: [FieldError] = formRules.compactMap { rule in
            guard case .failure(let message) = rule() else { return nil }
            return FieldError(nil, .custom, message)
        }
        formRules = []
        state.errors.insert(contentsOf: errors, at: 0)
    }

    /// What was sent: no text where the field keeps its value; `nil` where it can't be bound at all.
    @usableFromInline mutating func sent(
        for field: borrowing Field, _ jsonKind: JSONKind,
        in environment: borrowing EnvironmentValues
    ) -> RawText?? {
        names.append(field.path.name)
        switch submission.value(of: field, jsonKind) {
        case .absent: return .some(.none)
        case .text(let text):
            if case .file = field.kind, text.isEmpty {
                state.files[field.path.name, default: ShownFile()].isRemoved = true
            }
            return text
        case .file(let file):
            guard let error = fault(of: file, field, environment.words.messages) else {
                return file.reference.map { RawText($0.fieldText) }
            }
            state.errors.append(error)
            return .none
        case .expiredFile:
            let message = environment.words.messages.fileExpired(field.labelWithinSentence)
            state.errors.append(FieldError(field.path, .file, message))
            return .none
        case .repeated:
            let message = environment.words.messages.repeated(field.labelWithinSentence)
            state.errors.append(FieldError(field.path, .repeated, message))
            return .none
        case .wrongKind:
            state.errors.append(
                field.wrongKind(jsonKind, messages: environment.words.messages))
            return .none
        }
    }

    /// What is wrong with a file that came; it is bound only if nothing is.
    private func fault(
        of file: ReceivedFile, _ field: borrowing Field, _ messages: Messages
    ) -> FieldError? {
        guard file.size > 0 else {
            return FieldError(field.path, .file, messages.fileEmpty(field.labelWithinSentence))
        }
        guard let reference = file.reference else { return field.wrongType(messages: messages) }
        return field.check(reference.fieldText, messages: messages)
    }

    /// The control's own button that was pressed, if one was.
    @usableFromInline func pressed(_ field: borrowing Field) -> Intent.Action? {
        guard let intent = state.intent, intent.concerns(field.path) else { return nil }
        return intent.action
    }

    /// Remembers that the record hasn't what was sent or stored for a field.
    @usableFromInline mutating func leaveUnread(_ field: borrowing Field) {
        state.unread[field.path.name] = field.path.components
    }

    @usableFromInline mutating func finishIntent() { isDone = true }

    @usableFromInline mutating func keep(_ text: RawText, of field: borrowing Field) {
        state.texts[field.path.name] = text
    }

    /// Lets a text through the bounds of its field; `nil` where it is told why it can't.
    @usableFromInline mutating func admit(
        _ text: RawText, of field: borrowing Field, in environment: borrowing EnvironmentValues
    ) -> String? {
        switch field.admit(text, submission.spelling, messages: environment.words.messages) {
        case .success(let normal): return normal
        case .failure(let error):
            state.errors.append(error)
            return nil
        }
    }

    @usableFromInline mutating func judge(
        _ text: String, isReadable: Bool, of field: borrowing Field,
        in environment: borrowing EnvironmentValues
    ) {
        let messages = environment.words.messages
        if let error = field.check(text, messages: messages) {
            state.errors.append(error)
        } else if !isReadable {
            state.errors.append(
                text.isEmpty
                    ? field.missing(messages: messages) : field.unreadable(messages: messages))
        }
    }

    /// Ends the walk.
    consuming func finish() -> (state: FormState, names: [String]) {
        var state = state
        if !isDone { state.press = .unknown }
        return (state, names)
    }
}
