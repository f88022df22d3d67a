/// What a rule says of a value.
public enum Validation: Sendable, Equatable {
    /// Nothing to say against it.
    case success
    /// What is wrong, in words that name the thing and say how to put it right.
    case failure(String)
}
