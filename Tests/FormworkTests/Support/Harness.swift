import Formwork
import Groundwork
import Testing

/// A record with a place of each kind.
struct Sample: Sendable, Equatable {
    var text = ""
    var other = ""
    var number = 5
    var decimal: ExactDecimal = 1
    var isOn = false
    var inner = Inner()

    struct Inner: Sendable, Equatable {
        var text = ""
        var number: Int?
    }
}

/// Makes a form of a sample.
func sampleForm<Content: Component & SendableMetatype>(
    @ComponentBuilder _ content: @escaping @Sendable (Binding<Sample>) -> Content
) -> FormDefinition<Sample> {
    FormDefinition(starting: Sample(), content: content)
}

extension FormDefinition {
    /// Binds what a browser or curl sends.
    func bind(
        _ fields: KeyValuePairs<String, String>, to record: Record? = nil
    ) -> (record: Record, state: FormState) {
        let submission = Submission(
            fields: fields.map { (name: RawText($0.key), value: RawText($0.value)) })
        return bind(submission, to: record, in: EnvironmentValues())
    }

    /// Binds a JSON document.
    func bind(
        json: String, to record: Record? = nil
    ) throws -> (record: Record, state: FormState) {
        guard case .object(let document) = try JSON.parse(Array(json.utf8)) else {
            throw HTMLPage.Fault(description: "the document is no object")
        }
        return bind(Submission(document: document), to: record, in: EnvironmentValues())
    }

    /// The page of a record and a state.
    func page(
        _ record: Record? = nil, _ state: FormState = FormState(),
        in environment: EnvironmentValues = EnvironmentValues()
    ) throws -> HTMLPage {
        let content = render(
            record, state, target: HTMLRenderer.Target(action: "/samples"), in: environment)
        return try HTMLPage(content.bytes)
    }
}

/// The page that a component is.
func page(_ component: some Component) throws -> HTMLPage {
    try HTMLPage(RenderedContent(component).bytes)
}

extension FormState {
    /// The text of a field as it was typed.
    func typed(_ name: String) -> String? { texts[name]?.unbounded }

    /// The errors as `name: code`.
    var codes: [String] { errors.map { "\($0.field): \($0.code.rawValue)" } }
}

extension FormDefinition {
    /// Reads a document that fits the form.
    func record(from document: JSON.Object, in environment: EnvironmentValues) -> Record {
        read(document, in: environment).record
    }
}
