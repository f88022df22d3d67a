import Groundwork
import Testing

/// A text and the shortest text of the same decimal, or nil when it is refused.
struct DecimalText: Sendable, CustomTestStringConvertible {
    let text: String
    let shortest: String?

    init(_ text: String, _ shortest: String?) {
        self.text = text
        self.shortest = shortest
    }

    var testDescription: String { text.debugDescription }
}

private let grammar: [DecimalText] = [
    DecimalText("0", "0"), DecimalText("474", "474"), DecimalText("-1", "-1"),
    DecimalText("007", "7"), DecimalText("1.0", "1"), DecimalText("12.30", "12.3"),
    DecimalText(".5", "0.5"), DecimalText("-.5", "-0.5"), DecimalText("-0", "0"),
    DecimalText("-0.000", "0"), DecimalText("0.05", "0.05"), DecimalText("1e3", "1000"),
    DecimalText("1E3", "1000"), DecimalText("1e+3", "1000"), DecimalText("1.25e1", "12.5"),
    DecimalText("1e-3", "0.001"), DecimalText("-2.5e-1", "-0.25"), DecimalText("100e-2", "1"),
    DecimalText("1e00000000000000000000000000000001", "10"), DecimalText(".5e1", "5"),
    DecimalText("", nil), DecimalText("-", nil), DecimalText(".", nil), DecimalText("-.", nil),
    DecimalText("1.", nil), DecimalText("1.e3", nil), DecimalText("+1", nil),
    DecimalText("--1", nil), DecimalText("1e", nil), DecimalText("e1", nil),
    DecimalText("1e+", nil), DecimalText("1e+-1", nil), DecimalText("1e1.5", nil),
    DecimalText("1.2.3", nil), DecimalText(" 1", nil), DecimalText("1 ", nil),
    DecimalText("1\n", nil), DecimalText("1,5", nil), DecimalText("1_0", nil),
    DecimalText("0x10", nil), DecimalText("nan", nil), DecimalText("NaN", nil),
    DecimalText("inf", nil), DecimalText("Infinity", nil), DecimalText("1\0", nil),
    DecimalText("\u{661}", nil), DecimalText("\u{ff11}", nil), DecimalText("1f", nil),
    DecimalText("\u{2212}1", nil),
]

private let bounds: [DecimalText] = [
    DecimalText("9223372036854775807", "9223372036854775807"),
    DecimalText("-9223372036854775808", "-9223372036854775808"),
    DecimalText("9223372036854775808", nil), DecimalText("-9223372036854775809", nil),
    DecimalText("9.223372036854775807", "9.223372036854775807"),
    DecimalText("-9.223372036854775808", "-9.223372036854775808"),
    DecimalText("9.223372036854775808", nil),
    DecimalText("0.000000000000000001", "0.000000000000000001"),
    DecimalText("0.0000000000000000001", nil),
    DecimalText("0.1000000000000000000000000000", "0.1"),
    DecimalText("1e18", "1000000000000000000"), DecimalText("1e19", nil),
    DecimalText("9e18", "9000000000000000000"), DecimalText("10e18", nil),
    DecimalText("1e-18", "0.000000000000000001"), DecimalText("1e-19", nil),
    DecimalText("10e-19", "0.000000000000000001"),
    DecimalText("0.0000000000000000000000000001e28", "1"),
    DecimalText("1e999", nil), DecimalText("-1e999", nil), DecimalText("1e-999", nil),
    DecimalText("0e999", "0"), DecimalText("0e-999", "0"),
    DecimalText("1e99999999999999999999999999999999", nil),
    DecimalText("1e-99999999999999999999999999999999", nil),
    DecimalText("18446744073709551616", nil), DecimalText("18446744073709551617", nil),
    DecimalText("36893488147419103232", nil),
    DecimalText("340282366920938463463374607431768211456", nil),
    DecimalText(String(repeating: "9", count: 10_000), nil),
    DecimalText(String(repeating: "0", count: 10_000) + "1", "1"),
    DecimalText("1" + String(repeating: "0", count: 10_000) + "e-10000", "1"),
    DecimalText("1." + String(repeating: "0", count: 10_000) + "1", nil),
    DecimalText("0." + String(repeating: "0", count: 9_999) + "1e10000", "1"),
]

@Suite struct `The text of a decimal` {
    @Test(arguments: grammar + bounds)
    func `is read by HTML's grammar and written as short as it can be`(_ decimal: DecimalText) {
        #expect(ExactDecimal(decimal.text)?.description == decimal.shortest)
    }

    @Test func `may be a part of another text`() {
        #expect(ExactDecimal("price=12.50".dropFirst(6)) == "12.5")
    }

    @Test(arguments: [
        ("12.3", 2, "12.30"), ("12.345", 2, "12.35"), ("-12.345", 2, "-12.35"),
        ("12.344", 2, "12.34"), ("0", 2, "0.00"), ("0.004", 2, "0.00"), ("-0.004", 2, "0.00"),
        ("0.005", 2, "0.01"), ("-0.005", 2, "-0.01"), ("999.995", 2, "1000.00"),
        ("0.5", 0, "1"), ("0.4", 0, "0"), ("7", 0, "7"), ("7", -3, "7"), ("7.5", -3, "8"),
        ("1", 3, "1.000"), ("0.05", 1, "0.1"), ("-0.5", 3, "-0.500"),
        ("0.000000000000000001", 99, "0.000000000000000001"),
        ("9223372036854775807", 18, "9223372036854775807.000000000000000000"),
    ])
    func `has as many places as asked for, halves rounded away from zero`(
        text: String, places: Int, shown: String
    ) throws {
        let decimal = try #require(ExactDecimal(text))
        #expect(decimal.text(places: places) == shown)
    }

    @Test func `in the source is checked when the program runs`() async {
        await #expect(processExitsWith: .failure) {
            let price: ExactDecimal = "1,50"
            print(price)
        }
    }
}
