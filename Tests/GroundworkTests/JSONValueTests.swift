import Groundwork
import Testing

@Suite struct `JSON written as text` {
    @Test func `has no white space when compact`() throws {
        let text = #"{"b":[1,2.50,-0],"a":{"c":null,"d":true,"e":false},"f":[],"g":{}}"#
        #expect(try JSON.parse(Array(text.utf8)).bytes == Array(text.utf8))
    }

    @Test func `escapes only what RFC 8259 demands`() {
        let text = "\"\\/\u{8}\u{c}\n\r\t\0\u{1f}\u{7f}<&'\u{e9}\u{2028}\u{2029}\u{1f600}"
        let written =
            #""\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7f}<&'\u{e9}\u{2028}\u{2029}\u{1f600}\""
        #expect(JSON.string(text).bytes == Array(written.utf8))
    }

    @Test func `appends to what is there`() {
        var output = Array("x".utf8)
        JSON.writeString("a\nb", into: &output)
        JSON.null.write(into: &output)
        JSON.Object([("k", .bool(true))]).write(into: &output)
        #expect(output == Array(#"x"a\nb"null{"k":true}"#.utf8))
    }
}

@Suite struct `JSON values` {
    @Test func `are equal only with the same scalars, spelling and order`() throws {
        #expect(JSON.string("\u{e9}") != .string("e\u{301}"))
        #expect(JSON.string("\u{e9}") == .string("\u{e9}"))
        #expect(try JSON.parse(Array("1.0".utf8)) != JSON.parse(Array("1".utf8)))
        #expect(JSON.object(["a": .null, "b": .null]) != .object(["b": .null, "a": .null]))
        #expect(JSON.object(["\u{e9}": .null]) != .object(["e\u{301}": .null]))
        #expect(JSON.null != .bool(false))
        #expect(JSON.array([.null]) != .array([]))
    }
}

@Suite struct `A JSON object` {
    @Test func `replaces in place, appends and removes`() {
        var object: JSON.Object = ["a": .null, "b": .bool(true)]
        object["a"] = .string("x")
        object["c"] = .null
        #expect(object.members.map(\.name) == ["a", "b", "c"])
        #expect(object["a"] == .string("x"))
        object["b"] = nil
        object["missing"] = nil
        #expect(object.members.map(\.name) == ["a", "c"])
        #expect(object["b"] == nil)
    }

    @Test func `takes names by their scalars`() {
        var object: JSON.Object = ["\u{e9}": .bool(true)]
        #expect(object["e\u{301}"] == nil)
        object["e\u{301}"] = .bool(false)
        #expect(object.members.count == 2)
        #expect(object["\u{e9}"] == .bool(true))
    }

    @Test func `keeps the first place and the last value of pairs with one name`() {
        let object = JSON.Object([("a", .null), ("b", .null), ("a", .bool(true))])
        #expect(object == ["a": .bool(true), "b": .null])
    }

    @Test func `appends without looking`() {
        var object = JSON.Object()
        object.append("a", .null)
        object.append("b", .bool(true))
        #expect(object == ["a": .null, "b": .bool(true)])
    }
}

/// A spelling of a number and the values it has.
struct NumberCase: Sendable, CustomTestStringConvertible {
    let text: String
    let int: Int?
    let decimal: ExactDecimal?

    var testDescription: String { text }
}

@Suite struct `A JSON number` {
    @Test(arguments: [
        NumberCase(text: "0", int: 0, decimal: 0),
        NumberCase(text: "-0", int: 0, decimal: 0),
        NumberCase(text: "474", int: 474, decimal: 474),
        NumberCase(text: "1.0", int: 1, decimal: 1),
        NumberCase(text: "1e0", int: 1, decimal: 1),
        NumberCase(text: "1E+2", int: 100, decimal: 100),
        NumberCase(text: "100e-2", int: 1, decimal: 1),
        NumberCase(text: "1.5", int: nil, decimal: "1.5"),
        NumberCase(text: "12.30", int: nil, decimal: "12.3"),
        NumberCase(text: "9223372036854775807", int: .max, decimal: ExactDecimal(.max)),
        NumberCase(text: "-9223372036854775808", int: .min, decimal: ExactDecimal(.min)),
        NumberCase(text: "9223372036854775808", int: nil, decimal: nil),
        NumberCase(text: "1e999", int: nil, decimal: nil),
        NumberCase(text: "1e-19", int: nil, decimal: nil),
        NumberCase(text: "0e999", int: 0, decimal: 0),
    ])
    func `keeps its text and is an integer when it is whole and fits`(_ number: NumberCase) throws {
        let value = try #require(JSON.Number(text: number.text))
        #expect(value.text == number.text)
        #expect(value.description == number.text)
        #expect(value.int == number.int)
        #expect(value.decimal == number.decimal)
    }

    @Test(arguments: [
        "", " 1", "1 ", "+1", "01", "1.", ".5", "1e", "-", "0x1", "nan", "1\0", "1,0",
    ])
    func `is nothing else`(_ text: String) {
        #expect(JSON.Number(text: text) == nil)
    }

    @Test func `is written from integers and decimals`() {
        #expect(JSON.Number(-5).text == "-5")
        #expect(JSON.Number(Int.min).text == "-9223372036854775808")
        #expect(JSON.Number("12.30" as ExactDecimal).text == "12.3")
        #expect(JSON.Number("-.5" as ExactDecimal).text == "-0.5")
    }
}
