/// How much room stands between the components of a stack.
public enum StackSpacing: Sendable {
    /// None.
    case none
    /// As between words.
    case small
    /// As between fields.
    case medium
    /// As between sections.
    case large

    @usableFromInline var classNames: StaticString {
        switch self {
        case .none: " spacing-none"
        case .small: " spacing-small"
        case .medium: " spacing-medium"
        case .large: " spacing-large"
        }
    }
}

/// Where the components of a vertical stack stand across it.
public enum HorizontalAlignment: Sendable {
    /// At the beginning of the line: left in English, right in Arabic.
    case leading
    /// In the middle.
    case center
    /// At the end of the line.
    case trailing

    @usableFromInline var classNames: StaticString {
        switch self {
        case .leading: " align-leading"
        case .center: " align-center"
        case .trailing: " align-trailing"
        }
    }
}

/// Where the components of a horizontal stack stand across it.
public enum VerticalAlignment: Sendable {
    /// At the top.
    case top
    /// In the middle.
    case center
    /// At the bottom.
    case bottom

    @usableFromInline var classNames: StaticString {
        switch self {
        case .top: " align-top"
        case .center: " align-center"
        case .bottom: " align-bottom"
        }
    }
}

/// Components below each other.
public struct VStack<Content: Component>: Component {
    @usableFromInline let alignment: HorizontalAlignment
    @usableFromInline let spacing: StackSpacing
    @usableFromInline let content: Content

    /// Stacks components.
    ///
    /// - Parameters:
    ///   - alignment: Where they stand across the stack.
    ///   - spacing: How much room stands between them.
    ///   - content: The components.
    @inlinable public init(
        alignment: HorizontalAlignment = .leading, spacing: StackSpacing = .medium,
        @ComponentBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    /// Walks the components in order.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<div class=\"vstack")
        visitor.markup(component.alignment.classNames)
        visitor.markup(component.spacing.classNames)
        visitor.markup("\">")
        Content.walk(component.content, in: environment, &visitor)
        visitor.markup("</div>")
    }
}

/// Components beside each other, wrapping where the line is too short.
public struct HStack<Content: Component>: Component {
    @usableFromInline let alignment: VerticalAlignment
    @usableFromInline let spacing: StackSpacing
    @usableFromInline let content: Content

    /// Stacks components.
    ///
    /// - Parameters:
    ///   - alignment: Where they stand across the stack.
    ///   - spacing: How much room stands between them.
    ///   - content: The components.
    @inlinable public init(
        alignment: VerticalAlignment = .center, spacing: StackSpacing = .medium,
        @ComponentBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    /// Walks the components in order.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<div class=\"hstack")
        visitor.markup(component.alignment.classNames)
        visitor.markup(component.spacing.classNames)
        visitor.markup("\">")
        Content.walk(component.content, in: environment, &visitor)
        visitor.markup("</div>")
    }
}
