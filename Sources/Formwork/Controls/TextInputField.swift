/// One line of text under a label that floats above it.
///
///     TextInputField("E-mail", text: $profile.email)
///         .keyboardType(.emailAddress)
///         .textContentType(.emailAddress)
///         .onValidate(.email)
public struct TextInputField: Control {
    /// The place of the text.
    public let binding: Binding<String>
    private let label: String
    private let prompt: String?
    private var help: String?
    private var rules: [TextRule] = []
    private var counterLimit: Int?
    private var isWide = false
    private var traits = TextTraits()

    /// Makes a text field.
    ///
    /// - Parameters:
    ///   - label: The words that name it.
    ///   - text: The place of the text.
    ///   - prompt: An example that stands in the empty field while it has focus.
    public init(_ label: String, text: Binding<String>, prompt: String? = nil) {
        self.label = label
        self.prompt = prompt
        binding = text
    }

    /// Says what the field is.
    public func field(in environment: borrowing EnvironmentValues) -> Field {
        let inherited = environment.textRules
        return Field(
            path: binding.path, label: label,
            kind: .text(rules: inherited.isEmpty ? rules : inherited + rules),
            isMandatory: environment.isMandatory)
    }

    /// Empties the field when its clear button is pressed.
    public func perform(
        _ intent: Intent.Action, on text: RawText, of field: borrowing Field
    ) -> RawText? {
        intent == .clear ? "" : nil
    }
}

// MARK: - Modifiers

extension TextInputField {
    private func changed(_ change: (inout TextInputField) -> Void) -> TextInputField {
        var field = self
        change(&field)
        return field
    }

    /// Adds a rule; rules are checked in order and the first that fails speaks.
    ///
    /// - Parameter rule: The rule.
    /// - Returns: The field with the rule.
    public func onValidate(_ rule: TextRule) -> TextInputField {
        changed { $0.rules.append(rule) }
    }

    /// Adds a rule of your own.
    ///
    ///     TextInputField("Name", text: $profile.name).onValidate { name in
    ///         name.contains("@") ? .failure("Enter a name, not an address") : .success
    ///     }
    ///
    /// - Parameter check: Judges the text, which is normalised and not empty.
    /// - Returns: The field with the rule.
    public func onValidate(
        _ check: @escaping @Sendable (String) -> Validation
    ) -> TextInputField {
        onValidate(.custom(check))
    }

    /// Bounds the number of characters, as a person counts them.
    ///
    /// - Parameters:
    ///   - range: The least and the most characters of a text that isn't empty.
    ///   - showsCounter: Whether the number of characters stands below the field.
    /// - Returns: The bounded field.
    public func characterLimit(
        _ range: ClosedRange<Int>, showsCounter: Bool = false
    ) -> TextInputField {
        changed {
            $0.rules.append(.length(range))
            $0.isWide = range.upperBound > Self.mostInHalfALine
            if showsCounter { $0.counterLimit = range.upperBound }
        }
    }

    /// Explains below the field what belongs in it.
    ///
    /// - Parameter text: A short sentence.
    /// - Returns: The explained field.
    public func help(_ text: String) -> TextInputField { changed { $0.help = text } }

    /// Chooses the keyboard of a phone.
    ///
    /// - Parameter type: The keyboard.
    /// - Returns: The field with that keyboard.
    public func keyboardType(_ type: KeyboardType) -> TextInputField {
        changed { $0.traits.keyboardType = type }
    }

    /// Says what the field asks for, so that the browser can fill it in.
    ///
    /// - Parameter type: What it asks for.
    /// - Returns: The field with that meaning.
    public func textContentType(_ type: TextContentType) -> TextInputField {
        changed { $0.traits.contentType = type }
    }

    /// Says what a phone's keyboard capitalises.
    ///
    /// - Parameter value: What is capitalised.
    /// - Returns: The field with that trait.
    public func autocapitalization(_ value: TextInputAutocapitalization) -> TextInputField {
        changed { $0.traits.autocapitalization = value }
    }

    /// Keeps the browser from correcting what is typed.
    ///
    /// - Returns: The field with that trait.
    public func disableAutocorrection() -> TextInputField {
        changed { $0.traits.isAutocorrectionDisabled = true }
    }

    /// Says what a phone's keyboard calls its Enter key.
    ///
    /// - Parameter label: The word on the key.
    /// - Returns: The field with that trait.
    public func submitLabel(_ label: SubmitLabel) -> TextInputField {
        changed { $0.traits.submitLabel = label }
    }
}

// MARK: - Markup

extension TextInputField {
    /// A label of more characters than this may need a second line and doesn't rest in the field.
    private static let longestRestingLabel = 24

    /// A text that may have more characters than this takes the whole width of the form.
    private static let mostInHalfALine = 150

    /// How many characters a text has; far too many are counted as scalars.
    private static func characters(of text: RawText) -> Int {
        text.bounded(to: mostCounted)?.count ?? text.unbounded.unicodeScalars.count
    }

    private static var mostCounted: Int { 100_000 }

    /// Writes the box with label, input and clear button, and the line below it.
    public func render(
        _ field: borrowing Field, _ state: borrowing FieldState,
        in environment: borrowing EnvironmentValues, into html: inout HTMLWriter
    ) {
        let rests =
            !state.isInvalid && prompt == nil && label.utf8.count <= Self.longestRestingLabel
        let messages = environment.words.messages
        let notes = FieldNotes(
            help: help,
            count: counterLimit.map { messages.count(Self.characters(of: state.text), $0) })
        html.markup("<div class=\"field")
        if isWide { html.markup(" wide") }
        if state.isInvalid { html.markup(" invalid") }
        html.markup("\"><div class=\"box")
        if rests { html.markup(" floats") }
        html.markup("\">")
        html.label(of: field)
        html.markup("<input type=\"text\"")
        html.attribute("id", field.path.name)
        html.attribute("name", field.path.name)
        html.attribute("value", state.text)
        html.attribute("placeholder", prompt ?? " ")
        traits.render(into: &html)
        html.aria(of: field, state, notes)
        if state.pressed == .clear { html.markup(" autofocus") }
        html.markup(" dir=\"auto\">")
        if !environment.clearButtonHidden {
            html.clearButton(of: field, isHidden: false, messages)
        }
        html.markup("</div>")
        html.under(field, state, notes, messages: messages)
        html.markup("</div>")
    }
}
