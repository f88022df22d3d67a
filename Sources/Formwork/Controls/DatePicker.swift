public import Groundwork

/// A calendar date, without time or zone.
///
///     DatePicker("Published", selection: $book.published)
///     DatePicker("Arrival", selection: $stay.arrival, in: "2026-01-01"..."2027-12-31")
///
/// The browser's own calendar helps with choosing. What is no date comes back as it was typed.
public struct DatePicker<Value: FieldValue>: Control {
    /// The place of the date.
    public let binding: Binding<Value>
    private let label: String
    private let bounds: ClosedRange<CalendarDate>

    /// The bounds of a picker without others: a year of fewer digits is a slip.
    public static var usualBounds: ClosedRange<CalendarDate> { "1000-01-01"...CalendarDate.latest }
    private var help: String?

    private init(label: String, binding: Binding<Value>, bounds: ClosedRange<CalendarDate>) {
        self.label = label
        self.binding = binding
        self.bounds = bounds
    }

    /// Explains below the field which date is meant.
    ///
    /// - Parameter text: A short sentence.
    /// - Returns: The explained picker.
    public func help(_ text: String) -> DatePicker {
        var picker = self
        picker.help = text
        return picker
    }

    /// Says what the control is.
    public func field(in environment: borrowing EnvironmentValues) -> Field {
        Field(
            path: binding.path, label: label,
            kind: .date(least: bounds.lowerBound, most: bounds.upperBound),
            isMandatory: environment.isMandatory)
    }

    /// Empties the field when its clear button is pressed.
    public func perform(
        _ intent: Intent.Action, on text: RawText, of field: borrowing Field
    ) -> RawText? {
        intent == .clear ? "" : nil
    }
}

extension DatePicker where Value == CalendarDate? {
    /// Makes a picker of a date that may be absent.
    ///
    /// - Parameters:
    ///   - label: The words that name it.
    ///   - selection: The place of the date.
    ///   - bounds: The first and the last day that can be chosen; from the year 1000 on without them.
    public init(
        _ label: String, selection: Binding<CalendarDate?>,
        in bounds: ClosedRange<CalendarDate> = Self.usualBounds
    ) {
        self.init(label: label, binding: selection, bounds: bounds)
    }
}

extension DatePicker where Value == CalendarDate {
    /// Makes a picker of a date that is always there.
    ///
    /// - Parameters:
    ///   - label: The words that name it.
    ///   - selection: The place of the date.
    ///   - bounds: The first and the last day that can be chosen; from the year 1000 on without them.
    public init(
        _ label: String, selection: Binding<CalendarDate>,
        in bounds: ClosedRange<CalendarDate> = Self.usualBounds
    ) {
        self.init(label: label, binding: selection, bounds: bounds)
    }
}

// MARK: - Markup

extension DatePicker {
    /// Writes the box with label, input and clear button, and the line below it.
    ///
    /// A browser drops what is no date from a date input, so that goes into one for text.
    public func render(
        _ field: borrowing Field, _ state: borrowing FieldState,
        in environment: borrowing EnvironmentValues, into html: inout HTMLWriter
    ) {
        let messages = environment.words.messages
        var text = state.text.unbounded
        if case .text(let normal) = field.normalize(state.text, .typed) { text = normal }
        let isDate = text.utf8.isEmpty || CalendarDate(text) != nil
        let notes = FieldNotes(
            help: help, unsent: isDate ? field.unreadable(messages: messages) : nil)
        html.markup("<div class=\"field")
        if state.isInvalid { html.markup(" invalid") }
        html.markup("\"><div class=\"box\">")
        html.label(of: field)
        html.markup(isDate ? "<input type=\"date\"" : "<input type=\"text\"")
        html.attribute("id", field.path.name)
        html.attribute("name", field.path.name)
        html.attribute("value", isDate ? RawText(text) : state.text)
        if isDate {
            if bounds.lowerBound != .earliest {
                html.attribute("min", bounds.lowerBound.description)
            }
            // Without it browsers take years of six digits.
            html.attribute("max", bounds.upperBound.description)
        } else {
            html.markup(" placeholder=\" \" dir=\"auto\"")
        }
        html.aria(of: field, state, notes)
        if state.pressed == .clear { html.markup(" autofocus") }
        html.markup(">")
        if !environment.clearButtonHidden {
            html.clearButton(of: field, isHidden: text.utf8.isEmpty, messages)
        }
        html.markup("</div>")
        html.under(field, state, notes, messages: messages)
        html.markup("</div>")
    }
}
