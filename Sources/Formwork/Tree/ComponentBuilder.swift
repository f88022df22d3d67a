/// Makes one component of the statements of a body.
///
/// `if`, `if let`, `switch`, `for`, `#available` and `let` may stand in a body, and any number of
/// components.
@resultBuilder public enum ComponentBuilder {
    /// Makes nothing of nothing.
    @inlinable public static func buildBlock() -> EmptyComponent { EmptyComponent() }

    /// Begins with the first component of a body.
    @inlinable public static func buildPartialBlock<First: Component>(
        first: consuming First
    ) -> First { first }

    /// Puts the next component of a body behind those before it.
    @inlinable public static func buildPartialBlock<First: Component, Next: Component>(
        accumulated: consuming First, next: consuming Next
    ) -> ComponentPair<First, Next> { ComponentPair(accumulated, next) }

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

/// One component behind another; a body of several statements is a chain of them.
///
/// Walks through pairs are specialised for what they hold, which the compiler doesn't do for a list of
/// any length. They stand on the heap, so that a long body is neither copied nor a burden on the stack.
public struct ComponentPair<First: Component, Second: Component>: Component {
    @usableFromInline final class Storage {
        @usableFromInline let first: First
        @usableFromInline let second: Second

        @inlinable init(_ first: consuming First, _ second: consuming Second) {
            self.first = first
            self.second = second
        }
    }

    @usableFromInline let storage: Storage

    @inlinable init(_ first: consuming First, _ second: consuming Second) {
        storage = Storage(first, second)
    }

    /// Walks both in order.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        First.walk(component.storage.first, in: environment, &visitor)
        Second.walk(component.storage.second, in: environment, &visitor)
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
