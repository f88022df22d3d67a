/// The sizes and weights of text, as the style sheet defines them.
public enum Font: Sendable {
    /// The heading of a page.
    case largeTitle
    /// The heading of a part of a page.
    case title
    /// The name of a thing in a list.
    case headline
    /// What stands below a headline.
    case subheadline
    /// Running text.
    case body
    /// Small print.
    case caption

    var classNames: StaticString {
        switch self {
        case .largeTitle: " font-large-title"
        case .title: " font-title"
        case .headline: " font-headline"
        case .subheadline: " font-subheadline"
        case .body: " font-body"
        case .caption: " font-caption"
        }
    }
}

/// A text, shown as it is.
///
///     Text("by \(book.author)").font(.subheadline)
///
/// In the sizes of a title it is a heading: `.largeTitle` the one of the page, `.title` one below it.
public struct Text: Component {
    let content: Phrase
    var font = Font.body
    var isBold = false
    var isSecondary = false

    /// Makes a text.
    ///
    /// - Parameter content: What is shown: words of the program, with people's text among them.
    public init(_ content: Phrase) {
        self.content = content
    }

    /// Makes a text that is one of people, such as the title of a record.
    ///
    /// - Parameter content: What is shown.
    @_disfavoredOverload
    public init(_ content: some StringProtocol) {
        self.init(Phrase(String(content)))
    }

    /// Sets the size.
    ///
    /// - Parameter font: One of the style sheet's sizes.
    /// - Returns: The text in that size.
    public func font(_ font: Font) -> Text {
        var text = self
        text.font = font
        return text
    }

    /// Makes the text bold.
    ///
    /// - Returns: The bold text.
    public func bold() -> Text {
        var text = self
        text.isBold = true
        return text
    }

    /// Shows the text as less important.
    ///
    /// - Returns: The text in the secondary colour.
    public func secondary() -> Text {
        var text = self
        text.isSecondary = true
        return text
    }

    /// Writes the element that the size and the place ask for.
    public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        let isPlain = component.font == .body && !component.isBold && !component.isSecondary
        if environment.isInline, isPlain {
            visitor.text(component.content)
            return
        }
        let element = component.element(isInline: environment.isInline)
        if component.font == .largeTitle { visitor.heading(component.content) }
        visitor.markup(element.start)
        visitor.markup(component.font.classNames)
        if component.isBold { visitor.markup(" bold") }
        if component.isSecondary { visitor.markup(" secondary") }
        visitor.markup("\">")
        visitor.text(component.content)
        visitor.markup(element.end)
    }

    private func element(isInline: Bool) -> (start: StaticString, end: StaticString) {
        if isInline { return ("<span class=\"text", "</span>") }
        switch font {
        case .largeTitle: return ("<h1 class=\"text", "</h1>")
        case .title: return ("<h2 class=\"text", "</h2>")
        case .headline, .subheadline, .body, .caption: return ("<p class=\"text", "</p>")
        }
    }
}
