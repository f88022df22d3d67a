public import Groundwork

/// How a value is written in a JSON document.
public enum JSONKind: Sendable {
    /// As a string; an empty one as `null`.
    case string
    /// As a number that prints as it was typed.
    case number
    /// As `true` or `false`.
    case boolean
    /// As an object where it's stored and as a path where clients see it; none as `null`.
    case file
}

/// A value that a control can show as text and read from text.
///
/// An enum with text as its raw value conforms by naming the protocol:
///
///     enum BookFormat: String, FieldValue { case hardcover, paperback }
public protocol FieldValue: Sendable, Equatable {
    /// How the value is written in a JSON document.
    static var jsonKind: JSONKind { get }

    /// Reads a value from text that has been normalised.
    ///
    /// - Parameter fieldText: The text of one field; empty where nothing was typed.
    init?(fieldText: String)

    /// The value as a form shows and sends it.
    var fieldText: String { get }
}

extension String: FieldValue {
    /// Text is a JSON string.
    public static var jsonKind: JSONKind { .string }

    /// Takes any text.
    public init?(fieldText: String) { self = fieldText }

    /// The text itself.
    public var fieldText: String { self }
}

extension Bool: FieldValue {
    /// What a toggle sends when it is on.
    static let on = "on"

    /// On and off are JSON's `true` and `false`.
    public static var jsonKind: JSONKind { .boolean }

    /// Understands `on`, `true`, `off`, `false`, and an empty text as off.
    public init?(fieldText: String) {
        switch fieldText {
        case Bool.on, "true": self = true
        case "", "off", "false": self = false
        default: return nil
        }
    }

    /// `on` when on, empty when off, as a form sends it.
    public var fieldText: String { self ? Bool.on : "" }
}

extension Int: FieldValue {
    /// A whole number is a JSON number.
    public static var jsonKind: JSONKind { .number }

    /// Reads HTML's floating-point grammar; the number must be whole.
    public init?(fieldText: String) {
        guard let whole = ExactDecimal(fieldText)?.wholeNumber else { return nil }
        self = whole
    }

    /// The number in digits.
    public var fieldText: String { String(self) }
}

extension ExactDecimal: FieldValue {
    /// A decimal is a JSON number.
    public static var jsonKind: JSONKind { .number }

    /// Reads HTML's floating-point grammar.
    public init?(fieldText: String) { self.init(fieldText) }

    /// The shortest text that is exact.
    public var fieldText: String { description }
}

extension CalendarDate: FieldValue {
    /// A date is a JSON string.
    public static var jsonKind: JSONKind { .string }

    /// Reads `YYYY-MM-DD`.
    public init?(fieldText: String) { self.init(fieldText) }

    /// The date as `YYYY-MM-DD`.
    public var fieldText: String { description }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    /// A value that may be absent is written as the value is.
    public static var jsonKind: JSONKind { Wrapped.jsonKind }

    /// An empty text is no value.
    public init?(fieldText: String) {
        guard !fieldText.isEmpty else {
            self = .none
            return
        }
        guard let value = Wrapped(fieldText: fieldText) else { return nil }
        self = .some(value)
    }

    /// The value's text, or an empty one.
    public var fieldText: String { self?.fieldText ?? "" }
}

extension FieldValue where Self: RawRepresentable, RawValue == String {
    /// A choice is a JSON string.
    public static var jsonKind: JSONKind { .string }

    /// Takes the raw values that exist.
    public init?(fieldText: String) { self.init(rawValue: fieldText) }

    /// The raw value.
    public var fieldText: String { rawValue }
}

/// A number that a stepper can step exactly.
public protocol SteppableValue: FieldValue, Comparable {
    /// The number as an exact decimal.
    var exactDecimal: ExactDecimal { get }
}

extension Int: SteppableValue {
    /// The same number.
    public var exactDecimal: ExactDecimal { ExactDecimal(self) }
}

extension ExactDecimal: SteppableValue {
    /// The number itself.
    public var exactDecimal: ExactDecimal { self }
}
