/// What a form says of itself before its content.
public struct FormHeader {
    /// The heading, which is the title of the page too.
    public let title: Phrase?
    /// A sentence below the heading.
    public var description: Phrase?
    /// The rules of the whole form, checked after those of its fields.
    public var rules: [() -> Validation] = []

    private let fileID: StaticString
    private let line: UInt

    @usableFromInline init(
        title: Phrase?, description: Phrase?, fileID: StaticString, line: UInt
    ) {
        self.title = title
        self.description = description
        self.fileID = fileID
        self.line = line
    }

    /// Where in the source the form stands.
    var place: String { "\(fileID):\(line)" }
}

/// Controls that are submitted together.
///
///     Form("Add a book") {
///         TextInputField("Title", text: $book.title)
///         Button("Save")
///     }
public struct Form<Content: Component>: Component {
    @usableFromInline var header: FormHeader
    @usableFromInline let content: Content

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - title: The heading; leave it out where the page has one already.
    ///   - description: A sentence below the heading.
    ///   - fileID: The source file, for messages about the form.
    ///   - line: The line there.
    ///   - content: The controls.
    @inlinable public init(
        _ title: Phrase? = nil, description: Phrase? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, @ComponentBuilder content: () -> Content
    ) {
        header = FormHeader(
            title: title, description: description, fileID: fileID, line: line)
        self.content = content()
    }

    /// Makes a form whose title and description are texts of people.
    ///
    /// - Parameters:
    ///   - title: The heading.
    ///   - description: A sentence below the heading.
    ///   - fileID: The source file, for messages about the form.
    ///   - line: The line there.
    ///   - content: The controls.
    @_disfavoredOverload
    @inlinable public init(
        _ title: some StringProtocol, description: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, @ComponentBuilder content: () -> Content
    ) {
        self.init(
            Phrase(String(title)), description: description.map { Phrase($0) }, fileID: fileID,
            line: line, content: content)
    }

    /// Adds a rule for the whole form; it is checked after those of the fields.
    ///
    ///     Form("Stay") { … }.onValidate {
    ///         stay.arrival <= stay.departure ? .success : .failure("Leave after you arrive")
    ///     }
    ///
    /// - Parameter check: Judges the record as it has been submitted.
    /// - Returns: The form with the rule.
    public func onValidate(_ check: @escaping () -> Validation) -> Self {
        var form = self
        form.header.rules.append(check)
        return form
    }

    /// Walks the header, the content and the end.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.beginForm(component.header, in: environment)
        Content.walk(component.content, in: environment, &visitor)
        visitor.endForm()
    }
}
