internal import Formwork
internal import Groundwork

/// The page of one record.
struct RecordPage: Component {
    let heading: String
    let listing: FormListing
    let path: String
    let savedAt: Timestamp

    var body: some Component {
        Text(heading).font(.largeTitle)
        RecordFields(listing: listing, path: path)
        SavedLine(savedAt: savedAt)
        HStack {
            Link("Edit", destination: "\(path)/edit").buttonStyle()
            Link("Delete", destination: "\(path)/delete").buttonStyle(.destructive)
        }
    }
}

/// The line that says when a record was saved last.
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
        visitor.text(Phrase(words: component.savedAt.imfFixdate))
        visitor.markup("</time></p>")
    }
}

/// The fields of a record with their labels, without empty fields.
struct RecordFields: Component {
    let listing: FormListing
    let path: String

    /// Writes a description list.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<dl class=\"record\">")
        for field in component.listing.fields {
            let file = field.filePath(below: component.path)
            guard file != nil || field.textForPeople != nil else { continue }
            visitor.markup("<div><dt>")
            visitor.text(Phrase(words: field.field.label))
            visitor.markup("</dt><dd>")
            if let file {
                visitor.markup("<img class=\"picture\" loading=\"lazy\"")
                visitor.attribute("src", file)
                visitor.attribute("alt", field.field.label)
                visitor.markup(">")
            } else if let text = field.textForPeople {
                visitor.text(text)
                if field.unread != nil {
                    visitor.markup(
                        " <span class=\"secondary\">(as it is stored; it can\u{2019}t be read)</span>"
                    )
                }
            }
            visitor.markup("</dd></div>")
        }
        visitor.markup("</dl>")
    }
}

extension ListedField {
    /// The value as a person reads it; `nil` for an empty field and for a file.
    fileprivate var textForPeople: String? {
        switch jsonKind {
        case _ where unread != nil: text
        case .boolean: text.isEmpty ? "No" : "Yes"
        case .string, .number: text.isEmpty ? nil : text
        case .file: nil
        }
    }
}

/// The page that asks before something is deleted.
struct DeletePage: Component {
    let question: Phrase
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
