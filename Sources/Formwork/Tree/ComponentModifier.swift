/// A change to any component that is written once and used by name.
///
///     struct Bordered: ComponentModifier {
///         func body(content: Content) -> some Component {
///             Card { content }
///         }
///     }
///
///     extension Component {
///         func bordered() -> some Component { modifier(Bordered()) }
///     }
public protocol ComponentModifier {
    /// The type of the changed content, inferred from `body(content:)`.
    associatedtype Body: Component

    /// The component that is changed, whatever it is.
    typealias Content = ModifierContent

    /// Makes the changed component.
    ///
    /// - Parameter content: The component that is changed.
    /// - Returns: What stands in its place.
    @ComponentBuilder func body(content: Content) -> Body
}

/// The component that a modifier is applied to.
///
/// Its type is forgotten, because a protocol can't state one opaque result for each type of content;
/// everything else in a tree keeps its type.
public struct ModifierContent: Component {
    let content: any Component

    /// Walks the component that is changed.
    public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        func open<Content: Component>(_ content: Content, _ visitor: inout V) {
            Content.walk(content, in: environment, &visitor)
        }
        open(component.content, &visitor)
    }
}

/// A component with a modifier applied to it.
public struct ModifiedComponent<Content: Component, Modifier: ComponentModifier>: Component {
    @usableFromInline let content: Content
    @usableFromInline let modifier: Modifier

    @usableFromInline init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }

    /// What the modifier makes of the content.
    public var body: Modifier.Body { modifier.body(content: ModifierContent(content: content)) }
}

extension Component {
    /// Applies a modifier.
    ///
    /// - Parameter modifier: The change.
    /// - Returns: The changed component.
    @inlinable public func modifier<Modifier: ComponentModifier>(
        _ modifier: Modifier
    ) -> ModifiedComponent<Self, Modifier> {
        ModifiedComponent(content: self, modifier: modifier)
    }
}
