/// How a toggle looks.
public enum ToggleStyle: Sendable {
    /// A switch.
    case `switch`
    /// A box with a tick.
    case checkbox
}

/// A choice between on and off.
///
///     Toggle("In print", isOn: $book.inPrint)
///     Toggle(isOn: $profile.rememberMe) { Text("Remember me").bold() }
public struct Toggle<Label: Component>: Control {
    /// The place of the value.
    public let binding: Binding<Bool>
    private let name: String
    private let label: Label
    private var help: String?

    /// Makes a toggle with a label of any components.
    ///
    /// - Parameters:
    ///   - isOn: The place of the value.
    ///   - name: The words that name the toggle in messages and for programs; without them the last
    ///     step of its path.
    ///   - label: What stands beside the switch.
    public init(
        isOn: Binding<Bool>, name: String? = nil, @ComponentBuilder label: () -> Label
    ) {
        binding = isOn
        self.name = name ?? isOn.path.name
        self.label = label()
    }

    /// Explains below the label what the toggle does.
    ///
    /// - Parameter text: A short sentence.
    /// - Returns: The explained toggle.
    public func help(_ text: String) -> Toggle {
        var toggle = self
        toggle.help = text
        return toggle
    }

    /// Says what the control is.
    public func field(in environment: borrowing EnvironmentValues) -> Field {
        Field(
            path: binding.path, label: name, kind: .toggle, isMandatory: environment.isMandatory)
    }

    /// Writes the box with label, checkbox and help, and the line below it.
    ///
    /// The help stands beside the label, never in it: it describes the toggle and isn't its name.
    public func render(
        _ field: borrowing Field, _ state: borrowing FieldState,
        in environment: borrowing EnvironmentValues, into html: inout HTMLWriter
    ) {
        let isSwitch = environment.toggleStyle == .switch
        html.markup("<div class=\"field switch-field wide")
        if state.isInvalid { html.markup(" invalid") }
        html.markup("\"><div class=\"")
        html.markup(isSwitch ? "switch\"><label" : "check\"><label")
        html.attribute("for", field.path.name)
        html.markup(">")
        var inline = copy environment
        inline.isInline = true
        html.component(label, in: inline)
        html.star(field)
        html.markup("</label><input type=\"checkbox\"")
        if isSwitch { html.markup(" role=\"switch\"") }
        html.attribute("id", field.path.name)
        html.attribute("name", field.path.name)
        html.attribute("value", Bool.on)
        if state.text.bounded(to: 8).flatMap(Bool.init(fieldText:)) == true {
            html.markup(" checked")
        }
        html.aria(of: field, state, FieldNotes(help: help))
        html.markup(">")
        if let help { html.help(help, of: field) }
        html.markup("</div>")
        html.under(field, state, FieldNotes(), messages: environment.words.messages)
        html.markup("</div>")
    }
}

extension Toggle where Label == Text {
    /// Makes a toggle with words beside it.
    ///
    /// - Parameters:
    ///   - title: The words.
    ///   - isOn: The place of the value.
    public init(_ title: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn, name: title) { Text(Phrase(words: title)) }
    }
}
