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
    ])
    func `steps a number within its bounds`(text: String, step: String, number: String) {
        let bound = form.bind(["number": text, "_intent": "step:number:\(step)"])
        #expect(bound.state.texts["number"] == number)
        #expect(bound.state.errors.isEmpty)
    }

    @Test(arguments: [
        ("0.1", "+1", "0.35"), ("0.85", "+1", "0.85"), ("0.3", "+1", "0.35"), ("0.3", "-1", "0.1"),
        ("1.05", "-1", "0.85"), ("2", "+1", "0.85"), ("0.100000000000000001", "+1", "0.35"),
    ])
    func `steps a decimal exactly, counted from the lower bound`(
        text: String, step: String, number: String
    ) {
        let bound = form.bind(["decimal": text, "_intent": "step:decimal:\(step)"])
        #expect(bound.state.texts["decimal"] == number)
    }

    @Test(arguments: ["five", "", "nan", "1e999", "5 5"])
    func `leaves a text that is no number`(text: String) {
        let bound = form.bind(["number": text, "_intent": "step:number:+1"])
        #expect(bound.state.texts["number"] == text)
        #expect(bound.record.number == 5)
        #expect(bound.state.errors.isEmpty)
    }

    @Test(arguments: ["step:number:+1", "clear:text"])
    func `keeps all that was typed and tells of no mistake`(intent: String) {
        let bound = form.bind([
            "text": "ab", "other": "", "number": "3", "decimal": "x", "_intent": intent,
        ])
        #expect(bound.state.errors.isEmpty)
        #expect(bound.state.texts["decimal"] == "x")
        #expect(bound.state.texts["other"] == "")
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
        #expect(
            form.bind(["number": "7", "_intent": "clear:number"]).state.texts == ["number": "7"])
    }

    @Test func `checks the form, or one field of it`() {
        let fields: KeyValuePairs = [
            "text": "ab", "other": "", "number": "99", "decimal": "0.35",
        ]
        func codes(_ intent: String) -> [String] {
            let all = fields.map { (name: $0.key, value: $0.value) } + [("_intent", intent)]
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
    func `is no intent where it is malformed`(intent: String) {
        let bound = form.bind(["number": "5", "text": "abc", "other": "x", "_intent": intent])
        #expect(bound.state.intent == nil)
        #expect(bound.state.texts["number"] == "5")
        #expect(bound.state.texts["text"] == "abc")
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
