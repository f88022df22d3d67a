import Formwork
import Testing

/// A record with a date that may be absent and one that may not.
private struct Stay: Sendable, Equatable {
    var note = ""
    var booked: CalendarDate?
    var arrival: CalendarDate = "2026-06-01"
}

private func form<Content: Component & SendableMetatype>(
    @ComponentBuilder _ content: @escaping @Sendable (Binding<Stay>) -> Content
) -> FormDefinition<Stay> {
    FormDefinition(starting: Stay(), content: content)
}

@Suite struct `A date` {
    private let form = FormworkTests.form { stay in
        DatePicker("Booked", selection: stay.booked)
        DatePicker("Arrival", selection: stay.arrival, in: "2026-01-01"..."2027-12-31")
            .help("The first night")
    }

    private static let none: [String] = [
        "yesterday", "2026-02-29", "2026-13-01", "2026-00-10", "0000-01-01", "10000-01-01",
        "26-01-01", "2026-1-1", "01/02/2026", "2026/01/02", "20260102", "-2026-01-01",
        "2026-01-01T00:00", "2026-W01-1", "+2026-01-1", "2026-01-01\0",
        "2026-01- 01", "9223372036854775808", "1e3", "true", "2026 - 01 - 01", "<b>\"",
    ]

    @Test(
        arguments: [
            ("2026-02-28", "2026-02-28"), ("2024-02-29", "2024-02-29"),
            ("1000-01-01", "1000-01-01"), ("\u{662}026-01-01", "2026-01-01"),
            ("2026\u{2010}01\u{2011}01\u{200e}", "2026-01-01"),
            ("\u{ff12}\u{ff10}26-01-0\u{0967}", "2026-01-01"),
            ("9999-12-31", "9999-12-31"), (" 2026-01-02\t", "2026-01-02"),
            ("\u{200b}2026-01-02\u{a0}", "2026-01-02"), ("", nil), (" ", nil), ("\u{200b}", nil),
        ] as [(String, String?)])
    func `is read as year, month and day`(text: String, day: String?) {
        let bound = form.bind(["booked": text], to: Stay(booked: "1999-09-09"))
        #expect(bound.state.errors.isEmpty)
        #expect(bound.record.booked?.description == day)
    }

    @Test(arguments: none)
    func `that isn't one is refused, kept as typed and never stored`(text: String) throws {
        let bound = form.bind(
            ["booked": text, "arrival": text], to: Stay(booked: "1999-09-09"))
        #expect(bound.state.codes == ["booked: notDate", "arrival: notDate"])
        #expect(bound.record == Stay(booked: "1999-09-09"))
        let page = try form.page(bound.record, bound.state)
        for name in ["booked", "arrival"] {
            let input = try #require(page.element(id: name))
            #expect(input["value"] == text.replacing("\0", with: "\u{fffd}"))
            #expect([input["type"], input["aria-invalid"]] == ["text", "true"])
            #expect(input["min"] == nil)
            #expect(input["max"] == nil)
        }
    }

    @Test(
        arguments: [
            ("2025-12-31", "tooSmall"), ("0001-01-01", "tooSmall"), ("2028-01-01", "tooLarge"),
            ("9999-12-31", "tooLarge"), ("2026-01-01", nil), ("2027-12-31", nil), ("", "missing"),
        ] as [(String, String?)])
    func `keeps to its bounds`(text: String, code: String?) throws {
        let bound = form.bind(["arrival": text])
        #expect(bound.state.codes == (code.map { ["arrival: \($0)"] } ?? []))
        #expect(bound.state.typed("arrival") == text)
        let input = try #require(form.page(bound.record, bound.state).element(id: "arrival"))
        #expect(
            [input["type"], input["value"], input["min"], input["max"]]
                == ["date", text, "2026-01-01", "2027-12-31"])
    }

    @Test func `says what would fit`() {
        func message(_ text: String) -> String? {
            form.bind(["arrival": text]).state.errors.first?.message
        }
        #expect(message("2025-12-31") == "Arrival must be 2026-01-01 or later")
        #expect(message("2028-01-01") == "Arrival must be 2027-12-31 or earlier")
        #expect(message("soon") == "Arrival must be a date that exists, like 1815-12-23")
        #expect(message("") == "Enter the arrival")
    }

    @Test func `may have a first day alone, or a last one`() throws {
        let form = FormworkTests.form { stay in
            DatePicker("Booked", selection: stay.booked, in: CalendarDate.earliest..."2026-12-31")
            DatePicker("Arrival", selection: stay.arrival, in: "2026-01-01"...CalendarDate.latest)
        }
        let errors = form.bind(["booked": "2027-01-01", "arrival": "2025-12-31"]).state.errors
        #expect(
            errors.map(\.message) == [
                "Booked must be 2026-12-31 or earlier", "Arrival must be 2026-01-01 or later",
            ])
        let help = form.list(in: EnvironmentValues()).helpText(postingTo: "/stays")
        #expect(help.contains("booked    date, YYYY-MM-DD, 2026-12-31 or earlier\n"))
        #expect(help.contains("arrival   date, YYYY-MM-DD, 2026-01-01 or later, now 2026-06-01\n"))
    }

    @Test func `must be there where it is mandatory`() throws {
        let mandatory = FormworkTests.form {
            DatePicker("Booked", selection: $0.booked).isMandatory()
        }
        #expect(mandatory.bind(["booked": ""]).state.codes == ["booked: missing"])
        #expect(mandatory.bind(["booked": "2026-01-01"]).state.errors.isEmpty)
        let page = try mandatory.page()
        #expect(page.elements.contains { $0.has("star") })
        #expect(page.element(id: "booked")?["aria-required"] == "true")
    }

    @Test func `sent twice is refused`() {
        let twice = Submission(fields: [("booked", "2026-01-01"), ("booked", "2026-01-02")])
        #expect(form.bind(twice, in: EnvironmentValues()).state.codes == ["booked: repeated"])
    }

    @Test(
        arguments: [
            (#"{"booked":null}"#, nil, []), (#"{"booked":"1815-12-23"}"#, "1815-12-23", []),
            (#"{}"#, "1999-09-09", []), (#"{"booked":""}"#, nil, []),
            (#"{"booked":18151223}"#, "1999-09-09", ["booked: notDate"]),
            (#"{"booked":false}"#, "1999-09-09", ["booked: notDate"]),
            (#"{"booked":{"year":1}}"#, "1999-09-09", ["booked: notDate"]),
            (#"{"booked":["1815-12-23"]}"#, "1999-09-09", ["booked: repeated"]),
            (#"{"arrival":null}"#, "1999-09-09", ["arrival: missing"]),
        ] as [(String, String?, [String])])
    func `is a string or null in JSON`(json: String, day: String?, codes: [String]) throws {
        let bound = try form.bind(json: json, to: Stay(booked: "1999-09-09"))
        #expect(bound.record.booked?.description == day)
        #expect(bound.state.codes == codes)
    }

    @Test(arguments: ["0015-12-23", "0999-12-31"])
    func `of a year that somebody cut short is a slip`(text: String) {
        #expect(form.bind(["booked": text]).state.codes == ["booked: tooSmall"])
    }

    @Test func `is listed for programs and terminals`() {
        let listing = form.list(in: EnvironmentValues())
        let json = #"{"booked":null,"arrival":"2026-06-01"}"#
        #expect(String(decoding: JSON.object(listing.document).bytes, as: UTF8.self) == json)
        #expect(form.record(from: listing.document, in: EnvironmentValues()) == Stay())
        #expect(
            listing.helpText(postingTo: "/stays") == """
                booked    date, YYYY-MM-DD, 1000-01-01 or later
                arrival   date, YYYY-MM-DD, 2026-01-01 to 2027-12-31, now 2026-06-01

                curl /stays

                """)
    }
}

@Suite struct `The markup of a date` {
    private let form = FormworkTests.form { stay in
        Form {
            DatePicker("Booked", selection: stay.booked).help("Or empty")
            TextInputField("Note", text: stay.note)
        }
    }

    @Test func `is a labelled date input of years of four digits`() throws {
        let page = try form.page(Stay(booked: "1815-12-23"))
        let input = try #require(page.element(id: "booked"))
        #expect(
            ["type", "name", "value", "min", "max"].map { input[$0] }
                == ["date", "booked", "1815-12-23", "1000-01-01", "9999-12-31"])
        #expect(input["aria-describedby"] == "booked-help")
        #expect(input["required"] == nil)
        #expect(page.elements.first { $0["for"] == "booked" }?.text == "Booked")
        let floats = page.elements.filter { $0.has("box") }.map { $0.has("floats") }
        #expect(floats == [false, true])
    }

    @Test(arguments: [(" 1815-12-23\t", "1815-12-23"), (" ", ""), ("\u{200b}", "")])
    func `shows a date as a browser reads it, whatever was typed around it`(
        text: String, value: String
    ) throws {
        let bound = form.bind(["booked": text, "_intent": "check"])
        let input = try #require(form.page(bound.record, bound.state).element(id: "booked"))
        #expect([input["type"], input["value"]] == ["date", value])
    }

    @Test(arguments: [("", true), (" ", true), ("1815-12-23", false), ("soon", false)])
    func `has a clear button, hidden where it is empty`(text: String, isHidden: Bool) throws {
        let bound = form.bind(["booked": text, "_intent": "check"])
        let page = try form.page(bound.record, bound.state)
        let button = try #require(page.all("button").first { $0["value"] == "clear:booked" })
        #expect(button["aria-label"] == "Clear booked")
        #expect((button["hidden"] != nil) == isHidden)
        let without = FormworkTests.form {
            DatePicker("Booked", selection: $0.booked).clearButtonHidden()
        }
        #expect(try without.page().all("button").isEmpty)
    }

    @Test func `is a date input again once it is cleared, with the focus on it`() throws {
        let bound = form.bind(["booked": "soon", "note": "a", "_intent": "clear:booked"])
        #expect(bound.state.errors.isEmpty)
        let input = try #require(
            try form.page(bound.record, bound.state).element(id: "booked"))
        #expect([input["type"], input["value"]] == ["date", ""])
        #expect(input["autofocus"] != nil)
        #expect(bound.state.typed("note") == "a")
    }
}
