import Groundwork
import TestSupport
import Testing

@Suite struct `A decimal` {
    @Test func `takes ten thousand steps of a tenth to exactly a thousand`() throws {
        var sum: ExactDecimal = 0
        for _ in 0..<10_000 {
            sum = try #require(sum.adding("0.1"))
        }
        #expect(sum == 1_000)
        #expect(("0.1" as ExactDecimal).adding("0.2") == "0.3")
    }

    @Test(arguments: [("1.0", "1"), ("-0", "0"), ("0.10", "1e-1"), ("1e2", "100"), (".5", "0.50")])
    func `equals and hashes like itself in another spelling`(left: String, right: String) throws {
        let left = try #require(ExactDecimal(left))
        let right = try #require(ExactDecimal(right))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(!(left < right) && !(right < left))
    }

    @Test func `is ordered by value whatever the digits`() throws {
        let ordered = [
            "-9223372036854775808", "-9223372036854775807", "-9.223372036854775808", "-1", "-0.5",
            "-0.000000000000000001", "0", "0.000000000000000001", "0.1", "0.11", "0.2", "1",
            "1.000000000000000001", "9.223372036854775807", "10", "9223372036854775807",
        ]
        let decimals = try ordered.map { try #require(ExactDecimal($0)) }
        #expect(decimals.shuffled().sorted() == decimals)
        #expect(Set(decimals).count == decimals.count)
    }

    @Test func `has no sum or difference that doesn't fit`() {
        let most = ExactDecimal(.max)
        let least = ExactDecimal(.min)
        #expect(most.adding(1) == nil)
        #expect(least.subtracting(1) == nil)
        #expect(ExactDecimal(0).subtracting(least) == nil)
        #expect(most.adding("0.1") == nil)
        #expect(most.adding(least) == -1)
        #expect(most.subtracting(most) == 0)
        #expect(least.subtracting(least) == 0)
    }

    @Test func `is a whole number only without digits behind the point`() {
        #expect(("474.000" as ExactDecimal).wholeNumber == 474)
        #expect(("-1e3" as ExactDecimal).wholeNumber == -1_000)
        #expect(("0.5" as ExactDecimal).wholeNumber == nil)
        #expect(ExactDecimal(Int.min).wholeNumber == .min)
    }

    @Test(arguments: [
        ("0.3", "0.1", "0", true), ("0.35", "0.1", "0", false), ("0.35", "0.1", "0.05", true),
        ("7", "2", "1", true), ("8", "2", "1", false), ("-7", "2", "1", true),
        ("-8", "2", "1", false), ("5", "0", "5", false), ("5", "-2", "1", true),
        ("1000000000000000000", "0.000000000000000001", "0", true),
        ("9223372036854775807", "0.000000000000000001", "-9223372036854775808", true),
        ("9223372036854775807", "2", "-9223372036854775808", false),
        ("1", "9223372036854775807", "-9223372036854775806", true),
    ])
    func `counts steps from a base, as HTML does`(
        value: String, step: String, base: String, isMultiple: Bool
    ) throws {
        let value = try #require(ExactDecimal(value))
        let step = try #require(ExactDecimal(step))
        let base = try #require(ExactDecimal(base))
        #expect(value.isMultiple(of: step, from: base) == isMultiple)
    }

    @Test func `rounds halves away from zero and keeps what is short enough`() {
        #expect(("2.5" as ExactDecimal).rounded(places: 0) == 3)
        #expect(("-2.5" as ExactDecimal).rounded(places: 0) == -3)
        #expect(("2.4999" as ExactDecimal).rounded(places: 0) == 2)
        #expect(("2.4999" as ExactDecimal).rounded(places: 9) == "2.4999")
        #expect(
            ("9.223372036854775807" as ExactDecimal).rounded(places: 17) == "9.22337203685477581")
        #expect(("922337203685477580.7" as ExactDecimal).rounded(places: 0) == "922337203685477581")
    }
}

/// A decimal beside what it ought to be: the same value as a whole number of 10^-18.
private struct Model {
    let decimal: ExactDecimal
    let units: Int128

    /// A random coefficient of up to `bits` bits with a random scale.
    init?(bits: Int, random: inout Seeded) {
        let coefficient = Int64(bitPattern: random.next()) >> (64 - bits)
        let scale = Int.random(in: 0...18, using: &random)
        let digits = String(coefficient.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        let sign = coefficient < 0 ? "-" : ""
        let fraction = scale > 0 ? ".\(padded.suffix(scale))" : ""
        guard let decimal = ExactDecimal("\(sign)\(padded.dropLast(scale))\(fraction)") else {
            return nil
        }
        self.decimal = decimal
        units = (scale..<18).reduce(Int128(coefficient)) { units, _ in units * 10 }
    }

    /// Whether a decimal can hold so many units of 10^-18.
    static func fits(_ units: Int128) -> Bool {
        var units = units
        for _ in 0..<18 where units % 10 == 0 { units /= 10 }
        return Int64(exactly: units) != nil
    }
}

@Suite struct `Random decimals` {
    @Test(arguments: [8, 20, 40, 64], 1...25 as ClosedRange<UInt64>)
    func `agree with whole numbers of a tiny unit`(bits: Int, seed: UInt64) throws {
        var random = Seeded(seed)
        for _ in 0..<40 {
            let left = try #require(Model(bits: bits, random: &random))
            let right = try #require(Model(bits: bits, random: &random))
            let (a, b) = (left.decimal, right.decimal)
            #expect(ExactDecimal(a.description) == a)
            #expect((a < b) == (left.units < right.units))
            #expect((a == b) == (left.units == right.units))
            #expect((a.adding(b) != nil) == Model.fits(left.units + right.units))
            #expect((a.subtracting(b) != nil) == Model.fits(left.units - right.units))
            if let sum = a.adding(b) { #expect(sum.subtracting(b) == a) }
            if let difference = a.subtracting(b) { #expect(difference.adding(b) == a) }
            #expect(
                a.isMultiple(of: b, from: 0)
                    == (right.units != 0 && left.units % right.units == 0))
        }
    }
}
