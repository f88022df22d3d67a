import Groundwork
import Testing

/// Bytes that aren't JSON, with what is wrong and where.
struct RefusedJSON: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let failure: JSON.Failure

    init(
        _ bytes: [UInt8], _ reason: JSON.Failure.Reason, _ offset: Int, line: Int = 1,
        column: Int? = nil
    ) {
        self.bytes = bytes
        failure = JSON.Failure(
            reason: reason, offset: offset, line: line, column: column ?? offset + 1)
    }

    init(
        _ text: String, _ reason: JSON.Failure.Reason, _ offset: Int, line: Int = 1,
        column: Int? = nil
    ) {
        self.init(Array(text.utf8), reason, offset, line: line, column: column)
    }

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
}

private let values: [RefusedJSON] = [
    RefusedJSON("", .endOfText, 0),
    RefusedJSON(" ", .endOfText, 1),
    RefusedJSON("nul", .endOfText, 3),
    RefusedJSON("nulL", .expectedValue, 0),
    RefusedJSON("Null", .expectedValue, 0),
    RefusedJSON("TRUE", .expectedValue, 0),
    RefusedJSON("falsex", .trailingData, 5),
    RefusedJSON("truefalse", .trailingData, 4),
    RefusedJSON("NaN", .expectedValue, 0),
    RefusedJSON("Infinity", .expectedValue, 0),
    RefusedJSON("undefined", .expectedValue, 0),
    RefusedJSON("'a'", .expectedValue, 0),
    RefusedJSON("// a\n1", .expectedValue, 0),
    RefusedJSON("1 /* a */", .trailingData, 2),
    RefusedJSON("1 2", .trailingData, 2),
    RefusedJSON("{}{}", .trailingData, 2),
    RefusedJSON("[]]", .trailingData, 2),
    RefusedJSON("null\0", .trailingData, 4),
    RefusedJSON("\u{c}1", .expectedValue, 0),
    RefusedJSON("\u{b}1", .expectedValue, 0),
    RefusedJSON("\u{a0}1", .expectedValue, 0),
    RefusedJSON("1\u{2028}", .trailingData, 1),
    RefusedJSON("\u{feff}1", .byteOrderMark, 0),
    RefusedJSON("1\u{feff}", .trailingData, 1),
    RefusedJSON([0xFF, 0xFE, 0x31, 0x00], .expectedValue, 0),
]

private let containers: [RefusedJSON] = [
    RefusedJSON("[", .endOfText, 1),
    RefusedJSON("[1", .endOfText, 2),
    RefusedJSON("[1,", .endOfText, 3),
    RefusedJSON("[1,]", .expectedValue, 3),
    RefusedJSON("[,1]", .expectedValue, 1),
    RefusedJSON("[1,,2]", .expectedValue, 3),
    RefusedJSON("[1 2]", .expectedCommaOrEnd, 3),
    RefusedJSON("[1}", .expectedCommaOrEnd, 2),
    RefusedJSON("[1:2]", .expectedCommaOrEnd, 2),
    RefusedJSON("]", .expectedValue, 0),
    RefusedJSON("{", .endOfText, 1),
    RefusedJSON("{1:2}", .expectedName, 1),
    RefusedJSON("{a:1}", .expectedName, 1),
    RefusedJSON("{'a':1}", .expectedName, 1),
    RefusedJSON("{null:1}", .expectedName, 1),
    RefusedJSON("{\"a\"", .endOfText, 4),
    RefusedJSON("{\"a\"}", .expectedColon, 4),
    RefusedJSON("{\"a\" 1}", .expectedColon, 5),
    RefusedJSON("{\"a\":", .endOfText, 5),
    RefusedJSON("{\"a\":}", .expectedValue, 5),
    RefusedJSON("{\"a\":1", .endOfText, 6),
    RefusedJSON("{\"a\":1,", .endOfText, 7),
    RefusedJSON("{\"a\":1,}", .expectedName, 7),
    RefusedJSON("{,}", .expectedName, 1),
    RefusedJSON("{\"a\":1]", .expectedCommaOrEnd, 6),
    RefusedJSON("{\"a\":1 \"b\":2}", .expectedCommaOrEnd, 7),
    RefusedJSON("{\"a\":1,\n \"b\":2,\n \"a\":3}", .duplicateName("a"), 17, line: 3, column: 2),
    RefusedJSON(#"{"a":1,"\u0061":2}"#, .duplicateName("a"), 7),
    RefusedJSON("{\"\u{e9}\":1,\"\\u00e9\":2}", .duplicateName("\u{e9}"), 8, column: 8),
    RefusedJSON(#"{"":1,"":2}"#, .duplicateName(""), 6),
    RefusedJSON(#"[{"b":{"a":1,"a":1}}]"#, .duplicateName("a"), 13),
]

private let numbers: [RefusedJSON] = [
    RefusedJSON("-", .invalidNumber, 1),
    RefusedJSON("+1", .expectedValue, 0),
    RefusedJSON("01", .invalidNumber, 1),
    RefusedJSON("-01", .invalidNumber, 2),
    RefusedJSON("00", .invalidNumber, 1),
    RefusedJSON("1.", .invalidNumber, 2),
    RefusedJSON("[1.]", .invalidNumber, 3),
    RefusedJSON(".5", .expectedValue, 0),
    RefusedJSON("-.5", .invalidNumber, 1),
    RefusedJSON("1.e5", .invalidNumber, 2),
    RefusedJSON("1e", .invalidNumber, 2),
    RefusedJSON("1e+", .invalidNumber, 3),
    RefusedJSON("1e+-1", .invalidNumber, 3),
    RefusedJSON("1e1.5", .trailingData, 3),
    RefusedJSON("0x10", .trailingData, 1),
    RefusedJSON("1_000", .trailingData, 1),
    RefusedJSON("1,5", .trailingData, 1),
    RefusedJSON("--1", .invalidNumber, 1),
    RefusedJSON("1.2.3", .trailingData, 3),
    RefusedJSON("-Infinity", .invalidNumber, 1),
    RefusedJSON("\u{661}", .expectedValue, 0),
]

private let strings: [RefusedJSON] = [
    RefusedJSON(#"""#, .endOfText, 1),
    RefusedJSON(#""a"#, .endOfText, 2),
    RefusedJSON(#""\"#, .endOfText, 2),
    RefusedJSON(#""\""#, .endOfText, 3),
    RefusedJSON(#""\x""#, .invalidEscape, 1),
    RefusedJSON(#""\'""#, .invalidEscape, 1),
    RefusedJSON(#""\U0041""#, .invalidEscape, 1),
    RefusedJSON(#""\u00g0""#, .invalidEscape, 1),
    RefusedJSON(#""\u+041""#, .invalidEscape, 1),
    RefusedJSON(#""\u004"#, .endOfText, 6),
    RefusedJSON(#""\u004""#, .invalidEscape, 1),
    RefusedJSON(#""\ud800""#, .loneSurrogate, 1),
    RefusedJSON(#""\udc00""#, .loneSurrogate, 1),
    RefusedJSON(#""ab\ud800x""#, .loneSurrogate, 3),
    RefusedJSON(#""\ud800\n""#, .loneSurrogate, 1),
    RefusedJSON(#""\ud800\ud800""#, .loneSurrogate, 1),
    RefusedJSON(#""\ud800\u0041""#, .loneSurrogate, 1),
    RefusedJSON(#""\udc00\ud800""#, .loneSurrogate, 1),
    RefusedJSON(#""\ud800\u00""#, .invalidEscape, 7),
    RefusedJSON(#"{"\ud800":1}"#, .loneSurrogate, 2),
    RefusedJSON("[\n\"\u{e9}\u{1f600}\" x]", .expectedCommaOrEnd, 11, line: 2, column: 6),
    RefusedJSON("[\r\n1,\r\n?]", .expectedValue, 7, line: 3, column: 1),
]

/// What no UTF-8 contains: lone and missing continuations, overlong forms, surrogates, too high.
private let encodings: [RefusedJSON] = [
    [0x80], [0xBF], [0xC3], [0xC0, 0x80], [0xC1, 0xBF], [0xE2, 0x82], [0xE0, 0x80, 0x80],
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
].map { RefusedJSON(Array("[\"ab".utf8) + $0 + Array("\"]".utf8), .invalidUTF8, 4) }

@Suite struct `Bytes that are no JSON` {
    @Test(arguments: values + containers + numbers + strings + encodings)
    func `are refused with reason, offset, line and column`(_ refused: RefusedJSON) {
        #expect(throws: refused.failure) {
            try JSON.parse(refused.bytes)
        }
    }

    @Test(arguments: UInt8(0)..<0x20)
    func `hold a control character in a string or a name`(_ control: UInt8) {
        let string = RefusedJSON([0x22, 0x61, control, 0x22], .controlCharacter, 2)
        #expect(throws: string.failure) { try JSON.parse(string.bytes) }
        let name = RefusedJSON(
            [0x7B, 0x22, control, 0x22, 0x3A, 0x30, 0x7D], .controlCharacter, 2)
        #expect(throws: name.failure) { try JSON.parse(name.bytes) }
    }

    @Test func `hold bad UTF-8 after an escape`() {
        let bytes: [UInt8] = [0x22, 0x5C, 0x6E, 0x61, 0xFF, 0x22]
        #expect(throws: JSON.Failure(reason: .invalidUTF8, offset: 4, line: 1, column: 5)) {
            try JSON.parse(bytes)
        }
    }

    @Test func `say where in words`() {
        let failure = JSON.Failure(reason: .duplicateName("a"), offset: 17, line: 3, column: 2)
        #expect(failure.description == "line 3, column 2: the name \"a\" occurs twice")
    }
}
