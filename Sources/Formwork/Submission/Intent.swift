internal import Groundwork

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
    public let field: String?
    /// What is asked for.
    public let action: Action

    init(field: String?, action: Action) {
        self.field = field
        self.action = action
    }

    /// The most steps that one press may ask for.
    private static let mostSteps = 1_000

    /// Reads an intent as a form sends it.
    ///
    /// - Parameter text: The value of `_intent`; `nil` is returned where it is none.
    package init?(_ text: String) {
        let parts = text.split(
            separator: ":", maxSplits: 2, omittingEmptySubsequences: false
        ).map(String.init)
        switch (parts.first, parts.count) {
        case ("check", 1): self.init(field: nil, action: .check)
        case ("check", 2): self.init(field: parts[1], action: .check)
        case ("clear", 2): self.init(field: parts[1], action: .clear)
        case ("step", 3):
            guard let sign = parts[2].first, sign == "+" || sign == "-",
                let count = ExactDecimal(String(parts[2].dropFirst()))?.wholeNumber,
                (0...Self.mostSteps).contains(count)
            else { return nil }
            self.init(field: parts[1], action: .step(sign == "-" ? -count : count))
        default: return nil
        }
    }
}
