import Groundwork
import Testing

/// A text within the grammar of RFC 8259 and the value it stands for.
struct AcceptedJSON: Sendable, CustomTestStringConvertible {
    let text: String
    let value: JSON

    init(_ text: String, _ value: JSON) {
        self.text = text
        self.value = value
    }

    var testDescription: String { text.debugDescription }
}

/// The number with this spelling, or a string that no number equals.
private func number(_ text: String) -> JSON {
    JSON.Number(text: text).map { .number($0) } ?? .string("no number: \(text)")
}

private let literals: [AcceptedJSON] = [
    AcceptedJSON("null", .null),
    AcceptedJSON("true", .bool(true)),
    AcceptedJSON("false", .bool(false)),
    AcceptedJSON(" \t\n\r null \t\n\r ", .null),
    AcceptedJSON("[]", .array([])),
    AcceptedJSON("[ ]", .array([])),
    AcceptedJSON("{}", .object([:])),
    AcceptedJSON("{ }", .object([:])),
    AcceptedJSON("[null]", .array([.null])),
    AcceptedJSON(
        "[\n1\t,\r\"a\" , [ ] ]", .array([number("1"), .string("a"), .array([])])),
    AcceptedJSON("{\"a\":1}", .object(["a": number("1")])),
    AcceptedJSON(
        " { \"b\" : 1 , \"a\" : { \"b\" : [ ] } } ",
        .object(["b": number("1"), "a": .object(["b": .array([])])])),
    AcceptedJSON("{\"\":0}", .object(["": number("0")])),
]

private let numbers: [AcceptedJSON] = [
    "0", "-0", "1", "-1", "10", "123456789012345678901234567890", "0.0", "-0.0", "0.5", "1.50",
    "1e0", "1E0", "1e+0", "1e-0", "1e999", "-1e-999", "1.5e+10", "1E01", "0e1", "0.1e1",
].map { AcceptedJSON($0, number($0)) }

private let strings: [AcceptedJSON] = [
    AcceptedJSON(#""""#, .string("")),
    AcceptedJSON(#""a""#, .string("a")),
    AcceptedJSON(#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")),
    AcceptedJSON(#""\u0041\u00e9\u20AC""#, .string("A\u{e9}\u{20ac}")),
    AcceptedJSON(#""\u0000""#, .string("\0")),
    AcceptedJSON(#""\ud83d\ude00""#, .string("\u{1f600}")),
    AcceptedJSON(#""\uDBFF\uDFFF""#, .string("\u{10ffff}")),
    AcceptedJSON(#""\uD800\uDC00x""#, .string("\u{10000}x")),
    AcceptedJSON(#""\ud7ff\ue000\uffff""#, .string("\u{d7ff}\u{e000}\u{ffff}")),
    AcceptedJSON(
        "\"\u{e9}\u{20ac}\u{1f600}\u{10ffff}\"", .string("\u{e9}\u{20ac}\u{1f600}\u{10ffff}")),
    AcceptedJSON("\"e\u{301}\"", .string("e\u{301}")),
    AcceptedJSON(
        "\"\u{7f}\u{80}\u{2028}\u{2029}\u{feff}\"", .string("\u{7f}\u{80}\u{2028}\u{2029}\u{feff}")),
    AcceptedJSON(
        #""before\u00e9between\n\u20acafter""#, .string("before\u{e9}between\n\u{20ac}after")),
    AcceptedJSON(
        #"{"\u0061":"b","a\n":"c"}"#, .object(["a": .string("b"), "a\n": .string("c")])),
    AcceptedJSON(
        "{\"\u{e9}\":1,\"e\u{301}\":2}", .object(["\u{e9}": number("1"), "e\u{301}": number("2")])),
]

@Suite struct `Texts within RFC 8259` {
    @Test(arguments: literals + numbers + strings)
    func `are read as the value they stand for`(_ accepted: AcceptedJSON) throws {
        let value = try JSON.parse(Array(accepted.text.utf8))
        #expect(value == accepted.value)
    }

    @Test(arguments: literals + numbers + strings)
    func `come back the same when written`(_ accepted: AcceptedJSON) throws {
        #expect(try JSON.parse(accepted.value.bytes) == accepted.value)
    }

    @Test(arguments: literals + numbers + strings)
    func `stay readable as the only element of an array and the only member of an object`(
        _ accepted: AcceptedJSON
    ) throws {
        let array = try JSON.parse(Array("[\(accepted.text)]".utf8))
        #expect(array == .array([accepted.value]))
        let object = try JSON.parse(Array("{\"x\":\(accepted.text)}".utf8))
        #expect(object == .object(["x": accepted.value]))
    }

    @Test func `may be a borrowed part of more bytes`() throws {
        let bytes = Array("xx{\"a\":[1]}yy".utf8)
        let value = try JSON.parse(bytes.span.extracting(2..<11))
        #expect(value == .object(["a": .array([number("1")])]))
    }

    @Test func `keep the order of members`() throws {
        let names = ["z", "a", "m", "B", "0"]
        let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        guard case .object(let object) = try JSON.parse(Array(text.utf8)) else {
            Issue.record("an object is read as something else")
            return
        }
        #expect(object.members.map(\.name) == names)
    }
}
