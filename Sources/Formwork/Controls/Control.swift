public import Groundwork

/// A component that shows and changes one value of a record.
///
/// A control says once what it is, in `field(in:)`; rendering, binding, checking and describing all
/// follow from that. Only how it looks is written beside it.
public protocol Control: Component where Body == Never {
    /// The type of the value.
    associatedtype Value: FieldValue

    /// The place of the value.
    var binding: Binding<Value> { get }

    /// Says what the control is.
    ///
    /// - Parameter environment: The values that hold for the control.
    /// - Returns: The description of its field.
    func field(in environment: borrowing EnvironmentValues) -> Field

    /// Writes the control's markup.
    ///
    /// - Parameters:
    ///   - field: What the control is.
    ///   - state: What it shows: its text, an error.
    ///   - environment: The values that hold for it.
    ///   - html: Where the markup goes.
    func render(
        _ field: borrowing Field, _ state: borrowing FieldState,
        in environment: borrowing EnvironmentValues, into html: inout HTMLWriter)

    /// Does what one of the control's own buttons asks for.
    ///
    /// - Parameters:
    ///   - intent: What was asked for.
    ///   - text: The control's text as it was sent, of any length.
    ///   - field: What the control is.
    /// - Returns: The text in its place, which may be the same; `nil` where the control has no such button.
    func perform(
        _ intent: Intent.Action, on text: RawText, of field: borrowing Field
    ) -> RawText?
}

extension Control {
    /// A control without buttons of its own.
    public func perform(
        _ intent: Intent.Action, on text: RawText, of field: borrowing Field
    ) -> RawText? { nil }

    /// Lets the visitor see the control.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.control(component, in: environment)
    }
}

/// What one control shows at the moment.
public struct FieldState {
    /// The text as it was typed, or the record's value as text.
    public let text: RawText
    /// What is wrong with it.
    public let error: FieldError?
    /// The button that was pressed last, if it was one of this control's.
    public let pressed: Intent.Action?
    /// What there is of a file, for a control that takes one.
    public let file: ShownFile?

    /// Whether anything is wrong.
    public let isInvalid: Bool

    init(text: RawText, error: FieldError?, pressed: Intent.Action?, file: ShownFile?) {
        self.text = text
        self.error = error
        self.pressed = pressed
        self.file = file
        isInvalid = error != nil
    }
}
