import Formwork
import Testing

/// A record of sixty values.
private struct LongRecord: Sendable {
    var text1 = ""
    var number2 = 2
    var isOn3 = false
    var text4 = ""
    var number5 = 5
    var isOn6 = false
    var text7 = ""
    var number8 = 8
    var isOn9 = false
    var text10 = ""
    var number11 = 11
    var isOn12 = false
    var text13 = ""
    var number14 = 14
    var isOn15 = false
    var text16 = ""
    var number17 = 17
    var isOn18 = false
    var text19 = ""
    var number20 = 20
    var isOn21 = false
    var text22 = ""
    var number23 = 23
    var isOn24 = false
    var text25 = ""
    var number26 = 26
    var isOn27 = false
    var text28 = ""
    var number29 = 29
    var isOn30 = false
    var text31 = ""
    var number32 = 32
    var isOn33 = false
    var text34 = ""
    var number35 = 35
    var isOn36 = false
    var text37 = ""
    var number38 = 38
    var isOn39 = false
    var text40 = ""
    var number41 = 41
    var isOn42 = false
    var text43 = ""
    var number44 = 44
    var isOn45 = false
    var text46 = ""
    var number47 = 47
    var isOn48 = false
    var text49 = ""
    var number50 = 50
    var isOn51 = false
    var text52 = ""
    var number53 = 53
    var isOn54 = false
    var text55 = ""
    var number56 = 56
    var isOn57 = false
    var text58 = ""
    var number59 = 59
    var isOn60 = false
}

/// A form of sixty controls in one body: what takes long to compile, or much of the stack, does so
/// here.
private struct LongForm: Component {
    @Binding var record: LongRecord

    var body: some Component {
        Form("Long") {
            TextInputField("Text 1", text: $record.text1).characterLimit(1...10)
            Stepper("Number 2", value: $record.number2, in: 1...102).isMandatory()
            Toggle("Choice 3", isOn: $record.isOn3).help("The 3th")
            TextInputField("Text 4", text: $record.text4).characterLimit(1...13)
            Stepper("Number 5", value: $record.number5, in: 1...105).isMandatory()
            Toggle("Choice 6", isOn: $record.isOn6).help("The 6th")
            TextInputField("Text 7", text: $record.text7).characterLimit(1...16)
            Stepper("Number 8", value: $record.number8, in: 1...108).isMandatory()
            Toggle("Choice 9", isOn: $record.isOn9).help("The 9th")
            TextInputField("Text 10", text: $record.text10).characterLimit(1...19)
            Stepper("Number 11", value: $record.number11, in: 1...111).isMandatory()
            Toggle("Choice 12", isOn: $record.isOn12).help("The 12th")
            TextInputField("Text 13", text: $record.text13).characterLimit(1...22)
            Stepper("Number 14", value: $record.number14, in: 1...114).isMandatory()
            Toggle("Choice 15", isOn: $record.isOn15).help("The 15th")
            TextInputField("Text 16", text: $record.text16).characterLimit(1...25)
            Stepper("Number 17", value: $record.number17, in: 1...117).isMandatory()
            Toggle("Choice 18", isOn: $record.isOn18).help("The 18th")
            TextInputField("Text 19", text: $record.text19).characterLimit(1...28)
            Stepper("Number 20", value: $record.number20, in: 1...120).isMandatory()
            Toggle("Choice 21", isOn: $record.isOn21).help("The 21th")
            TextInputField("Text 22", text: $record.text22).characterLimit(1...31)
            Stepper("Number 23", value: $record.number23, in: 1...123).isMandatory()
            Toggle("Choice 24", isOn: $record.isOn24).help("The 24th")
            TextInputField("Text 25", text: $record.text25).characterLimit(1...34)
            Stepper("Number 26", value: $record.number26, in: 1...126).isMandatory()
            Toggle("Choice 27", isOn: $record.isOn27).help("The 27th")
            TextInputField("Text 28", text: $record.text28).characterLimit(1...37)
            Stepper("Number 29", value: $record.number29, in: 1...129).isMandatory()
            Toggle("Choice 30", isOn: $record.isOn30).help("The 30th")
            TextInputField("Text 31", text: $record.text31).characterLimit(1...40)
            Stepper("Number 32", value: $record.number32, in: 1...132).isMandatory()
            Toggle("Choice 33", isOn: $record.isOn33).help("The 33th")
            TextInputField("Text 34", text: $record.text34).characterLimit(1...43)
            Stepper("Number 35", value: $record.number35, in: 1...135).isMandatory()
            Toggle("Choice 36", isOn: $record.isOn36).help("The 36th")
            TextInputField("Text 37", text: $record.text37).characterLimit(1...46)
            Stepper("Number 38", value: $record.number38, in: 1...138).isMandatory()
            Toggle("Choice 39", isOn: $record.isOn39).help("The 39th")
            TextInputField("Text 40", text: $record.text40).characterLimit(1...49)
            Stepper("Number 41", value: $record.number41, in: 1...141).isMandatory()
            Toggle("Choice 42", isOn: $record.isOn42).help("The 42th")
            TextInputField("Text 43", text: $record.text43).characterLimit(1...52)
            Stepper("Number 44", value: $record.number44, in: 1...144).isMandatory()
            Toggle("Choice 45", isOn: $record.isOn45).help("The 45th")
            TextInputField("Text 46", text: $record.text46).characterLimit(1...55)
            Stepper("Number 47", value: $record.number47, in: 1...147).isMandatory()
            Toggle("Choice 48", isOn: $record.isOn48).help("The 48th")
            TextInputField("Text 49", text: $record.text49).characterLimit(1...58)
            Stepper("Number 50", value: $record.number50, in: 1...150).isMandatory()
            Toggle("Choice 51", isOn: $record.isOn51).help("The 51th")
            TextInputField("Text 52", text: $record.text52).characterLimit(1...61)
            Stepper("Number 53", value: $record.number53, in: 1...153).isMandatory()
            Toggle("Choice 54", isOn: $record.isOn54).help("The 54th")
            TextInputField("Text 55", text: $record.text55).characterLimit(1...64)
            Stepper("Number 56", value: $record.number56, in: 1...156).isMandatory()
            Toggle("Choice 57", isOn: $record.isOn57).help("The 57th")
            TextInputField("Text 58", text: $record.text58).characterLimit(1...67)
            Stepper("Number 59", value: $record.number59, in: 1...159).isMandatory()
            Toggle("Choice 60", isOn: $record.isOn60).help("The 60th")
        }
    }
}

@Suite struct `A long body` {
    @Test func `is rendered, bound and listed on the small stack of a task`() throws {
        let form = FormDefinition(starting: LongRecord()) { LongForm(record: $0) }
        try form.check(in: EnvironmentValues())
        let page = try form.page()
        let inputs = page.all("input").filter { $0["type"] != "hidden" }
        #expect(inputs.count == 60)
        #expect(
            inputs.map { $0["name"] }
                == form.list(in: EnvironmentValues()).fields.map(\.field.path.name))
        let bound = form.bind(["text58": "x", "number59": "7", "isOn60": "on"])
        #expect(bound.record.text58 == "x")
        #expect(bound.record.number59 == 7)
        #expect(bound.record.isOn60)
    }
}
