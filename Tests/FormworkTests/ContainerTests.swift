import Formwork
import Testing

/// A container as users write it: content in, a layout around it.
private struct Card<Content: Component>: Component {
    let spacing: StackSpacing
    let content: Content

    init(spacing: StackSpacing = .small, @ComponentBuilder content: () -> Content) {
        self.spacing = spacing
        self.content = content()
    }

    var body: some Component {
        VStack(spacing: spacing) { content }
    }
}

/// Two typed slots and a title between them.
private struct HeaderView<Leading: Component, Trailing: Component>: Component {
    let title: String
    let leading: Leading
    let trailing: Trailing

    init(
        title: String, @ComponentBuilder leading: () -> Leading,
        @ComponentBuilder trailing: () -> Trailing
    ) {
        self.title = title
        self.leading = leading()
        self.trailing = trailing()
    }

    var body: some Component {
        HStack {
            leading
            Text(title).font(.headline)
            trailing
        }
    }
}

extension HeaderView where Leading == EmptyComponent {
    init(title: String, @ComponentBuilder trailing: () -> Trailing) {
        self.init(title: title, leading: { EmptyComponent() }, trailing: trailing)
    }
}

extension HeaderView where Trailing == EmptyComponent {
    init(title: String, @ComponentBuilder leading: () -> Leading) {
        self.init(title: title, leading: leading, trailing: { EmptyComponent() })
    }
}

extension HeaderView where Leading == EmptyComponent, Trailing == EmptyComponent {
    init(title: String) {
        self.init(title: title, leading: { EmptyComponent() }, trailing: { EmptyComponent() })
    }
}

@Suite struct `A container of one's own` {
    @Test func `has defaults and nests`() throws {
        let page = try page(
            Card(spacing: .large) {
                Text("outer")
                Card { Text("inner") }
            })
        #expect(page.all("div").map { $0.has("spacing-large") } == [true, false])
        #expect(page.all("div").map(\.text) == ["outerinner", "inner"])
    }

    @Test func `hands modifiers on to all its content`() throws {
        let form = sampleForm { sample in
            Card {
                TextInputField("Text", text: sample.text)
                Card { TextInputField("Other", text: sample.other) }
            }
            .isMandatory()
        }
        #expect(
            form.bind(["text": "", "other": ""]).state.codes == ["text: missing", "other: missing"])
    }

    @Test func `takes the slots that are used and no others`() throws {
        let form = sampleForm { sample in
            HeaderView(title: "plain")
            HeaderView(title: "leading", leading: { Text("<") })
            HeaderView(title: "trailing", trailing: { Text(">") })
            HeaderView(title: "both") {
                Text("[")
            } trailing: {
                Stepper("Number", value: sample.number, in: 1...9)
            }
        }
        let page = try form.page()
        let stacks = page.all("div").filter { $0.has("hstack") }.map(\.text)
        #expect(stacks == ["plain", "<leading", "trailing>", "[bothNumber\u{2212}+"])
        #expect(form.bind(["number": "7"]).record.number == 7)
    }
}

/// A modifier that uses the content twice and reads the environment.
private struct Bordered: ComponentModifier {
    @Environment(\.isMandatory) var isMandatory

    func body(content: Content) -> some Component {
        VStack(spacing: isMandatory ? .large : .none) { content }
    }
}

extension Component {
    fileprivate func bordered() -> some Component { modifier(Bordered()) }
}

@Suite struct `A modifier of one's own` {
    @Test func `applies to a field and a button alike, and keeps what they do`() throws {
        let form = sampleForm { sample in
            TextInputField("Text", text: sample.text).bordered().isMandatory()
            Button("Save").bordered().bordered()
        }
        let page = try form.page()
        let borders = page.all("div").filter { $0.has("vstack") }
        #expect(borders.map { $0.has("spacing-large") } == [true, false, false])
        #expect(borders.map(\.text) == ["Text*\u{d7}", "Save", "Save"])
        #expect(page.all("button").last?.ancestors.count == 2)
        let bound = form.bind(["text": "typed"])
        #expect(bound.record.text == "typed")
        #expect(form.bind(["text": ""]).state.codes == ["text: missing"])
    }
}
