/// Components that are treated as one, without markup of its own.
public struct Group<Content: Component>: Component {
    /// What is grouped.
    public let body: Content

    /// Groups components, to apply a modifier to all of them.
    ///
    /// - Parameter content: The components.
    @inlinable public init(@ComponentBuilder content: () -> Content) {
        body = content()
    }
}
