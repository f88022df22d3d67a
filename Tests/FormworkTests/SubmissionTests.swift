import Formwork
import Testing

@Suite struct `A submission` {
    private let form = sampleForm { sample in
        TextInputField("Text", text: sample.text)
        TextInputField("Other", text: sample.other)
        Stepper("Number", value: sample.number, in: 1...99)
        Toggle("On", isOn: sample.isOn)
        TextInputField("Inner", text: sample.inner.text)
    }
    private let filled = Sample(
        text: "text", other: "other", number: 7, isOn: true, inner: Sample.Inner(text: "inner"))

    @Test func `changes what was sent and keeps the rest`() {
        let bound = form.bind(["other": "new", "number": "8"], to: filled)
        #expect(
            bound.record
                == Sample(
                    text: "text", other: "new", number: 8, isOn: true,
                    inner: Sample.Inner(text: "inner")))
        #expect(bound.state.texts == ["other": "new", "number": "8"])
        #expect(form.bind([:], to: filled).record == filled)
    }

    @Test func `empties a text that is sent empty`() {
        #expect(form.bind(["text": ""], to: filled).record.text.isEmpty)
    }

    @Test func `turns a toggle off only where the page showed it`() {
        #expect(form.bind(["text": "x"], to: filled).record.isOn)
        #expect(form.bind(["text": "x", "_shown": "text other"], to: filled).record.isOn)
        #expect(!form.bind(["text": "x", "_shown": "text isOn"], to: filled).record.isOn)
        #expect(form.bind(["isOn": "on", "_shown": "text isOn"], to: Sample()).record.isOn)
        #expect(!form.bind(["_shown": ""], to: Sample()).record.isOn)
    }

    @Test(arguments: [
        ("on", true), ("true", true), ("", false), ("off", false), ("false", false),
    ])
    func `turns a toggle as the text says`(text: String, isOn: Bool) {
        #expect(form.bind(["isOn": text], to: Sample(isOn: !isOn)).record.isOn == isOn)
    }

    @Test(arguments: ["yes", "1", "ON", "True", "null"])
    func `turns no toggle by another word`(text: String) {
        let bound = form.bind(["isOn": text], to: filled)
        #expect(bound.state.codes == ["isOn: choice"])
        #expect(bound.record.isOn)
    }

    @Test func `holds one value a field`() {
        let bound = form.bind(["text": "a", "text": "b", "isOn": "on", "isOn": "on"], to: filled)
        #expect(bound.state.codes == ["text: repeated", "isOn: repeated"])
        #expect(bound.record == filled)
    }

    @Test func `never binds what isn't on the form`() {
        let bound = form.bind(
            [
                "_shown": "text _id", "_revision": "9", "_id": "x", "id": "x", "admin": "1",
                "decimal": "9", "inner": "x", "inner.number": "5", "text.other": "x", "": "x",
                "Text": "x", "text[]": "x", "text ": "x",
            ], to: filled)
        #expect(bound.record == filled)
        #expect(bound.state.errors.isEmpty)
        #expect(bound.state.texts.isEmpty)
    }

    @Test func `reports errors in the order of the form, once a field`() {
        let strict = sampleForm { sample in
            TextInputField("Text", text: sample.text).isMandatory()
            Stepper("Number", value: sample.number, in: 1...99).isMandatory()
            TextInputField("Inner", text: sample.inner.text).characterLimit(3...5)
        }
        let state = strict.bind(["inner.text": "ab", "number": "x", "text": " "]).state
        #expect(state.codes == ["text: missing", "number: notNumber", "inner.text: tooShort"])
        #expect(state.errors.map(\.pointer) == ["/text", "/number", "/inner/text"])
    }

    @Test func `tells a page's revision from a field`() {
        let submission = Submission(fields: [("_revision", "12"), ("text", "x")])
        #expect(submission.revision == "12")
        #expect(submission.press == .save)
    }
}

@Suite struct `A JSON submission` {
    private let form = sampleForm { sample in
        TextInputField("Text", text: sample.text)
        Stepper("Number", value: sample.number, in: 1...99)
        Stepper("Decimal", value: sample.decimal, in: 0...9, step: "0.01")
        Toggle("On", isOn: sample.isOn)
        TextInputField("Inner", text: sample.inner.text)
    }
    private let filled = Sample(
        text: "text", number: 7, decimal: 2, isOn: true, inner: Sample.Inner(text: "inner"))

    @Test func `sets nested values and keeps what is absent`() throws {
        let bound = try form.bind(
            json: #"{"number": 8, "inner": {"text": "new"}, "decimal": 1.20}"#, to: filled)
        #expect(bound.state.errors.isEmpty)
        #expect(
            bound.record
                == Sample(
                    text: "text", number: 8, decimal: "1.2", isOn: true,
                    inner: Sample.Inner(text: "new")))
    }

    @Test(arguments: [
        (#"{"text": null}"#, ""), (#"{"text": ""}"#, ""), ("{}", "text"), (#"{"text": "x"}"#, "x"),
        (#"{"text": "a\nb"}"#, "a b"),
    ])
    func `tells null and empty from absent`(json: String, text: String) throws {
        let bound = try form.bind(json: json, to: filled)
        #expect(bound.state.errors.isEmpty)
        #expect(bound.record.text == text)
    }

    @Test(arguments: [
        (#"{"number": 12}"#, 12), (#"{"number": "12"}"#, 12), (#"{"number": 12.0}"#, 12),
        (#"{"number": 1.2e1}"#, 12),
    ])
    func `takes a number however it is written`(json: String, number: Int) throws {
        #expect(try form.bind(json: json, to: filled).record.number == number)
    }

    @Test(arguments: [
        (#"{"isOn": false}"#, false), (#"{"isOn": null}"#, false),
        ("{}", true), (#"{"_shown": "isOn"}"#, true),
    ])
    func `turns a toggle off by value, never by absence`(json: String, isOn: Bool) throws {
        #expect(try form.bind(json: json, to: filled).record.isOn == isOn)
    }

    @Test(arguments: [
        (#"{"text": ["a"]}"#, "text: repeated"), (#"{"text": []}"#, "text: repeated"),
        (#"{"text": {}}"#, "text: pattern"), (#"{"number": {"a": 1}}"#, "number: notNumber"),
        (#"{"number": true}"#, "number: notNumber"), (#"{"number": [1]}"#, "number: repeated"),
        (#"{"number": null}"#, "number: missing"), (#"{"number": 1e999}"#, "number: notNumber"),
        (#"{"number": 1.5}"#, "number: step"), (#"{"isOn": 1}"#, "isOn: choice"),
        (#"{"isOn": {}}"#, "isOn: choice"), (#"{"decimal": 1.205}"#, "decimal: step"),
        (#"{"inner": {"text": ["x"]}}"#, "inner.text: repeated"),
        (#"{"text": "a\u0000b"}"#, "text: control"), (#"{"isOn": "off"}"#, "isOn: choice"),
        (#"{"text": 12.50}"#, "text: pattern"), (#"{"text": true}"#, "text: pattern"),
    ])
    func `of a wrong kind is refused where it stands`(json: String, code: String) throws {
        let bound = try form.bind(json: json, to: filled)
        #expect(bound.state.codes == [code])
    }

    @Test(arguments: [
        (#"{"text": {}}"#, "Text must be a text in quotation marks"),
        (#"{"text": 1984}"#, "Text must be a text in quotation marks"),
        (#"{"isOn": "on"}"#, "On must be true or false"),
        (#"{"number": false}"#, "Number must be a number"),
    ])
    func `of a wrong kind is told which kind is wanted`(json: String, message: String) throws {
        #expect(try form.bind(json: json, to: filled).state.errors.map(\.message) == [message])
    }

    @Test(arguments: [#"{"_intent": "check"}"#, #"{"_intent": "save"}"#, #"{"_intent": 1}"#])
    func `that names a button is never saved`(json: String) throws {
        #expect(try form.bind(json: json, to: filled).state.press != .save)
    }

    @Test(arguments: [
        #"{"inner": "x"}"#, #"{"inner": null}"#, #"{"inner": []}"#, #"{"inner.text": "x"}"#,
        #"{"unknown": {"text": 1}}"#, #"{"text": "text", "id": 1}"#,
    ])
    func `never binds what isn't a field's place`(json: String) throws {
        let bound = try form.bind(json: json, to: filled)
        #expect(bound.record == filled)
        #expect(bound.state.errors.isEmpty)
        #expect(bound.state.intent == nil)
    }
}
