/// Controls that belong together under a heading.
///
///     Section("The book") {
///         TextInputField("Title", text: $book.title)
///     }
public struct Section<Header: Component, Content: Component, Footer: Component>: Component {
    @usableFromInline let header: Header
    @usableFromInline let content: Content
    @usableFromInline let footer: Footer

    /// Makes a section with a footer.
    ///
    /// - Parameters:
    ///   - content: The controls.
    ///   - header: What names them.
    ///   - footer: What is said below them.
    @inlinable public init(
        @ComponentBuilder content: () -> Content, @ComponentBuilder header: () -> Header,
        @ComponentBuilder footer: () -> Footer
    ) {
        self.header = header()
        self.content = content()
        self.footer = footer()
    }

    /// Walks the heading, the controls and the footer.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<fieldset class=\"section\">")
        var inline = copy environment
        inline.isInline = true
        if Header.self != EmptyComponent.self {
            visitor.markup("<legend>")
            Header.walk(component.header, in: inline, &visitor)
            visitor.markup("</legend>")
        }
        visitor.markup("<div class=\"rows\">")
        Content.walk(component.content, in: environment, &visitor)
        visitor.markup("</div>")
        if Footer.self != EmptyComponent.self {
            visitor.markup("<p class=\"footer\">")
            Footer.walk(component.footer, in: inline, &visitor)
            visitor.markup("</p>")
        }
        visitor.markup("</fieldset>")
    }
}

extension Section where Header == Text, Footer == EmptyComponent {
    /// Makes a section under a title.
    ///
    /// - Parameters:
    ///   - title: The words that name the controls.
    ///   - content: The controls.
    @inlinable public init(_ title: Phrase, @ComponentBuilder content: () -> Content) {
        self.init(content: content, header: { Text(title) }, footer: { EmptyComponent() })
    }

    /// Makes a section under a title that is a text of people.
    ///
    /// - Parameters:
    ///   - title: The text.
    ///   - content: The controls.
    @_disfavoredOverload
    @inlinable public init(
        _ title: some StringProtocol, @ComponentBuilder content: () -> Content
    ) {
        self.init(Phrase(String(title)), content: content)
    }
}

extension Section where Header == EmptyComponent, Footer == EmptyComponent {
    /// Makes a section without a heading.
    ///
    /// - Parameter content: The controls.
    @inlinable public init(@ComponentBuilder content: () -> Content) {
        self.init(content: content, header: { EmptyComponent() }, footer: { EmptyComponent() })
    }
}

extension Section where Footer == EmptyComponent {
    /// Makes a section without a footer.
    ///
    /// - Parameters:
    ///   - content: The controls.
    ///   - header: What names them.
    @inlinable public init(
        @ComponentBuilder content: () -> Content, @ComponentBuilder header: () -> Header
    ) {
        self.init(content: content, header: header, footer: { EmptyComponent() })
    }
}
