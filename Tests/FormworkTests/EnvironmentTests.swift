import Formwork
import Testing

private struct ReadingLevel: EnvironmentKey {
    static var defaultValue: Int { 1 }
}

private struct Greeter: EnvironmentKey {
    static var defaultValue: (String) -> String { { "Hello, \($0)" } }
}

extension EnvironmentValues {
    fileprivate var readingLevel: Int {
        get { self[ReadingLevel.self] }
        set { self[ReadingLevel.self] = newValue }
    }

    fileprivate var greeter: (String) -> String {
        get { self[Greeter.self] }
        set { self[Greeter.self] = newValue }
    }
}

/// Shows what its environment holds.
private struct Level: Component {
    @Environment(\.readingLevel) var level
    @Environment(\.greeter) var greeter

    var body: some Component { Text(greeter("\(level)")) }
}

/// Changes the environment of one of its children.
private struct Nest: Component {
    @Environment(\.readingLevel) var level

    var body: some Component {
        Level().environment(\.readingLevel, level * 10)
        Level()
    }
}

@Suite struct `The environment` {
    private func levels(_ component: some Component) throws -> [String] {
        try page(component).all("p").map(\.text)
    }

    @Test func `has defaults, also outside a walk`() throws {
        #expect(try levels(Level()) == ["Hello, 1"])
        #expect(Level().level == 1)
    }

    @Test func `trickles down, and the nearest setting wins`() throws {
        let tree = Group {
            Level()
            Group {
                Level()
                Level().environment(\.readingLevel, 3)
                Level()
            }
            .environment(\.readingLevel, 2)
            Level()
        }
        #expect(try levels(tree) == ["Hello, 1", "Hello, 2", "Hello, 3", "Hello, 2", "Hello, 1"])
    }

    @Test func `is read by a body, whatever its siblings and children have changed`() throws {
        let tree = Group {
            Nest()
            Nest().environment(\.readingLevel, 7)
            Nest()
        }
        #expect(
            try levels(tree) == [
                "Hello, 10", "Hello, 1", "Hello, 70", "Hello, 7", "Hello, 10", "Hello, 1",
            ])
    }

    @Test func `carries closures`() throws {
        let tree = Group { Level() }.environment(\.greeter) { "Bye, \($0)" }
        #expect(try levels(tree) == ["Bye, 1"])
    }

    @Test func `is the same in each row of a loop`() throws {
        let rows = ForEach(0..<2) { _ in Nest() }.environment(\.readingLevel, 4)
        #expect(try levels(rows) == ["Hello, 40", "Hello, 4", "Hello, 40", "Hello, 4"])
    }

    @Test func `is what the row's closure reads itself`() throws {
        struct Rows: Component {
            @Environment(\.readingLevel) var level

            var body: some Component {
                ForEach(0..<2) { _ in
                    Level().environment(\.readingLevel, level + 1)
                    Text("\(level)")
                }
            }
        }
        let tree = Rows().environment(\.readingLevel, 5)
        #expect(try levels(tree) == ["Hello, 6", "5", "Hello, 6", "5"])
    }

    @Test func `reaches labels of buttons and toggles`() throws {
        let form = sampleForm { sample in
            Group {
                Toggle(isOn: sample.isOn) { Level() }
                Button { Level() }
            }
            .environment(\.readingLevel, 9)
        }
        let page = try form.page()
        #expect(page.all("label").map(\.text) == ["Hello, 9"])
        #expect(page.all("button").map(\.text) == ["Hello, 9"])
    }

    @Test func `hides and shows clear buttons, the nearest setting winning`() throws {
        let form = sampleForm { sample in
            Section {
                TextInputField("Text", text: sample.text)
                TextInputField("Other", text: sample.other).clearButtonHidden(false)
            }
            .clearButtonHidden()
        }
        let clears = try form.page().all("button").filter { $0.has("clear") }
        #expect(clears.map { $0["value"] } == ["clear:other"])
    }

    @Test func `hands rules down to the fields below, before their own`() {
        let form = sampleForm { sample in
            Section {
                TextInputField("Text", text: sample.text).onValidate { _ in .failure("own") }
                TextInputField("Other", text: sample.other)
            }
            .onValidate { $0 == "bad" ? .failure("inherited") : .success }
        }
        let bad = form.bind(["text": "bad", "other": "bad"]).state
        #expect(bad.errors.map(\.message) == ["inherited", "inherited"])
        let good = form.bind(["text": "good", "other": "good"]).state
        #expect(good.errors.map(\.message) == ["own"])
    }

    @Test func `changes the words of the messages`() {
        var german = Messages.english
        german.missing = { "\($0) fehlt" }
        let form = sampleForm { [german] sample in
            TextInputField("Text", text: sample.text).isMandatory()
                .environment(\.messages, german)
        }
        #expect(form.bind(["text": ""]).state.errors.map(\.message) == ["text fehlt"])
    }

    @Test func `disables buttons`() throws {
        let page = try page(
            Group {
                Button("Off").disabled()
                Button("On").disabled(false)
            })
        #expect(page.all("button").map { $0["disabled"] != nil } == [true, false])
    }
}
