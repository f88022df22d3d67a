import Testing

@testable import Formwork

@Suite struct `A line of text` {
    @Test(arguments: [
        ("", ""), ("   ", ""), ("\u{a0}\u{2003}\t", ""), ("\u{200b}\u{2060}\u{feff}", ""),
        ("\u{200d}\u{200c} \u{200e}\u{200f}", ""), ("\u{ad}\u{3164}", ""), ("\u{2800}", ""),
        ("  Emma  ", "Emma"), ("\tEmma\u{2003}", "Emma"), ("Jane  Austen", "Jane  Austen"),
        ("a\u{200b}b\u{feff}c\u{2060}d\u{ad}e", "a\u{200b}bc\u{2060}d\u{ad}e"),
        ("e\u{301}", "\u{e9}"), ("\u{212b}", "\u{c5}"),
        ("\u{1f469}\u{200d}\u{1f467}", "\u{1f469}\u{200d}\u{1f467}"),
        ("\u{645}\u{6cc}\u{200c}\u{62e}", "\u{645}\u{6cc}\u{200c}\u{62e}"),
        ("\u{200f}\u{5d0}", "\u{200f}\u{5d0}"), ("a\nb", "a b"), ("a\r\nb\n", "a b"),
        ("a\tb", "a b"), ("a\u{2028}b\u{2029}", "a b"), ("a\u{85}b", "a b"), ("a\r\rb", "a  b"),
        ("\u{130}\u{df}", "\u{130}\u{df}"),
    ])
    func `is put into normal form once`(typed: String, stored: String) {
        #expect(TextNormalizer.line(typed).unicodeScalars.elementsEqual(stored.unicodeScalars))
        #expect(TextNormalizer.line(stored).unicodeScalars.elementsEqual(stored.unicodeScalars))
    }

    @Test(arguments: [
        "a\0b", "\u{1b}[31m", "\u{7f}", "a\u{9f}b",
        "\u{202a}a", "\u{202b}a", "a\u{202c}b", "\u{202d}a", "\u{202e}a", "\u{2066}a", "\u{2067}a",
        "\u{2068}a", "a\u{2069}b",
    ])
    func `holds no control character and turns no direction`(text: String) {
        let form = sampleForm { TextInputField("Text", text: $0.text) }
        #expect(form.bind(["text": text]).state.codes == ["text: control"])
    }

    @Test(arguments: [
        "Bj\u{f6}rk", "O\u{2019}Neill", "\u{674e}\u{5c0f}\u{9f99}", "\u{645}\u{62d}\u{645}\u{62f}",
        "\u{5d0}\u{5d1}\u{200e}!", "Nguy\u{1ec5}n", "\u{0e2a}\u{0e21}", "Null", "D'Arcy-Smith",
        "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}",
    ])
    func `takes a name in any script`(name: String) {
        let form = sampleForm { TextInputField("Text", text: $0.text) }
        let bound = form.bind(["text": name])
        #expect(bound.state.errors.isEmpty)
        #expect(bound.record.text == name)
    }
}

@Suite struct `A rule` {
    private static func code(_ rule: TextRule, _ text: String) -> FieldError.Code? {
        let form = sampleForm { TextInputField("Text", text: $0.text).onValidate(rule) }
        return form.bind(["text": text]).state.errors.first?.code
    }

    @Test(
        arguments: [
            ("ab", FieldError.Code.tooShort), ("abc", nil), ("abcde", nil), ("abcdef", .tooLong),
            (" ab ", .tooShort), ("e\u{301}e\u{301}", .tooShort), ("", nil), ("   ", nil),
            ("\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{1f1ec}\u{1f1e7}x", nil),
            ("abcde" + String(repeating: "\u{301}", count: 40), nil),
            ("abcde" + String(repeating: "\u{301}", count: 60), .tooLong),
            ("abc" + String(repeating: "\u{301}", count: 100_000), .tooLong),
        ] as [(String, FieldError.Code?)])
    func `of length counts what a person sees, but no endless character`(
        text: String, code: FieldError.Code?
    ) {
        #expect(Self.code(.length(3...5), text) == code)
    }

    @Test(
        arguments: [
            (String(repeating: "x", count: 1_000), nil),
            (String(repeating: "x", count: 1_001), .tooLong),
            ("x" + String(repeating: "\u{301}", count: 100_000), .tooLong),
        ] as [(String, FieldError.Code?)])
    func `isn't needed for a text to have a bound`(text: String, code: FieldError.Code?) {
        let form = sampleForm { TextInputField("Text", text: $0.text) }
        #expect(form.bind(["text": text]).state.errors.first?.code == code)
    }

    @Test func `of length may have no upper bound`() {
        #expect(Self.code(.length(1...Int.max), "Emma") == nil)
    }

    @Test(arguments: [
        "a@b", "simple@example.com", "a.b+c@example.co.uk", "!#$%&'*+/=?^_`{|}~-@x.org",
        ".leading@x", "two..dots@x", "trailing.@x", "1@2", "a@x-y.z",
        "a@" + String(repeating: "x", count: 63), "A@EXAMPLE.COM", " padded@example.com ",
        String(repeating: "a", count: 252) + "@b", "\u{e4}@x", "a@\u{e4}.de",
        "\u{f1}@\u{f1}.example", "a@b\u{fc}cher.example", "\u{5f20}@\u{4f8b}\u{3048}.jp",
        "\u{200e}a@b.example\u{ad}", "\u{a0}a@b\u{200b}.example\t", "\u{ff41}\u{ff20}b.example",
    ])
    func `of e-mail takes what HTML takes`(address: String) {
        #expect(Self.code(.email, address) == nil)
    }

    @Test(arguments: [
        "plain", "@x", "a@", "a@b@c", "a b@c", "a@b c", "a@-x", "a@x-", "a@x..y", "a@.x", "a@x.",
        "a@" + String(repeating: "x", count: 64), "\"quoted\"@x", "a@[127.0.0.1]", "a@x_y",
        "a@\u{301}x", "a@\u{1f4a9}.la", "a\u{e000}@x", "a(c)@x", "a@x\u{2024}y", "a,b@x", "a@x/y",
        String(repeating: "a", count: 253) + "@b",
    ])
    func `of e-mail refuses what HTML refuses, and what no mail reaches`(address: String) {
        #expect(Self.code(.email, address) == .pattern)
    }

    @Test(arguments: [
        "9780141439587", "978-0-14-143958-7", "978 0 14 143958 7", "978\u{2010}0141439587",
        "979-10-90636-07-1", "0306406152", "0-306-40615-2", "080442957X", "080442957x",
        "\u{2212}0306406152",
    ])
    func `of ISBN takes ten and thirteen digits however they are grouped`(isbn: String) {
        #expect(Self.code(.isbn, isbn) == nil)
    }

    @Test(arguments: [
        ("9780141439588", "Check the text: its last digit doesn\u{2019}t fit"),
        ("0306406153", "Check the text: its last digit doesn\u{2019}t fit"),
        ("9770141439586", "Enter the text with its 10 or 13 digits"),
        ("123", "Enter the text with its 10 or 13 digits"),
        ("X306406152", "Enter the text with its 10 or 13 digits"),
        ("978014143958X", "Enter the text with its 10 or 13 digits"),
        ("97801414395877", "Enter the text with its 10 or 13 digits"),
        ("ISBN", "Enter the text with its 10 or 13 digits"),
        ("isbn", "Enter the text with its 10 or 13 digits"),
    ])
    func `of ISBN says whether the form or the check digit is wrong`(isbn: String, message: String)
    {
        let form = sampleForm { TextInputField("Text", text: $0.text).onValidate(.isbn) }
        #expect(form.bind(["text": isbn]).state.errors.map(\.message) == [message])
    }

    @Test(arguments: [
        ("ab.example", "there is no @ in it"), ("a b@c.example", "there is a space in it"),
        ("a b", "there is a space in it"), ("a@b@c", "there is more than one @ in it"),
        ("@b.example", "nothing stands before the @"), ("a@", "nothing stands behind the @"),
        ("a@b.", "something is missing beside a dot behind the @"),
        ("a@b..c", "something is missing beside a dot behind the @"),
        ("a@x_y", "a character in it can\u{2019}t stand there"),
        (String(repeating: "a", count: 253) + "@b", "it is longer than 254 bytes"),
    ])
    func `of e-mail says what is wrong`(address: String, words: String) {
        let form = sampleForm { TextInputField("Text", text: $0.text).onValidate(.email) }
        let expected = "Enter the text in the form name@example.com: \(words)"
        #expect(form.bind(["text": address]).state.errors.map(\.message) == [expected])
    }

    @Test(arguments: [
        ("ne\u{301}@b.example", "n\u{e9}@b.example"), ("A@B.Example", "A@B.Example"),
        ("\u{2066}a@b.example\u{2069}", "a@b.example"),
    ])
    func `of e-mail keeps an address as it was typed, composed`(typed: String, kept: String) {
        let form = sampleForm { TextInputField("Text", text: $0.text).onValidate(.email) }
        let bound = form.bind(["text": typed])
        #expect(Array(bound.record.text.utf8) == Array(kept.utf8))
    }

    @Test(arguments: [
        ("ISBN 978-0-14-143958-7", "9780141439587"), ("isbn:9780141439587", "9780141439587"),
        ("ISBN-13: 978 0 14 143958 7", "9780141439587"), ("ISBN-10 0-306-40615-2", "0306406152"),
        ("ISBN\u{a0}080442957x", "080442957X"), ("\u{200e}978\u{ad}0141439587", "9780141439587"),
        ("\u{ff19}\u{ff17}\u{ff18}0141439587", "9780141439587"),
        ("978\u{2013}0\u{2011}14\u{2212}143958\u{ff0d}7", "9780141439587"),
        ("\u{2067}\u{202a}9780141439587\u{202c}", "9780141439587"),
        ("08044\u{ff0d}2957\u{ff38}", "080442957X"),
        ("\u{669}\u{667}\u{668}0141439587", "9780141439587"),
    ])
    func `of ISBN takes the number out of what is pasted with it`(typed: String, kept: String) {
        let form = sampleForm { TextInputField("Text", text: $0.text).onValidate(.isbn) }
        let bound = form.bind(["text": typed])
        #expect(bound.state.errors.isEmpty)
        #expect(bound.record.text == kept)
    }

    @Test func `of ISBN stores the digits alone and shows what was typed`() {
        let form = sampleForm { TextInputField("Text", text: $0.text).onValidate(.isbn) }
        let bound = form.bind(["text": " 0-8044-2957-x "])
        #expect(bound.record.text == "080442957X")
        #expect(bound.state.texts == ["text": " 0-8044-2957-x "])
    }

    @Test func `of one's own sees normalised text, and none that is empty`() {
        let form = sampleForm { sample in
            TextInputField("Text", text: sample.text).onValidate { .failure("saw [\($0)]") }
        }
        #expect(form.bind(["text": "  e\u{301} "]).state.errors.map(\.message) == ["saw [\u{e9}]"])
        #expect(form.bind(["text": "  "]).state.errors.isEmpty)
    }

    @Test func `speaks alone, the first that fails`() {
        let form = sampleForm { sample in
            TextInputField("Text", text: sample.text).isMandatory()
            TextInputField("Other", text: sample.other)
                .onValidate { $0 == "b" ? .failure("first") : .success }
                .onValidate { _ in .failure("second") }
                .characterLimit(5...9).isMandatory()
        }
        #expect(form.bind(["text": "a", "other": "b"]).state.errors.map(\.message) == ["first"])
        #expect(form.bind(["text": "a", "other": "c"]).state.errors.map(\.message) == ["second"])
        #expect(form.bind(["text": "a", "other": ""]).state.codes == ["other: missing"])
    }
}

@Suite struct `A mandatory field` {
    @Test(arguments: ["", " ", "\t", "\u{200b}", "\u{a0}\u{200d}"])
    func `isn't filled in by what can't be seen`(text: String) {
        let form = sampleForm { TextInputField("First name", text: $0.text).isMandatory() }
        let errors = form.bind(["text": text]).state.errors
        #expect(errors.map(\.message) == ["Enter the first name"])
        #expect(errors.map(\.code) == [.missing])
    }

    @Test func `is one of its section unless it says otherwise`() {
        let form = sampleForm { sample in
            Section {
                TextInputField("Text", text: sample.text)
                Group { TextInputField("Other", text: sample.other).isMandatory(false) }
                Stepper("Number", value: sample.number, in: 1...9)
                Section { Toggle("On", isOn: sample.isOn) }.isMandatory(false)
            }
            .isMandatory()
        }
        let state = form.bind(["text": "", "other": "", "number": "", "isOn": ""]).state
        #expect(state.codes == ["text: missing", "number: missing"])
    }

    @Test func `is named within a sentence as it would be written there`() {
        let labels = [
            "First name", "ISBN", "E-mail", "A", "name", "\u{c9}tat civil", "\u{130}d", "",
        ]
        let inSentence = [
            "first name", "ISBN", "E-mail", "A", "name", "\u{e9}tat civil", "i\u{307}d", "",
        ]
        #expect(labels.map(Messages.withinSentence) == inSentence)
    }

    @Test func `must be turned on where it is a toggle`() {
        let form = sampleForm { Toggle("The terms", isOn: $0.isOn).isMandatory() }
        let off = form.bind(["_shown": "isOn"]).state.errors
        #expect(off.map(\.message) == ["Turn on the terms"])
        #expect(form.bind(["isOn": "on"]).state.errors.isEmpty)
    }
}
