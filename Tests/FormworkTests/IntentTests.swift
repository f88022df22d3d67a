import Formwork
import Testing

@Suite struct `A button that doesn't save` {
    private let form = sampleForm { sample in
        Section {
            TextInputField("Text", text: sample.text).characterLimit(3...9)
            TextInputField("Other", text: sample.other)
        }
        .isMandatory()
        Stepper("Number", value: sample.number, in: 1...10)
        Stepper("Decimal", value: sample.decimal, in: "0.1"..."1.05", step: "0.25")
    }

    @Test(arguments: [
        ("5", "+1", "6"), ("5", "-1", "4"), ("10", "+1", "10"), ("1", "-1", "1"), ("5", "+3", "8"),
        ("5", "+1000", "10"), ("5", "-1000", "1"), ("0", "+1", "1"), ("-5", "-1", "1"),
        ("99", "-1", "10"), ("99", "+1", "10"), ("5.5", "+1", "6"), ("5.5", "-1", "5"),
        ("5", "+0", "5"),
        (" 5 ", "+1", "6"), ("1e1", "-1", "9"), ("9223372036854775807", "-1", "10"),
        ("-9223372036854775807", "+1", "1"), ("9000000000000000000", "+1000", "10"),
        ("", "+1", "1"), ("", "-1", ""), ("5.0", "+1", "6"), ("\u{665}", "+1", "6"),
    ])
    func `steps a number within its bounds`(text: String, step: String, number: String) {
        let bound = form.bind(["number": text, "_intent": "step:number:\(step)"])
        #expect(bound.state.typed("number") == number)
        #expect(bound.state.errors.isEmpty)
    }

    @Test(arguments: [
        ("0.1", "+1", "0.35"), ("0.85", "+1", "0.85"), ("0.3", "+1", "0.35"), ("0.3", "-1", "0.1"),
        ("1.05", "-1", "0.85"), ("2", "+1", "0.85"), ("0,35", "+1", "0.6"), (",6", "-1", "0.35"),
        ("0.100000000000000001", "+1", "0.35"),
    ])
    func `steps a decimal exactly, counted from the lower bound`(
        text: String, step: String, number: String
    ) {
        let bound = form.bind(["decimal": text, "_intent": "step:decimal:\(step)"])
        #expect(bound.state.typed("decimal") == number)
    }

    @Test(arguments: ["five", "nan", "1e999", "5 5"])
    func `leaves a text that is no number`(text: String) {
        let bound = form.bind(["number": text, "_intent": "step:number:+1"])
        #expect(bound.state.typed("number") == text)
        #expect(bound.record.number == 5)
        #expect(bound.state.errors.isEmpty)
    }

    @Test(arguments: ["step:number:+1", "clear:text"])
    func `keeps all that was typed and tells of no mistake`(intent: String) {
        let bound = form.bind([
            "text": "ab", "other": "", "number": "3", "decimal": "x", "_intent": intent,
        ])
        #expect(bound.state.errors.isEmpty)
        #expect(bound.state.typed("decimal") == "x")
        #expect(bound.state.typed("other") == "")
        #expect(bound.state.intent != nil)
    }

    @Test func `clears one field and no other`() {
        let bound = form.bind(
            ["text": "typed", "other": "kept", "_intent": "clear:text"], to: Sample(text: "old"))
        #expect(bound.state.texts == ["text": "", "other": "kept"])
    }

    @Test func `does nothing to a field of another kind`() {
        let bound = form.bind(["text": "5", "number": "5", "_intent": "step:text:+1"])
        #expect(bound.state.texts == ["text": "5", "number": "5"])
        #expect(bound.state.press == .unknown)
        let cleared = form.bind(["number": "7", "_intent": "clear:number"])
        #expect(cleared.state.texts == ["number": "7"])
        #expect(cleared.state.press == .unknown)
    }

    @Test func `checks the form, or one field of it`() {
        let fields: KeyValuePairs = [
            "text": "ab", "other": "", "number": "99", "decimal": "0.35",
        ]
        func codes(_ intent: String) -> [String] {
            var all = fields.map { (name: RawText($0.key), value: RawText($0.value)) }
            all.append(("_intent", RawText(intent)))
            return form.bind(Submission(fields: all), in: EnvironmentValues()).state.codes
        }
        #expect(codes("check") == ["text: tooShort", "other: missing", "number: tooLarge"])
        #expect(codes("check:other") == ["other: missing"])
        #expect(codes("check:decimal").isEmpty)
        #expect(codes("check:nothing").isEmpty)
    }

    @Test(arguments: [
        "", "save", "step", "step:number", "step:number:", "step:number:1", "step:number:++1",
        "step:number:+1:2", "step:number:+-1", "step:number:+1001", "step:number:+1e99",
        "step:number:+99999999999999999999", "step:number:+0.5", "step:number: +1", "clear",
        "clear:text:x", "check:text:x", "CHECK", "Step:number:+1", ":", "::",
    ])
    func `can't be understood where it is malformed, and saves nothing`(intent: String) {
        let bound = form.bind(["number": "5", "text": "abc", "other": "x", "_intent": intent])
        #expect(bound.state.press == .unknown)
        #expect(bound.state.codes == [": custom"])
        #expect(bound.state.typed("number") == "5")
        #expect(bound.state.typed("text") == "abc")
    }

    @Test(arguments: [
        "shuffle:text", "step:text:+1", "clear:number", "clear:nosuch", "step:nosuch:+1",
        "step:number: 1", "clear:" + String(repeating: "\u{301}", count: 10_000),
    ])
    func `that no field has saves nothing`(intent: String) {
        let sent: KeyValuePairs = ["number": "5", "text": "abc", "other": "x", "_intent": intent]
        let bound = form.bind(sent)
        #expect(bound.state.press == .unknown)
        #expect(bound.state.codes == [": custom"])
    }

    @Test func `is told apart from another that came with it`() {
        let bound = form.bind(["text": "abc", "_intent": "check", "_intent": "clear:text"])
        #expect(bound.state.press == .unknown)
    }

    @Test func `steps or clears a value that isn't sent along`() {
        let record = Sample(text: "old", number: 7)
        #expect(form.bind(["_intent": "step:number:+1"], to: record).state.typed("number") == "8")
        #expect(form.bind(["_intent": "clear:text"], to: record).state.typed("text") == "")
    }

    @Test(arguments: [
        ("", "step:inner.number:+1", "1"), ("", "step:inner.number:-1", ""),
        ("7", "clear:inner.number", ""), ("7", "step:inner.number:-1", "6"),
        (" ", "step:inner.number:+1", "1"),
    ])
    func `begins a number that may be absent with the least, and empties it`(
        text: String, intent: String, number: String
    ) throws {
        let form = sampleForm { sample in
            Stepper("Pages", value: sample.inner.number, in: 1...9)
        }
        let bound = form.bind(["inner.number": text, "_intent": intent])
        #expect(bound.state.typed("inner.number") == number)
        #expect(bound.state.errors.isEmpty)
        #expect(bound.record.inner.number == Int(number))
        let page = try form.page(bound.record, bound.state)
        #expect(page.element(id: "inner.number")?["value"] == number)
        #expect(form.bind(["inner.number": ""], to: bound.record).record.inner.number == nil)
    }

    @Test func `gets the focus back`() throws {
        let bound = form.bind(["number": "9", "text": "abc", "_intent": "step:number:+1"])
        let page = try form.page(bound.record, bound.state)
        let focused = page.elements.filter { $0["autofocus"] != nil }
        #expect(focused.map { $0["value"] } == ["step:number:+1"])
        #expect(page.element(id: "number")?["value"] == "10")
        let cleared = form.bind(["text": "abc", "_intent": "clear:text"])
        let after = try form.page(cleared.record, cleared.state)
        #expect(after.elements.filter { $0["autofocus"] != nil }.map { $0["id"] } == ["text"])
    }
}
