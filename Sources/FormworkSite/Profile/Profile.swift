/// What a person tells of themselves.
public struct Profile: Sendable, Equatable {
    /// The name that they are greeted by.
    public var name = ""
    /// Where they can be written to.
    public var email = ""
    /// Whether the profile is saved and the browser remembered.
    public var rememberMe = false

    /// Makes the profile that an empty form shows.
    public init() {}
}
