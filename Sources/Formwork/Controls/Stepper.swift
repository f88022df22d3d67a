public import Groundwork

/// A number with buttons that make it smaller and larger by a step.
///
///     Stepper("Pages", value: $book.pages, in: 1...20_000)
///     Stepper("Rating", value: $book.rating, in: 0...5, step: "0.5")
///
/// A number that may be absent is an optional one: its field may be empty, and a button empties it.
/// The steps are counted from the lower bound and exact, also for decimals. The buttons work without
/// JavaScript; a number can be typed too.
public struct Stepper<Value: FieldValue>: Control {
    /// The place of the number.
    public let binding: Binding<Value>
    private let label: String
    private let least: ExactDecimal
    private let most: ExactDecimal
    private let step: ExactDecimal
    private var help: String?

    private init(
        label: String, binding: Binding<Value>, least: ExactDecimal, most: ExactDecimal,
        step: ExactDecimal
    ) {
        precondition(step > 0, "a stepper needs a step of more than 0")
        self.label = label
        self.binding = binding
        self.least = least
        self.most = most
        self.step = step
    }

    /// Explains below the field what the number means.
    ///
    /// - Parameter text: A short sentence.
    /// - Returns: The explained stepper.
    public func help(_ text: String) -> Stepper {
        var stepper = self
        stepper.help = text
        return stepper
    }

    /// Says what the control is.
    public func field(in environment: borrowing EnvironmentValues) -> Field {
        Field(
            path: binding.path, label: label,
            kind: .number(least: least, most: most, step: step),
            isMandatory: environment.isMandatory)
    }

    /// Steps up or down, or empties the field.
    ///
    /// From between two steps a press leads onto the next one, and never past a bound; up from an empty
    /// field, onto the lower bound. A text that is no number stays as it is.
    public func perform(
        _ intent: Intent.Action, on text: RawText, of field: borrowing Field
    ) -> RawText? {
        switch intent {
        case .step(let count):
            if field.isEmpty(typed: text) { return count > 0 ? RawText(least.description) : "" }
            guard let number = field.number(typed: text) else { return text }
            return RawText(
                number.stepped(by: count, of: step, from: least, to: most).description)
        case .clear: return isOptional ? "" : nil
        case .check: return nil
        }
    }

    /// Whether the field may be empty: whether nothing is a value of its type.
    private var isOptional: Bool { Value(fieldText: "") != nil }

    /// The largest number on a step within the bounds.
    private var last: ExactDecimal { most.stepped(by: 0, of: step, from: least, to: most) }
}

extension Stepper where Value: SteppableValue {
    /// Makes a stepper of a number that is always there.
    ///
    /// - Parameters:
    ///   - label: The words that name it.
    ///   - value: The place of the number.
    ///   - bounds: The smallest and the largest number.
    ///   - step: How far one press goes; more than 0.
    public init(
        _ label: String, value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value
    ) {
        self.init(
            label: label, binding: value, least: bounds.lowerBound.exactDecimal,
            most: bounds.upperBound.exactDecimal, step: step.exactDecimal)
    }
}

extension Stepper {
    /// Makes a stepper of a number that may be absent.
    ///
    /// - Parameters:
    ///   - label: The words that name it.
    ///   - value: The place of the number.
    ///   - bounds: The smallest and the largest number.
    ///   - step: How far one press goes; more than 0.
    public init<Number: SteppableValue>(
        _ label: String, value: Binding<Number?>, in bounds: ClosedRange<Number>, step: Number
    ) where Value == Number? {
        self.init(
            label: label, binding: value, least: bounds.lowerBound.exactDecimal,
            most: bounds.upperBound.exactDecimal, step: step.exactDecimal)
    }
}

extension Stepper where Value == Int {
    /// Makes a stepper of whole numbers that goes by one.
    ///
    /// - Parameters:
    ///   - label: The words that name it.
    ///   - value: The place of the number.
    ///   - bounds: The smallest and the largest number.
    public init(_ label: String, value: Binding<Int>, in bounds: ClosedRange<Int>) {
        self.init(label, value: value, in: bounds, step: 1)
    }
}

extension Stepper where Value == Int? {
    /// Makes a stepper of whole numbers that goes by one, of a number that may be absent.
    ///
    /// - Parameters:
    ///   - label: The words that name it.
    ///   - value: The place of the number.
    ///   - bounds: The smallest and the largest number.
    public init(_ label: String, value: Binding<Int?>, in bounds: ClosedRange<Int>) {
        self.init(label, value: value, in: bounds, step: 1)
    }
}

// MARK: - Markup

extension Stepper {
    /// Writes the box with label, input and the two buttons, and the line below it.
    public func render(
        _ field: borrowing Field, _ state: borrowing FieldState,
        in environment: borrowing EnvironmentValues, into html: inout HTMLWriter
    ) {
        let number = field.number(typed: state.text)
        let isWhole = step.wholeNumber != nil && least.wholeNumber != nil
        let name = field.labelWithinSentence
        let bounds = (least.description, most.description, step.description)
        let notes = FieldNotes(help: help)
        html.markup("<div class=\"field stepper")
        if state.isInvalid { html.markup(" invalid") }
        html.markup("\"><div class=\"box\">")
        html.label(of: field)
        html.markup("<input type=\"text\" inputmode=\"")
        html.markup(isWhole ? "numeric\"" : "decimal\"")
        html.attribute("id", field.path.name)
        html.attribute("name", field.path.name)
        html.attribute("value", state.text)
        html.aria(of: field, state, notes)
        if state.pressed == .clear { html.markup(" autofocus") }
        html.markup(">")
        if isOptional, !environment.clearButtonHidden {
            html.clearButton(
                of: field, isHidden: state.text.isEmpty, environment.words.messages)
        }
        button(
            .step(-1), environment.words.messages.decrease(name), bounds,
            isAtBound: number.map { $0 <= least },
            field, state, into: &html)
        button(
            .step(1), environment.words.messages.increase(name), bounds,
            isAtBound: number.map { $0 >= last },
            field, state, into: &html)
        html.markup("</div>")
        html.under(field, state, notes, messages: environment.words.messages)
        html.markup("</div>")
    }

    private func button(
        _ action: Intent.Action, _ name: String, _ bounds: (String, String, String),
        isAtBound: Bool?, _ field: borrowing Field,
        _ state: borrowing FieldState, into html: inout HTMLWriter
    ) {
        let isMinus = action == .step(-1)
        html.markup("<button type=\"submit\" class=\"step ")
        html.markup(isMinus ? "minus\"" : "plus\"")
        html.markup(" name=\"_intent\" formnovalidate value=\"step:")
        html.attributeText(field.path.name)
        html.markup(isMinus ? ":-1\"" : ":+1\"")
        html.attribute("aria-label", name)
        html.attribute("data-min", bounds.0)
        html.attribute("data-max", bounds.1)
        html.attribute("data-step", bounds.2)
        if isAtBound == true { html.markup(" aria-disabled=\"true\"") }
        if state.pressed == action { html.markup(" autofocus") }
        html.markup(isMinus ? ">\u{2212}</button>" : ">+</button>")
    }
}
