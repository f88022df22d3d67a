extension ASCII {
    /// The whole number that a range of digits writes; nil when one isn't a digit or 18 aren't enough.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - range: Where the digits are, within the text.
    /// - Returns: The number; nil also for an empty range.
    package static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard 1...18 ~= range.count else { return nil }
        var number = 0
        for index in range {
            guard isDigit(bytes[index]) else { return nil }
            number = number * 10 + Int(bytes[index] - UInt8(ascii: "0"))
        }
        return number
    }

    /// Appends the last digits of a number, with zeros before it where it has fewer.
    ///
    /// - Parameters:
    ///   - number: 0 or more.
    ///   - digits: How many, 1 to 18.
    ///   - output: Where they go.
    static func append(_ number: Int, digits: Int, to output: inout [UInt8]) {
        let start = output.count
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digits))
        var rest = number
        for index in (start..<output.count).reversed() {
            output[index] += UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
