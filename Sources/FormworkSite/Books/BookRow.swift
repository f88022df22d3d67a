internal import Formwork

/// What stands for a book in the list.
struct BookRow: Component {
    let book: Book
    let path: String

    var body: some Component {
        HStack(alignment: .top, spacing: .medium) {
            Cover(title: book.title, path: book.cover.map { _ in "\(path)/cover" })
            VStack(spacing: .none) {
                Link(book.title, destination: path).font(.headline)
                Text("by \(book.author)").font(.subheadline).secondary()
                if let pages = book.pages {
                    Text(pages == 1 ? "1 page" : "\(pages) pages").font(.subheadline).secondary()
                }
            }
        }
    }
}

/// The picture of a cover; where there is none, one drawn from the first letter of the title, which
/// tells a screen reader nothing new.
struct Cover: Component {
    let title: String
    /// The path of the picture.
    let path: String?

    /// Writes the picture, or the letter within the outline of a book.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        if let path = component.path {
            visitor.markup("<img class=\"cover\" loading=\"lazy\"")
            visitor.attribute("src", path)
            visitor.attribute("alt", words: "Cover of \(component.title)")
            visitor.markup(">")
            return
        }
        visitor.markup("<span class=\"cover\" aria-hidden=\"true\">")
        visitor.text(component.title.first.map { String($0) } ?? "")
        visitor.markup("</span>")
    }
}
