import Formwork
import Testing

/// One state of the book form.
private struct State: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var record = Book()
    var fields: [String: String]?

    static let all = [
        State(testDescription: "empty"),
        State(
            testDescription: "filled",
            record: Book(
                title: "Emma", author: "Jane Austen", pages: 474, rating: "4.5", inPrint: true,
                place: Book.Place(shelf: "B 12", room: ""))),
        State(
            testDescription: "all wrong",
            fields: [
                "title": "", "author": String(repeating: "x", count: 121), "pages": "0",
                "rating": "x",
                "inPrint": "perhaps",
            ]),
        State(
            testDescription: "hidden part missing",
            fields: ["title": "a", "author": "b", "inPrint": "on"]),
        State(testDescription: "stepped", fields: ["title": "a", "_intent": "step:pages:+1"]),
        State(testDescription: "cleared", fields: ["title": "a", "_intent": "clear:title"]),
        State(testDescription: "checked", fields: ["title": "", "_intent": "check"]),
        State(testDescription: "at its upper bound", record: Book(pages: 20_000, rating: 5)),
    ]

    func page() throws -> HTMLPage {
        guard let fields else { return try bookForm.page(record) }
        let pairs = fields.map { (name: RawText($0.key), value: RawText($0.value)) }
        let bound = bookForm.bind(Submission(fields: pairs), to: record, in: EnvironmentValues())
        return try bookForm.page(bound.record, bound.state)
    }
}

@Suite struct `The markup of a form` {
    @Test(arguments: State.all)
    fileprivate func `refers to what exists, once`(state: State) throws {
        let page = try state.page()
        let ids = page.elements.compactMap { $0["id"] }
        #expect(Set(ids).count == ids.count)
        for element in page.elements {
            let references = (element["aria-describedby"] ?? "").split(separator: " ").map(
                String.init)
            #expect(references.allSatisfy(ids.contains), "\(references) of \(element)")
            if let target = element["for"] { #expect(ids.contains(target)) }
        }
    }

    @Test(arguments: State.all)
    fileprivate func `names each control by a label before it`(state: State) throws {
        let page = try state.page()
        let controls = page.elements.enumerated().filter {
            $0.element.name == "input" && $0.element["type"] != "hidden"
        }
        #expect(controls.count >= 5)
        for (index, control) in controls {
            let id = try #require(control["id"])
            #expect(control["name"] == id)
            let label = try #require(page.elements.firstIndex { $0["for"] == id })
            #expect(label < index)
            #expect(!page.elements[label].text.isEmpty)
            #expect(page.elements.filter { $0["for"] == id }.count == 1)
            #expect(control["aria-label"] == nil)
        }
        for button in page.all("button") where button["aria-label"]?.isEmpty ?? true {
            #expect(!button.text.isEmpty)
        }
    }

    @Test(arguments: State.all)
    fileprivate func `lets the browser bring back what was typed`(state: State) throws {
        for element in try state.page().elements { #expect(element["autocomplete"] != "off") }
    }

    @Test(arguments: State.all)
    fileprivate func `says nothing in a label but the name`(state: State) throws {
        let page = try state.page()
        let inLabels = page.elements.filter {
            $0.ancestors.contains { page.elements[$0].name == "label" }
        }
        #expect(inLabels.allSatisfy { $0["id"] == nil && !$0.has("help") })
        for field in page.elements where field["aria-describedby"] != nil {
            let notes = page.elements.compactMap { $0["id"] }
                .filter {
                    ["-error", "-help", "-count"].map { (field["id"] ?? "") + $0 }.contains($0)
                }
            #expect(field["aria-describedby"] == notes.joined(separator: " "))
        }
    }

    @Test(arguments: State.all)
    fileprivate func `saves on Enter: its first button has no other intent`(state: State) throws {
        let form = try #require(state.page().all("button").first)
        #expect(form["type"] == "submit")
        #expect(form["name"] == nil)
        #expect(form["disabled"] == nil)
        #expect(form["tabindex"] == "-1")
    }

    @Test(arguments: State.all)
    fileprivate func `focuses one thing at most`(state: State) throws {
        #expect(try state.page().elements.filter { $0["autofocus"] != nil }.count <= 1)
    }

    @Test(arguments: State.all)
    fileprivate func `says which fields it shows`(state: State) throws {
        let page = try state.page()
        let shown = try #require(page.controls(named: "_shown").first?["value"])
        let names = page.all("input").filter { $0["type"] != "hidden" }.compactMap { $0["name"] }
        #expect(shown.split(separator: " ").map(String.init) == names)
    }

    @Test(arguments: State.all)
    fileprivate func `holds no script, no style and no handler`(state: State) throws {
        let page = try state.page()
        #expect(page.elements.allSatisfy { !["script", "style"].contains($0.name) })
        let attributes = page.elements.flatMap { $0.attributes.keys }
        #expect(attributes.allSatisfy { $0 != "style" && !$0.hasPrefix("on") })
    }

    @Test(arguments: State.all)
    fileprivate func `lets the browser check nothing that the server judges`(state: State) throws {
        let page = try state.page()
        let types = page.all("input").compactMap { $0["type"] }
        #expect(Set(types).isSubset(of: ["text", "date", "file", "checkbox", "hidden"]))
        let rules: Set = ["required", "pattern", "minlength", "maxlength", "step"]
        for element in page.elements {
            #expect(rules.isDisjoint(with: element.attributes.keys), "\(element)")
        }
    }

    @Test func `lets the browser check what it alone sees, unless nothing is saved`() throws {
        let page = try bookForm.page()
        let form = try #require(page.all("form").first)
        #expect(form["novalidate"] == nil)
        for button in page.all("button") {
            #expect((button["formnovalidate"] != nil) == (button["name"] == "_intent"))
        }
        #expect(form["method"] == "post")
        #expect(form["action"] == "/samples")
    }
}

@Suite struct `The markup of a field` {
    private let form = sampleForm { sample in
        TextInputField("First name", text: sample.text).help("As in the passport")
            .characterLimit(3...40, showsCounter: true).isMandatory()
        Stepper("Number", value: sample.number, in: 1...9)
        Toggle("On", isOn: sample.isOn).help("Or off").isMandatory()
    }

    @Test func `says nothing of errors before a check`() throws {
        let page = try form.page()
        #expect(page.elements.allSatisfy { $0["aria-invalid"] == nil && !$0.has("error") })
        #expect(page.element(id: "text")?["aria-describedby"] == "text-help text-count")
        #expect(page.element(id: "text")?["aria-required"] == "true")
        #expect(page.element(id: "number")?["aria-required"] == nil)
    }

    @Test func `describes an error before the help, in words`() throws {
        let state = form.bind(["text": "", "number": "5", "_shown": "isOn"]).state
        let page = try form.page(nil, state)
        let input = try #require(page.element(id: "text"))
        #expect(input["aria-invalid"] == "true")
        #expect(input["aria-describedby"] == "text-error text-help text-count")
        #expect(page.element(id: "text-error")?.text == "Error: Enter the first name")
        #expect(page.element(id: "text-help")?.text == "As in the passport")
        #expect(page.element(id: "isOn")?["aria-describedby"] == "isOn-error isOn-help")
        #expect(page.element(id: "number")?["aria-invalid"] == nil)
        let order = page.elements.compactMap { $0["id"] }.filter { $0.hasPrefix("text-") }
        #expect(order == ["text-error", "text-help", "text-count"])
    }

    @Test func `counts what has been typed as a person counts`() throws {
        let family = "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}e\u{301}"
        let counts = try form.page(Sample(text: family)).elements.filter { $0.has("count") }
        #expect(counts.map(\.text) == ["2 of 40"])
    }

    @Test func `marks a mandatory field and explains the mark`() throws {
        let page = try form.page()
        #expect(page.elements.filter { $0.has("star") }.count == 2)
        let marked = sampleForm { sample in
            Form { TextInputField("Text", text: sample.text).isMandatory() }
        }
        #expect(
            try marked.page().elements.filter { $0.has("legend") }.map(\.text) == ["* mandatory"])
        let free = sampleForm { sample in Form { TextInputField("Text", text: sample.text) } }
        #expect(try free.page().elements.allSatisfy { !$0.has("legend") })
    }

    @Test(arguments: [(1, ["true", nil]), (5, [nil, nil]), (9, [nil, "true"])])
    func `says which way a number can't go, without losing the focus`(
        number: Int, isAtBound: [String?]
    ) throws {
        let steps = try form.page(Sample(number: number)).all("button").filter { $0.has("step") }
        #expect(steps.map { $0["aria-disabled"] } == isAtBound)
        #expect(steps.map { $0["aria-label"] } == ["Decrease number", "Increase number"])
        #expect(steps.allSatisfy { $0["disabled"] == nil && $0["formnovalidate"] != nil })
    }

    @Test func `shows whether a toggle is on, whatever its style`() throws {
        for style in [ToggleStyle.switch, .checkbox] {
            let form = sampleForm { Toggle("On", isOn: $0.isOn).toggleStyle(style) }
            for isOn in [true, false] {
                let input = try #require(form.page(Sample(isOn: isOn)).element(id: "isOn"))
                #expect((input["checked"] != nil) == isOn)
                #expect(input["role"] == (style == .switch ? "switch" : nil))
                #expect(input["type"] == "checkbox")
            }
        }
    }

    @Test func `carries the traits that help with typing`() throws {
        let form = sampleForm { sample in
            TextInputField("E-mail", text: sample.text, prompt: "ada@example.com")
                .keyboardType(.emailAddress).textContentType(.emailAddress)
                .autocapitalization(.never).disableAutocorrection().submitLabel(.next)
        }
        let input = try #require(form.page().element(id: "text"))
        #expect(input["inputmode"] == "email")
        #expect(input["autocomplete"] == "email")
        #expect(input["autocapitalize"] == "none")
        #expect(input["spellcheck"] == "false")
        #expect(input["enterkeyhint"] == "next")
        #expect(input["placeholder"] == "ada@example.com")
        #expect(input["maxlength"] == nil)
        #expect(input["dir"] == "auto")
    }

    @Test(arguments: [(20, false), (150, false), (151, true), (200, true)])
    func `takes the whole width for a long text`(most: Int, isWide: Bool) throws {
        let form = sampleForm { TextInputField("T", text: $0.text).characterLimit(1...most) }
        let field = try #require(form.page().all("div").first { $0.has("field") })
        #expect(field.has("wide") == isWide)
    }

    @Test(arguments: [
        "javascript:alert(1)", " javascript:x", "java\tscript:x", "JAVASCRIPT:x",
        "data:text/html,x",
        "vbscript:x", "/\\evil.example", "\\\\evil.example", "blob:x",
    ])
    func `of a link leads nowhere for an unsafe address`(address: String) throws {
        let link = try #require(page(Link("Go", destination: address)).all("a").first)
        #expect(link["href"] == "#")
    }
}
