import Formwork
import Groundwork
import Testing

@Suite struct `A stored document` {
    private let form = sampleForm { sample in
        TextInputField("Text", text: sample.text)
        Stepper("Number", value: sample.number, in: 1...99)
        Toggle("On", isOn: sample.isOn)
        TextInputField("Inner", text: sample.inner.text)
    }

    @Test(arguments: [
        (#"{"number":"many"}"#, "number"), (#"{"number":null}"#, "number"),
        (#"{"number":true}"#, "number"), (#"{"text":7}"#, "text"), (#"{"text":[]}"#, "text"),
        (#"{"isOn":"on"}"#, "isOn"), (#"{"inner":"x"}"#, "inner.text"),
        (#"{"inner":["x"]}"#, "inner.text"), (#"{"inner":{"text":{}}}"#, "inner.text"),
    ])
    func `is listed as it stands where the form can't read it`(json: String, field: String) throws {
        guard case .object(let document) = try JSON.parse(Array(json.utf8)) else { return }
        let environment = EnvironmentValues()
        let (record, unread) = form.read(document, in: environment)
        #expect(record == Sample())
        #expect(unread.errors.map(\.field) == [field])
        let listed = form.list(stored: document, in: environment)
        #expect(listed.fields.filter { $0.unread != nil }.map(\.field.path.name) == [field])
        var written = document
        for field in listed.fields { field.write(into: &written) }
        for member in document.members { #expect(written[member.name] == member.value) }
        #expect(FormState(showing: unread).errors.map(\.field) == [field])
    }

    @Test(arguments: ["{}", #"{"inner":null}"#, #"{"number":"7"}"#, #"{"number":100,"text":""}"#])
    func `is read where members are missing or only break a rule`(json: String) throws {
        guard case .object(let document) = try JSON.parse(Array(json.utf8)) else { return }
        #expect(form.read(document, in: EnvironmentValues()).unread.isEmpty)
    }
}
