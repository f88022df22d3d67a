internal import Formwork
internal import Groundwork

/// The page that lists records.
struct ListPage: Component {
    let heading: String
    let adding: String
    let path: String
    let rows: [RenderedContent]
    let page: ListedPage

    var body: some Component {
        HStack {
            Text(heading).font(.largeTitle)
            Link(adding, destination: "\(path)/new").buttonStyle(.primary)
        }
        if page.total == 0 {
            EmptyList()
        } else {
            Text(summary).secondary()
        }
        if !rows.isEmpty { RecordList(rows: rows) }
        if page.previous != nil || page.next != nil { PageLinks(page: page) }
    }

    private var summary: String {
        guard let total = page.exactTotal else { return "more than 10,000" }
        return total == 1 ? "1 in all" : "\(total) in all"
    }
}

/// What stands in the place of a list without records.
struct EmptyList: Component {
    /// Writes the one sentence.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<p class=\"empty\">Nothing here yet.</p>")
    }
}

/// The rows of a list, each rendered by the application.
struct RecordList: Component {
    let rows: [RenderedContent]

    /// Writes a list with an item for each row.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<ul class=\"list\">")
        for row in component.rows {
            visitor.markup("<li>")
            visitor.content(row)
            visitor.markup("</li>")
        }
        visitor.markup("</ul>")
    }
}

/// The links to the pages of a list before and after this one.
struct PageLinks: Component {
    let page: ListedPage

    /// Writes the links and where the reader is.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        let page = component.page
        visitor.markup("<nav class=\"pages\" aria-label=\"Pages\">")
        if let previous = page.previous {
            visitor.markup("<a rel=\"prev\"")
            visitor.attribute("href", previous)
            visitor.markup(">Previous</a>")
        }
        visitor.markup("<span>")
        visitor.text("Page \(page.request.page) of \(page.count)")
        visitor.markup("</span>")
        if let next = page.next {
            visitor.markup("<a rel=\"next\"")
            visitor.attribute("href", next)
            visitor.markup(">Next</a>")
        }
        visitor.markup("</nav>")
    }
}

/// The page of one record.
struct RecordPage: Component {
    let heading: String
    let listing: FormListing
    let path: String
    let savedAt: Timestamp

    var body: some Component {
        Text(heading).font(.largeTitle)
        RecordFields(listing: listing)
        SavedLine(savedAt: savedAt)
        HStack {
            Link("Edit", destination: "\(path)/edit").buttonStyle()
            Link("Delete", destination: "\(path)/delete").buttonStyle(.destructive)
        }
    }
}

/// When a record was saved last.
struct SavedLine: Component {
    let savedAt: Timestamp

    /// Writes the moment for a person and for a program.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<p class=\"text font-caption secondary\">Saved <time")
        visitor.attribute("datetime", component.savedAt.rfc3339)
        visitor.markup(">")
        visitor.text(component.savedAt.imfFixdate)
        visitor.markup("</time></p>")
    }
}

/// The fields of a record with their labels; what is empty is left out.
struct RecordFields: Component {
    let listing: FormListing

    /// Writes a description list.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<dl class=\"record\">")
        for field in component.listing.fields {
            guard let text = field.textForPeople else { continue }
            visitor.markup("<div><dt>")
            visitor.text(field.field.label)
            visitor.markup("</dt><dd><bdi>")
            visitor.text(text)
            visitor.markup("</bdi></dd></div>")
        }
        visitor.markup("</dl>")
    }
}

extension ListedField {
    /// The value as a person reads it; `nil` where there is none.
    fileprivate var textForPeople: String? {
        if case .boolean = jsonKind { return text.isEmpty ? "No" : "Yes" }
        return text.isEmpty ? nil : text
    }
}

/// The page that asks before something is deleted.
struct DeletePage: Component {
    let question: String
    let path: String

    var body: some Component {
        Form(question, description: "This can\u{2019}t be undone.") {
            HStack {
                Button("Delete", role: .destructive)
                Link("Keep", destination: path).buttonStyle()
            }
        }
    }
}
