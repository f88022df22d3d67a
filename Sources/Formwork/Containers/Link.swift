internal import Groundwork

/// A link to a page of this service or another.
///
///     Link("Add a book", destination: "/books/new").buttonStyle()
public struct Link: Component {
    let title: Phrase
    let destination: String
    var buttonRole: ButtonTraits.Role?
    var font: Font?

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - title: The words that are shown.
    ///   - destination: A path, or an address with `http`, `https` or `mailto`; any other leads
    ///     nowhere.
    public init(_ title: Phrase, destination: String) {
        self.title = title
        self.destination = Self.isSafe(destination) ? destination : "#"
    }

    /// Makes a link whose words are a text of people, such as the title of a record.
    ///
    /// - Parameters:
    ///   - title: The text that is shown.
    ///   - destination: As for other links.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, destination: String) {
        self.init(Phrase(String(title)), destination: destination)
    }

    /// Makes the link look like a button.
    ///
    /// - Parameter role: What it is among the other buttons.
    /// - Returns: The link in that look.
    public func buttonStyle(_ role: ButtonTraits.Role = .secondary) -> Link {
        var link = self
        link.buttonRole = role
        return link
    }

    /// Sets the size.
    ///
    /// - Parameter font: One of the style sheet's sizes.
    /// - Returns: The link in that size.
    public func font(_ font: Font) -> Link {
        var link = self
        link.font = font
        return link
    }

    /// Writes the link.
    public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<a")
        visitor.attribute("href", component.destination)
        if let role = component.buttonRole {
            visitor.markup(role.classAttribute)
        } else if let font = component.font {
            visitor.markup(" class=\"text")
            visitor.markup(font.classNames)
            visitor.markup("\"")
        }
        visitor.markup(">")
        visitor.text(component.title)
        visitor.markup("</a>")
    }

    /// A browser drops control characters and leading spaces before it looks for a scheme.
    private static func isSafe(_ destination: String) -> Bool {
        guard destination.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") })
        else { return false }
        let beforePath = destination.prefix { !"/?#".contains($0) }
        guard let colon = beforePath.firstIndex(of: ":") else { return true }
        return ["http", "https", "mailto"].contains(ASCII.lowercased(String(beforePath[..<colon])))
    }
}
