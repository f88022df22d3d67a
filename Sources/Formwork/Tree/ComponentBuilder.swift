/// Makes one component of the statements of a body.
///
/// `if`, `if let`, `switch`, `for`, `#available` and `let` may stand in a body, and any number of
/// components.
@resultBuilder public enum ComponentBuilder {
    /// Makes nothing of nothing.
    @inlinable public static func buildBlock() -> EmptyComponent { EmptyComponent() }

    /// Passes a single component on as it is.
    @inlinable public static func buildBlock<Child: Component>(_ child: Child) -> Child { child }

    /// Puts the components of a body one behind the other.
    @inlinable public static func buildBlock<each Child: Component>(
        _ children: repeat each Child
    ) -> ComponentSequence<repeat each Child> {
        ComponentSequence(repeat each children)
    }

    /// Makes a component of an `if` without `else`.
    @inlinable public static func buildOptional<Content: Component>(
        _ content: Content?
    ) -> ConditionalComponent<Content, EmptyComponent> {
        guard let content else { return .second(EmptyComponent()) }
        return .first(content)
    }

    /// Takes the first branch of an `if` or `switch`.
    @inlinable public static func buildEither<First: Component, Second: Component>(
        first: First
    ) -> ConditionalComponent<First, Second> { .first(first) }

    /// Takes the other branch of an `if` or `switch`.
    @inlinable public static func buildEither<First: Component, Second: Component>(
        second: Second
    ) -> ConditionalComponent<First, Second> { .second(second) }

    /// Makes a component of a `for` loop.
    @inlinable public static func buildArray<Element: Component>(
        _ elements: [Element]
    ) -> ComponentArray<Element> { ComponentArray(elements) }

    /// Passes on what stands behind an availability check.
    @inlinable public static func buildLimitedAvailability<Content: Component>(
        _ content: Content
    ) -> Content { content }
}

/// Components one behind the other, as a body of several statements makes them.
public struct ComponentSequence<each Child: Component>: Component {
    @usableFromInline let children: (repeat each Child)

    @inlinable init(_ children: repeat each Child) {
        self.children = (repeat each children)
    }

    /// Walks the children in order.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        repeat (each Child).walk(each component.children, in: environment, &visitor)
    }
}

/// One of two components, as the branches of a body make it.
public enum ConditionalComponent<First: Component, Second: Component>: Component {
    /// The branch that stands first.
    case first(First)
    /// The other branch.
    case second(Second)

    /// Walks the branch that was taken.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        switch copy component {
        case .first(let first): First.walk(first, in: environment, &visitor)
        case .second(let second): Second.walk(second, in: environment, &visitor)
        }
    }
}

/// Components of one type one behind the other, as a loop in a body makes them.
public struct ComponentArray<Element: Component>: Component {
    @usableFromInline let elements: [Element]

    @inlinable init(_ elements: [Element]) {
        self.elements = elements
    }

    /// Walks the elements in order.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        for element in component.elements { Element.walk(element, in: environment, &visitor) }
    }
}

/// No content at all; what a slot that isn't used holds.
public struct EmptyComponent: Component {
    /// Makes a component that shows nothing.
    @inlinable public init() {}

    /// Shows the visitor nothing.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {}
}
