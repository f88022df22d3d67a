import Formwork
import Testing

@Suite struct `A hidden part of a form` {
    /// Each toggle shows what stands below it.
    private let form = sampleForm { sample in
        Toggle("On", isOn: sample.isOn)
        if sample.wrappedValue.isOn {
            TextInputField("Text", text: sample.text).isMandatory()
            if sample.wrappedValue.text == "more" {
                TextInputField("Other", text: sample.other).isMandatory()
            }
        }
    }

    @Test func `is neither required nor stored`() {
        let bound = form.bind(["_shown": "isOn", "text": "smuggled", "other": "smuggled"])
        #expect(bound.record == Sample())
        #expect(bound.state.errors.isEmpty)
        #expect(bound.state.texts == ["isOn": ""])
    }

    @Test func `is bound and required once the submitted values show it`() {
        #expect(form.bind(["isOn": "on"]).state.codes == ["text: missing"])
        let deeper = form.bind(["isOn": "on", "text": "more", "other": "x"])
        #expect(deeper.record == Sample(text: "more", other: "x", isOn: true))
        #expect(form.bind(["isOn": "on", "text": "more"]).state.codes == ["other: missing"])
    }

    @Test func `keeps what was stored when it is hidden again`() {
        let record = Sample(text: "kept", isOn: true)
        let bound = form.bind(["_shown": "isOn text", "text": "changed"], to: record)
        #expect(bound.record == Sample(text: "kept", isOn: false))
        #expect(bound.state.errors.isEmpty)
    }

    @Test func `that hides itself comes to an end`() {
        let restless = sampleForm { sample in
            if sample.wrappedValue.text.isEmpty {
                TextInputField("Text", text: sample.text)
            } else {
                TextInputField("Other", text: sample.other)
            }
        }
        let record = restless.bind(["text": "a", "other": "b"]).record
        #expect([Sample(text: "a"), Sample(other: "b")].contains(record))
    }

    @Test func `has bounds that follow the submitted values`() {
        let bounded = sampleForm { sample in
            Toggle("On", isOn: sample.isOn)
            Stepper("Number", value: sample.number, in: 1...(sample.wrappedValue.isOn ? 100 : 10))
        }
        #expect(bounded.bind(["isOn": "on", "number": "50"]).state.errors.isEmpty)
        let tooLarge = bounded.bind(["number": "50", "_shown": "isOn"], to: Sample(isOn: true))
        #expect(tooLarge.state.codes == ["number: tooLarge"])
    }
}

/// A form with a rule of its own, as a component writes it.
private struct StayForm: Component {
    @Binding var stay: Sample

    var body: some Component {
        Form("Stay") {
            TextInputField("Name", text: $stay.text).isMandatory()
            Stepper("From", value: $stay.number, in: 1...31)
            Stepper("To", value: $stay.decimal, in: 1...31, step: 1)
        }
        .onValidate {
            ExactDecimal(stay.number) <= stay.decimal
                ? .success : .failure("Leave after you arrive")
        }
        .onValidate { stay.text == "no" ? .failure("Say yes") : .success }
    }
}

@Suite struct `A rule of the whole form` {
    private let form = FormDefinition(starting: Sample()) { StayForm(stay: $0) }

    @Test func `sees the record as it has been submitted`() {
        #expect(form.bind(["text": "x", "number": "3", "decimal": "4"]).state.errors.isEmpty)
        let state = form.bind(["text": "x", "number": "4", "decimal": "3"]).state
        #expect(state.errors.map(\.message) == ["Leave after you arrive"])
        #expect(state.errors.map(\.code) == [.custom])
        #expect(state.errors.map(\.pointer) == [""])
    }

    @Test func `speaks before the fields, each rule in its order`() {
        let state = form.bind(["text": "no", "number": "40", "decimal": "5"]).state
        #expect(state.codes == [": custom", ": custom", "number: tooLarge"])
        #expect(state.errors.map(\.message).prefix(2) == ["Leave after you arrive", "Say yes"])
    }

    @Test func `sees normalised text`() {
        let state = form.bind(["text": " no ", "number": "1", "decimal": "1"]).state
        #expect(state.errors.map(\.message) == ["Say yes"])
    }
}
