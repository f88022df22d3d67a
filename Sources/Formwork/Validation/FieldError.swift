/// One thing that is wrong with a submission, in words and for programs.
public struct FieldError: Error, Sendable, Equatable {
    /// The kind of a fault, as programs read it.
    public enum Code: String, Sendable, CaseIterable {
        /// A mandatory field is empty.
        case missing
        /// A text has too few characters.
        case tooShort
        /// A text has too many characters.
        case tooLong
        /// A number is below its bounds.
        case tooSmall
        /// A number is above its bounds.
        case tooLarge
        /// A number lies between two steps.
        case step
        /// A text isn't a number of the kind that is wanted.
        case notNumber
        /// A text isn't a calendar date.
        case notDate
        /// A text hasn't the form that is wanted.
        case pattern
        /// A value isn't one of those offered.
        case choice
        /// A field that holds one value came more than once.
        case repeated
        /// A text holds a character that isn't allowed.
        case control
        /// A file isn't what is wanted.
        case file
        /// Someone else has changed the record in the meantime.
        case conflict
        /// A rule of the application's own.
        case custom
    }

    /// The field's name; empty for the whole form.
    public let field: String
    /// The field's place in a JSON document (RFC 6901); empty for the whole form.
    public let pointer: String
    /// The kind of the fault.
    public let code: Code
    /// The words that the person is shown.
    public let message: String

    /// Makes an error of a field.
    ///
    /// - Parameters:
    ///   - path: The field; `nil` for the whole form.
    ///   - code: The kind of the fault.
    ///   - message: The words that the person is shown.
    public init(_ path: FieldPath?, _ code: Code, _ message: String) {
        field = path?.name ?? ""
        pointer = path?.pointer ?? ""
        self.code = code
        self.message = message
    }
}
