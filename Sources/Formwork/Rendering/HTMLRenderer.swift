public import Groundwork

/// Content that a renderer has written: markup that is whole.
public struct RenderedContent: Sendable {
    /// The markup, in UTF-8.
    package let bytes: [UInt8]
    /// The words of the first heading.
    package let title: String?

    init(bytes: [UInt8], title: String?) {
        self.bytes = bytes
        self.title = title
    }
}

/// The visitor that writes a page's main content as HTML.
public struct HTMLRenderer: ~Copyable, Visitor {
    /// Where the forms of a page lead, and what they send unseen.
    package struct Target {
        /// The path that the form posts to.
        package var action: String
        /// Names and values that are sent with every submission.
        package var hidden: [(name: StaticString, value: String)]

        /// Makes a target.
        ///
        /// - Parameters:
        ///   - action: The path that the form posts to.
        ///   - hidden: Names and values that are sent with every submission.
        package init(action: String, hidden: [(name: StaticString, value: String)] = []) {
            self.action = action
            self.hidden = hidden
        }
    }

    /// Where components read their `@Environment` properties.
    public let ambient: AmbientEnvironment
    @usableFromInline var html: HTMLWriter
    /// The words of the first heading.
    private(set) var title: String?
    private let state: FormState
    private let target: Target
    private var shown: [String] = []
    private var form = (
        attributesAt: 0, legendAt: 0, hasMandatory: false, hasFile: false, legend: ""
    )

    init(
        _ state: FormState, target: Target, ambient: AmbientEnvironment, capacity: Int
    ) {
        self.state = state
        self.target = target
        self.ambient = ambient
        html = HTMLWriter(capacity: capacity)
    }

    /// Writes markup.
    @inlinable public mutating func markup(_ fixed: StaticString) { html.markup(fixed) }

    /// Writes words, escaped.
    @inlinable public mutating func text(_ phrase: borrowing Phrase) { html.text(phrase) }

    /// Writes an attribute, escaped.
    @inlinable public mutating func attribute(_ name: StaticString, _ value: borrowing String) {
        html.attribute(name, value)
    }

    /// Writes content that has been rendered before.
    public mutating func content(_ content: RenderedContent) { html.append(content) }

    /// Takes the words of a heading as the page's title if they are the first.
    public mutating func heading(_ title: borrowing Phrase) {
        if self.title == nil { self.title = title.plainText }
    }

    /// Writes a control.
    @inlinable public mutating func control<C: Control>(
        _ control: borrowing C, in environment: borrowing EnvironmentValues
    ) {
        let field = control.field(in: environment)
        var text = typedText(of: field)
        if text == nil { text = RawText(control.binding.wrappedValue.fieldText) }
        control.render(field, fieldState(field, text ?? ""), in: environment, into: &html)
    }

    @usableFromInline mutating func typedText(of field: borrowing Field) -> RawText? {
        shown.append(field.path.name)
        form.hasMandatory = form.hasMandatory || field.isMandatory
        if case .file = field.kind { form.hasFile = true }
        return state.texts.isEmpty ? nil : state.texts[field.path.name]
    }

    @usableFromInline func fieldState(_ field: borrowing Field, _ text: RawText) -> FieldState {
        let intent = state.intent
        return FieldState(
            text: text, error: state.errors.isEmpty ? nil : state.error(of: field.path),
            pressed: intent?.concerns(field.path) == true ? intent?.action : nil,
            file: state.files.isEmpty ? nil : state.files[field.path.name])
    }

    /// Writes the beginning of a form: its title, and first of its buttons the one that saves, so
    /// that Enter never presses another.
    public mutating func beginForm(
        _ form: borrowing FormHeader, in environment: borrowing EnvironmentValues
    ) {
        if let title = form.title {
            heading(title)
            html.markup("<h1>")
            html.text(title)
            html.markup("</h1>")
        }
        if let description = form.description {
            html.markup("<p class=\"lede\">")
            html.text(description)
            html.markup("</p>")
        }
        html.markup("<form class=\"form\" method=\"post\" action=\"")
        html.attributeText(target.action)
        html.markup("\"")
        let attributesAt = html.count
        html.markup(
            """
            ><button class="default" type="submit" tabindex="-1" aria-hidden="true">\
            Save</button>
            """)
        self.form = (
            attributesAt, html.count, false, false, environment.words.messages.mandatoryLegend
        )
        html.markup("<div class=\"rows\">")
    }

    /// Writes the end of a form with what it sends unseen.
    public mutating func endForm() {
        html.markup("</div>")
        for (name, value) in target.hidden {
            hidden(name, value)
        }
        html.markup("<input type=\"hidden\" name=\"_shown\" value=\"")
        for (index, name) in shown.enumerated() {
            if index > 0 { html.markup(" ") }
            html.attributeText(name)
        }
        html.markup("\">")
        html.markup("</form>")
        if form.hasMandatory {
            var legend = HTMLWriter()
            legend.markup("<p class=\"legend\">")
            legend.text(words: form.legend)
            legend.markup("</p>")
            html.insert(legend, at: form.legendAt)
        }
        if form.hasFile {
            var attribute = HTMLWriter()
            attribute.markup(" enctype=\"multipart/form-data\"")
            html.insert(attribute, at: form.attributesAt)
        }
        shown = []
    }

    private mutating func hidden(_ name: StaticString, _ value: String) {
        html.markup("<input type=\"hidden\" name=\"")
        html.markup(name)
        html.markup("\"")
        html.attribute("value", value)
        html.markup(">")
    }

    /// Writes the start tag of a button.
    public mutating func beginButton(
        _ button: borrowing ButtonTraits, in environment: borrowing EnvironmentValues
    ) {
        html.markup("<button type=\"submit\"")
        html.markup(button.role.classAttribute)
        if button.checks { html.markup(" name=\"_intent\" value=\"check\" formnovalidate") }
        if environment.isDisabled { html.markup(" disabled") }
        html.markup(">")
    }

    /// Ends the walk.
    consuming func finish() -> RenderedContent {
        RenderedContent(bytes: html.bytes, title: title)
    }
}
