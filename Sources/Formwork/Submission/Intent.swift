public import Groundwork

/// What a button asks for other than saving: a round trip that keeps everything typed.
///
/// As a form sends it, in `_intent`: `step:pages:+1`, `clear:title`, `check`.
public struct Intent: Sendable, Equatable {
    /// What is asked for.
    public enum Action: Sendable, Equatable {
        /// So many steps up, or down where negative.
        case step(Int)
        /// An empty field.
        case clear
        /// The errors, and nothing else.
        case check
    }

    /// The name of the field that it concerns; `nil` for the whole form.
    public let field: RawText?
    /// What is asked for.
    public let action: Action

    private init(field: ArraySlice<UInt8>?, action: Action) {
        self.field = field.map { RawText(String(decoding: $0, as: UTF8.self)) }
        self.action = action
    }

    /// The most steps that one press may ask for.
    private static let mostSteps = 1_000

    /// Reads an intent as a form sends it.
    ///
    /// - Parameter text: The value of `_intent`; `nil` is returned where it is none.
    init?(_ text: RawText) {
        let parts = Array(text.utf8).split(
            separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        func isVerb(_ verb: String) -> Bool { parts[0].elementsEqual(verb.utf8) }
        switch parts.count {
        case 1 where isVerb("check"): self.init(field: nil, action: .check)
        case 2 where isVerb("check"): self.init(field: parts[1], action: .check)
        case 2 where isVerb("clear"): self.init(field: parts[1], action: .clear)
        case 3 where isVerb("step"):
            guard let steps = Self.steps(parts[2]) else { return nil }
            self.init(field: parts[1], action: .step(steps))
        default: return nil
        }
    }

    /// Reads a number of steps with its sign.
    private static func steps(_ text: ArraySlice<UInt8>) -> Int? {
        let digits = Array(text.dropFirst())
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let count = ASCII.number(digits.span, digits.indices), count <= mostSteps
        else { return nil }
        return sign == UInt8(ascii: "-") ? -count : count
    }

    /// Whether it concerns a field.
    ///
    /// - Parameter path: The field.
    /// - Returns: Whether it is the one that the intent names.
    func concerns(_ path: FieldPath) -> Bool { field == path.rawName }
}

/// Which button sent a form.
package enum Press: Sendable, Equatable {
    /// The one that saves: nothing was sent in `_intent`.
    case save
    /// Another one.
    case intent(Intent)
    /// One that the form doesn't have. It saves nothing.
    case unknown

    /// Reads all values of `_intent`.
    init(_ values: [RawText]) {
        switch values.count {
        case 0: self = .save
        case 1: self = Intent(values[0]).map(Press.intent) ?? .unknown
        default: self = .unknown
        }
    }
}
