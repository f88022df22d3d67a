/// Whole numbers in text that comes from outside.
enum Decimal {
    /// Reads digits and nothing else: no sign, no space, no other script.
    ///
    /// - Parameters:
    ///   - span: The bytes.
    ///   - maximumDigits: The most digits, at most 18, so that nothing can overflow.
    /// - Returns: The number; nil when the bytes are no number, or too long a one.
    static func number(_ span: Span<UInt8>, maximumDigits: Int) -> Int? {
        guard !span.isEmpty, span.count <= min(maximumDigits, 18) else { return nil }
        var number = 0
        for index in span.indices {
            guard ByteClass.digit.contains(span[index]) else { return nil }
            number = number * 10 + Int(span[index] & 0x0F)
        }
        return number
    }

    /// Adds a number's digits.
    ///
    /// - Parameters:
    ///   - number: The number, not negative.
    ///   - output: Where the digits go.
    static func append(_ number: Int, to output: inout [UInt8]) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            output.append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}
