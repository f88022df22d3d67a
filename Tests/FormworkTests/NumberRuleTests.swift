import Formwork
import Testing

@Suite struct `A number` {
    private let form = sampleForm { sample in
        Stepper("Number", value: sample.number, in: 1...20_000)
        Stepper("Decimal", value: sample.decimal, in: "0.5"..."2.75", step: "0.5")
    }

    @Test(arguments: [
        ("1", 1), ("20000", 20_000), (" 5 ", 5), ("1e3", 1_000), ("0.5e1", 5),
        ("007", 7),
        ("1 000", 1_000), ("20\u{a0}000", 20_000), ("1\u{202f}000", 1_000),
        ("\u{665}", 5), ("\u{ff11}\u{ff12}", 12), ("\u{200e}1\u{ad}2\u{200f}", 12),
        ("\u{a0}5\t", 5), ("\u{200b}5", 5), ("2000e-2", 20), ("5E0", 5), ("5e+0", 5),
    ])
    func `is read by the grammar of HTML`(text: String, number: Int) {
        let bound = form.bind(["number": text])
        #expect(bound.state.errors.isEmpty)
        #expect(bound.record.number == number)
    }

    @Test(arguments: [
        ("0", FieldError.Code.tooSmall), ("-1", .tooSmall), ("20001", .tooLarge), ("-0", .tooSmall),
        ("1e18", .tooLarge), ("0.99", .tooSmall), ("5.5", .step), ("nan", .notNumber),
        ("NaN", .notNumber), ("inf", .notNumber), ("infinity", .notNumber), ("0x10", .notNumber),
        ("1_000", .notNumber), ("1,000", .notNumber), ("10 00", .notNumber), (" 1 0", .notNumber),
        ("+5", .notNumber),
        ("5.", .notNumber), ("e5", .notNumber), ("5e", .notNumber), ("--5", .notNumber),
        ("1e999", .notNumber), ("1e99999999999999999999", .notNumber),
        ("9223372036854775808", .notNumber),
        ("99999999999999999999999999999999999999999999", .notNumber), ("five", .notNumber),
        ("5.0", .step), ("4,5", .step), ("4,0", .step), ("1.000", .notNumber),
        ("12.345", .notNumber), ("1,234.5", .notNumber), ("1,2,3", .notNumber),
        ("5\0", .notNumber), ("0b1", .notNumber), ("5;", .notNumber),
        ("-9223372036854775808", .tooSmall), ("1e-18", .tooSmall), ("1e-19", .notNumber),
    ])
    func `that doesn't fit is refused, kept as typed and never stored as another`(
        text: String, code: FieldError.Code
    ) {
        let bound = form.bind(["number": text], to: Sample(number: 7))
        #expect(bound.state.errors.map(\.code) == [code])
        #expect(bound.state.typed("number") == text)
    }

    @Test func `says what would fit`() {
        func message(_ text: String) -> String? {
            form.bind(["number": text]).state.errors.first?.message
        }
        #expect(message("0") == "Number must be between 1 and 20,000")
        #expect(message("30000") == "Number must be between 1 and 20,000")
        #expect(message("1.5") == "Number must be a whole number, like 12")
        #expect(message("x") == "Number must be a number in digits, like 12")
        #expect(message("1.000") == "Number can be read in two ways: write 1 or 1000")
        #expect(message("1,250") == "Number can be read in two ways: write 1.25 or 1250")
    }

    @Test(
        arguments: [
            ("1,5", nil), (",5", nil), ("2,50", nil), ("1,500", .notNumber), ("0,6", .step),
            ("0.5", nil), ("1", nil), ("2.5", nil), ("2.50", nil), ("25e-1", nil), ("0.7", .step),
            ("2.75", .step), ("2.6", .step), ("0.4", .tooSmall), ("2.751", .notNumber),
            ("0.5000000000000000001", .notNumber), ("0.500000000000000001", .step),
        ] as [(String, FieldError.Code?)])
    func `goes in exact steps from its lower bound`(text: String, code: FieldError.Code?) {
        #expect(form.bind(["decimal": text]).state.errors.first?.code == code)
    }

    @Test func `is shown by an example that would fit`() {
        let form = sampleForm { sample in
            Stepper("Decimal", value: sample.decimal, in: 0...1, step: "0.1")
            Stepper("Number", value: sample.number, in: 100...200, step: 50)
        }
        let errors = form.bind(["decimal": "x", "number": "x"]).state.errors
        #expect(
            errors.map(\.message) == [
                "Decimal must be a number in digits, like 0.5",
                "Number must be a number in digits, like 100",
            ])
    }

    @Test func `has a decimal comma for people, never for programs`() throws {
        #expect(form.bind(["decimal": "1,5"]).record.decimal == "1.5")
        let codes = try form.bind(json: #"{"decimal": "1,5"}"#).state.codes
        #expect(codes == ["decimal: notNumber"])
        #expect(try form.bind(json: #"{"number": "1.000"}"#).record.number == 1)
    }

    @Test func `of three places behind the point is read back as it was shown`() {
        let form = sampleForm { Stepper("Decimal", value: $0.decimal, in: 0...9, step: "0.001") }
        #expect(form.bind(["decimal": "1.234"]).record.decimal == "1.234")
        #expect(form.bind(["decimal": "1,234"]).record.decimal == "1.234")
    }

    @Test func `is exact where floating point isn't`() {
        let tenths = sampleForm {
            Stepper("Decimal", value: $0.decimal, in: "0.1"..."1.1", step: "0.1")
        }
        for text in ["0.1", "0.2", "0.3", "0.6", "0.7", "0.8", "0.9", "1", "1.1"] {
            let bound = tenths.bind(["decimal": text])
            #expect(bound.state.errors.isEmpty)
            #expect(bound.record.decimal.description == text)
        }
    }

    @Test func `must be there, mandatory or not, where nothing stands for none`() {
        #expect(form.bind(["number": ""]).state.codes == ["number: missing"])
        #expect(form.bind(["number": " "]).record.number == 5)
    }
}
