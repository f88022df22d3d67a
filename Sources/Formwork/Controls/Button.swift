/// What a button of a form does.
public struct ButtonTraits: Sendable {
    /// What a button is among the others.
    public enum Role: Sendable {
        /// The one that is expected to be pressed.
        case primary
        /// Another one.
        case secondary
        /// One that takes something away.
        case destructive

        var classAttribute: StaticString {
            switch self {
            case .primary: " class=\"button\""
            case .secondary: " class=\"button quiet\""
            case .destructive: " class=\"button danger\""
            }
        }
    }

    /// What the button is among the others.
    public let role: Role
    /// Whether it shows what is wrong instead of saving.
    public let checks: Bool
}

/// A button that submits its form.
///
///     Button("Save")
///     Button("Delete", role: .destructive)
///     Button("Check", action: .check)
public struct Button<Label: Component>: Component {
    /// What a press asks for.
    public enum Action: Sendable {
        /// The form is saved.
        case submit
        /// The form is shown again with what is wrong, and nothing is saved.
        case check
    }

    @usableFromInline let traits: ButtonTraits
    @usableFromInline let label: Label

    /// Makes a button with a label of any components.
    ///
    /// - Parameters:
    ///   - role: What the button is among the others; the one that saves is primary by default.
    ///   - action: What a press asks for.
    ///   - label: What stands on the button.
    public init(
        role: ButtonTraits.Role? = nil, action: Action = .submit,
        @ComponentBuilder label: () -> Label
    ) {
        let checks = action == .check
        traits = ButtonTraits(role: role ?? (checks ? .secondary : .primary), checks: checks)
        self.label = label()
    }

    /// Walks the button and its label.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.beginButton(component.traits, in: environment)
        var inline = copy environment
        inline.isInline = true
        Label.walk(component.label, in: inline, &visitor)
        visitor.markup("</button>")
    }
}

extension Button where Label == Text {
    /// Makes a button with words on it.
    ///
    /// - Parameters:
    ///   - title: The words.
    ///   - role: What the button is among the others; the one that saves is primary by default.
    ///   - action: What a press asks for.
    public init(_ title: Phrase, role: ButtonTraits.Role? = nil, action: Action = .submit) {
        self.init(role: role, action: action) { Text(title) }
    }

    /// Makes a button with a text of people on it.
    ///
    /// - Parameters:
    ///   - title: The text.
    ///   - role: What the button is among the others; the one that saves is primary by default.
    ///   - action: What a press asks for.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, role: ButtonTraits.Role? = nil, action: Action = .submit
    ) {
        self.init(Phrase(String(title)), role: role, action: action)
    }
}
