import Testing

@testable import Formwork

/// Places of every kind that a field may be bound to.
private struct Places: Sendable {
    var stored = ""
    var inner = Inner()
    var computed: String {
        get { stored }
        set { stored = newValue }
    }
    var observed = "" { didSet { stored = observed } }
    var optional: Inner?
    var _hidden = ""
    var größe = ""
    var `two words` = ""

    struct Inner: Sendable {
        var text = ""
        var deeper = Deeper()
    }

    struct Deeper: Sendable {
        var text = ""
    }
}

private func form<Content: Component & SendableMetatype>(
    @ComponentBuilder _ content: @escaping @Sendable (Binding<Places>) -> Content
) -> FormDefinition<Places> {
    FormDefinition(starting: Places(), content: content)
}

@Suite struct `The name of a field` {
    private let places = Draft(Places(), root: .root(of: Places.self)).binding

    @Test func `is the way to a stored property`() {
        #expect(places.stored.path.name == "stored")
        #expect(places.inner.text.path.name == "inner.text")
        #expect(places.inner.deeper.text.path.name == "inner.deeper.text")
        #expect(places.größe.path.name == "größe")
        #expect(places.path.name.isEmpty)
    }

    @Test func `is also a pointer into a document`() {
        #expect(places.inner.deeper.text.path.pointer == "/inner/deeper/text")
        #expect(places.inner.text.named("a/b~c").path.pointer == "/inner/a~1b~0c")
    }

    @Test func `isn't known of a computed property, nor of one with observers`() {
        #expect(places.inner.text.path.isNamed)
        #expect(!places.computed.path.isNamed)
        #expect(!places.observed.path.isNamed)
    }

    @Test func `can be given by hand, at the end and on the way`() {
        let computed = places.computed.named("alias").path
        #expect(computed.isNamed)
        #expect(computed.name == "alias")
        let deeper = places.inner.named("other").deeper.text.path
        #expect(deeper.isNamed)
        #expect(deeper.name == "other.deeper.text")
    }

    @Test func `given by hand leads to the same value`() {
        let form = form { TextInputField("Long", text: $0.computed.named("long")) }
        #expect(form.bind(["long": "typed"]).record.stored == "typed")
    }

    @Test func `is the same on all threads`() async {
        let root = FieldPath.root(of: Places.self)
        let keyPaths: [AnyKeyPath] = [
            \Places.stored, \Places.inner, \Places.inner.text, \Places.inner.deeper.text,
            \Places.größe,
        ]
        nonisolated(unsafe) let shared = keyPaths  // key paths to stored properties hold no state
        let names = await withTaskGroup(of: [ObjectIdentifier].self) { group in
            for _ in 0..<16 {
                group.addTask {
                    (0..<500).flatMap { _ in
                        unsafe shared.map { ObjectIdentifier(root.child($0)) }
                    }
                }
            }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(names.count == keyPaths.count)
    }

    @Test func `is found for more key paths than are held by identity`() {
        func path<Value>(_ type: Value.Type, _ root: FieldPath) -> FieldPath {
            root.child(\[Value].first)
        }
        let root = FieldPath.root(of: [Int].self)
        let paths = (0..<200).map { _ in ObjectIdentifier(path(Int.self, root)) }
        #expect(Set(paths).count == 1)
    }
}

@Suite struct `A form that is checked before it is served` {
    private static func fault<Record>(_ form: FormDefinition<Record>) -> FormFault? {
        do throws(FormFault) {
            try form.check(in: EnvironmentValues())
            return nil
        } catch {
            return error
        }
    }

    @Test func `passes when its names are good`() {
        #expect(Self.fault(bookForm) == nil)
        let good = form {
            TextInputField("1", text: $0.stored)
            TextInputField("2", text: $0.inner.text)
            TextInputField("3", text: $0.inner.deeper.text)
            TextInputField("4", text: $0.computed.named("computed_2"))
            TextInputField("5", text: $0.größe)
        }
        #expect(Self.fault(good) == nil)
    }

    @Test func `is refused for a field without a name, which it points out`() throws {
        let line: UInt = #line + 2
        let unnamed = form { places in
            Form { TextInputField("Long", text: places.computed) }
        }
        let fault = try #require(Self.fault(unnamed))
        #expect(fault.problem == .unnamed)
        #expect(fault.description.hasPrefix("\(#fileID):\(line): Places: the field \"Long\""))
        let observed = form { TextInputField("Seen", text: $0.observed) }
        #expect(Self.fault(observed)?.problem == .unnamed)
    }

    @Test(arguments: ["_name", "a b", "a:b", "a\u{a0}b", "", "a-error", "a.b", "a\"b", "a\nb"])
    func `is refused for a name that pages and intents can't carry`(name: String) {
        let form = form { TextInputField("Named", text: $0.stored.named(name)) }
        #expect(Self.fault(form)?.problem == .unusableName)
    }

    @Test func `is refused for properties with such a name`() {
        let hidden = form { TextInputField("Hidden", text: $0._hidden) }
        #expect(Self.fault(hidden)?.problem == .unusableName)
        let spaced = form { TextInputField("Spaced", text: $0.`two words`) }
        #expect(Self.fault(spaced)?.problem == .unusableName)
    }

    @Test func `is refused for two fields of one name`() {
        let twice = form {
            TextInputField("First", text: $0.stored)
            TextInputField("Second", text: $0.inner.text.named("text"))
            TextInputField("Third", text: $0.computed.named("stored"))
        }
        #expect(Self.fault(twice)?.problem == .clash(with: "stored"))
        #expect(Self.fault(twice)?.label == "Third")
    }

    @Test(arguments: [false, true])
    func `is refused for a field that would hold another`(outerIsFirst: Bool) {
        let holding = form { places in
            if outerIsFirst { TextInputField("Outer", text: places.stored.named("inner")) }
            TextInputField("Inner", text: places.inner.text)
            if !outerIsFirst { TextInputField("Outer", text: places.stored.named("inner")) }
        }
        #expect(Self.fault(holding)?.problem == .clash(with: "inner"))
    }
}
