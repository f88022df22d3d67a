internal import Formwork

/// The page that lists records.
struct ListPage: Component {
    let heading: String
    let plural: String
    let adding: String
    let rows: [RenderedContent]
    let page: PagePosition
    let fields: ListFields

    var body: some Component {
        PageTitle(title: page.title(of: heading))
        HStack {
            Text(Phrase(words: heading)).font(.largeTitle)
            Link(Phrase(words: adding), destination: "\(page.path)/new").buttonStyle(.primary)
        }
        if page.total > 0 || page.request.isSearch {
            if fields.offersForm { SearchForm(page: page, fields: fields) }
            if page.total > 0 { Text(Phrase(words: summary)).secondary() }
        }
        if page.total == 0 { EmptyList(page: page, plural: plural) }
        if !rows.isEmpty { RecordList(rows: rows) }
        if page.previous != nil || page.next != nil { PageLinks(page: page) }
    }

    private var summary: String {
        let total = page.exactTotal.map(String.init) ?? "more than 10,000"
        if page.request.isSearch { return "\(total) found" }
        return page.exactTotal == nil ? total : "\(total) in all"
    }
}

/// A title of a page that says more than its heading.
struct PageTitle: Component {
    let title: Phrase

    /// Sets the title, and shows nothing.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.heading(component.title)
    }
}

extension PagePosition {
    /// The title of a page of a list, with the search and the number of the page.
    ///
    /// - Parameter heading: What is listed.
    /// - Returns: Such as `Books: “emma”, page 2`.
    func title(of heading: String) -> Phrase {
        let part: Phrase = request.isSearch ? ": \u{201c}\(request.search)\u{201d}" : ""
        return number > 1
            ? "\(words: heading)\(part), page \(number)" : "\(words: heading)\(part)"
    }
}

/// The form that searches and sorts a list.
struct SearchForm: Component {
    let page: PagePosition
    let fields: ListFields

    /// Writes a form that sends its fields in the URL, so that a link can lead to the same list.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        let request = component.page.request
        let isSearched = component.fields.isSearched
        visitor.markup("<form class=\"search\" method=\"get\"")
        if isSearched { visitor.markup(" role=\"search\"") }
        visitor.attribute("action", component.page.path)
        visitor.markup(">")
        if isSearched {
            visitor.markup("<div class=\"field\"><div class=\"box\"><label for=\"q\">")
            visitor.text(Phrase(words: component.fields.searchLabel))
            visitor.markup("</label><input type=\"search\" id=\"q\" name=\"q\"")
            visitor.attribute("value", request.search)
            visitor.markup(
                " autocapitalize=\"none\" dir=\"auto\"></div></div>")
        }
        visitor.markup(
            "<div class=\"field\"><div class=\"box\"><label for=\"sort\">Order</label>"
        )
        visitor.markup("<select id=\"sort\" name=\"sort\">")
        for order in component.fields.orders {
            visitor.markup("<option")
            visitor.attribute("value", order.order.text)
            if order.order == request.order { visitor.markup(" selected") }
            visitor.markup(">")
            visitor.text(Phrase(words: order.words))
            visitor.markup("</option>")
        }
        visitor.markup("</select></div></div>")
        if let per = request.chosenPer {
            visitor.markup("<input type=\"hidden\" name=\"per\"")
            visitor.attribute("value", String(per))
            visitor.markup(">")
        }
        visitor.markup("<button type=\"submit\" class=\"button quiet\">")
        visitor.markup(isSearched ? "Search" : "Sort")
        visitor.markup("</button></form>")
    }
}

/// The sentence in place of a list without records.
struct EmptyList: Component {
    let page: PagePosition
    let plural: String

    /// Writes the sentence; below a search, with a link to all records.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        let request = component.page.request
        guard request.isSearch else {
            visitor.markup("<p class=\"empty\">Nothing here yet.</p>")
            return
        }
        visitor.markup("<p class=\"empty\">")
        visitor.text(
            """
            Nothing matches \u{201c}\(request.search)\u{201d}. Try fewer words, or the beginnings \
            of them.
            """)
        visitor.markup(" <a")
        visitor.attribute("href", component.page.pathOfAll)
        visitor.markup(">Show all ")
        visitor.text(Phrase(words: component.plural))
        visitor.markup("</a></p>")
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

/// The row of a record that can't be read.
struct UnreadableRow: Component {
    let singular: String

    var body: some Component {
        Text(
            "This \(words: singular) can\u{2019}t be read. Whoever runs this service has been told."
        )
        .secondary()
    }
}

/// The row of a record with fields that can't be read.
struct PartlyReadRow: Component {
    let title: String
    let path: String
    let singular: String

    var body: some Component {
        Link(title, destination: path)
        Text("Not all of this \(words: singular) can be read.").secondary()
    }
}

/// The links to the pages of a list before and after this one.
struct PageLinks: Component {
    let page: PagePosition

    /// Writes the links, and the number of this page between them.
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
        visitor.text("Page \(page.number) of \(page.count)")
        visitor.markup("</span>")
        if let next = page.next {
            visitor.markup("<a rel=\"next\"")
            visitor.attribute("href", next)
            visitor.markup(">Next</a>")
        }
        visitor.markup("</nav>")
    }
}
