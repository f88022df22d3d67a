public import Groundwork

/// An image that is sent along with the form and kept beside the record.
///
///     FileField("Cover", file: $book.cover, atMost: 5 << 20)
///
/// What the file is, its bytes tell. Where a record has one, it's shown with a box whose tick takes it
/// away when the form is saved; choosing another puts that in its place. On a page that is shown again
/// a good file stays chosen.
public struct FileField: Control {
    /// The place of the file.
    public let binding: Binding<FileReference?>
    private let label: String
    private let types: [ImageType]
    private let most: Int
    private var help: String?

    /// Makes a field for a file.
    ///
    /// - Parameters:
    ///   - label: The words that name it.
    ///   - file: The place of the file.
    ///   - types: What it may be.
    ///   - most: How many bytes it may have, more than 0; the longest body of a request bounds it too.
    public init(
        _ label: String, file: Binding<FileReference?>,
        accepting types: [ImageType] = ImageType.allCases, atMost most: Int
    ) {
        self.label = label
        binding = file
        self.types = types
        self.most = most
    }

    /// Explains below the field what the file is for, before the kinds and the size that it may have.
    ///
    /// - Parameter text: A short sentence.
    /// - Returns: The explained field.
    public func help(_ text: String) -> FileField {
        var field = self
        field.help = text
        return field
    }

    /// Says what the field is.
    public func field(in environment: borrowing EnvironmentValues) -> Field {
        Field(
            path: binding.path, label: label, kind: .file(types: types, most: most),
            isMandatory: environment.isMandatory)
    }
}

// MARK: - Markup

extension FileField {
    /// Writes the box with label and input, the line below it, and the file that is there already.
    public func render(
        _ field: borrowing Field, _ state: borrowing FieldState,
        in environment: borrowing EnvironmentValues, into html: inout HTMLWriter
    ) {
        let messages = environment.words.messages
        let help: [String?] = [
            (state.file?.kept).map { messages.fileKept($0.type, ByteCount($0.size)) }, self.help,
            messages.fileHelp(types, ByteCount(most)),
        ]
        let notes = FieldNotes(
            help: help.compactMap(\.self).joined(separator: " \u{b7} "),
            unsent: field.tooLarge(most, messages: messages))
        html.markup("<div class=\"field file wide")
        if state.isInvalid { html.markup(" invalid") }
        html.markup("\"><div class=\"box\">")
        html.label(of: field)
        html.markup("<input type=\"file\"")
        html.attribute("id", field.path.name)
        html.attribute("name", field.path.name)
        html.attribute("accept", types.map(\.rawValue).joined(separator: ","))
        html.attribute("data-most", String(most))
        html.aria(of: field, state, notes)
        html.markup("></div>")
        html.under(field, state, notes, messages: messages)
        if let file = state.file { present(file, of: field, messages: messages, into: &html) }
        html.markup("</div>")
    }

    /// Writes the file that the record has, or the token of the one that was chosen before, and the box
    /// that takes it away.
    private func present(
        _ file: ShownFile, of field: borrowing Field, messages: borrowing Messages,
        into html: inout HTMLWriter
    ) {
        guard file.token != nil || file.path != nil else { return }
        let label = field.labelWithinSentence
        html.markup("<div class=\"present\">")
        if let token = file.token {
            html.markup("<input type=\"hidden\" name=\"_")
            html.attributeText(field.path.name)
            html.markup("\"")
            html.attribute("value", token)
            html.markup(">")
        } else if let path = file.path {
            html.markup("<img class=\"picture\" loading=\"lazy\"")
            html.attribute("src", path)
            html.attribute("alt", messages.currentFile(label))
            html.markup(">")
        }
        html.markup("<div class=\"check\"><label for=\"")
        html.attributeText(field.path.name)
        html.markup("-remove\">")
        html.text(words: messages.removeFile(label))
        html.markup("</label><input type=\"checkbox\" name=\"_remove\" id=\"")
        html.attributeText(field.path.name)
        html.markup("-remove\"")
        html.attribute("value", field.path.name)
        if file.isRemoved { html.markup(" checked") }
        html.markup("></div></div>")
    }
}
