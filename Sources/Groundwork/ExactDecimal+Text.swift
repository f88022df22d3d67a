extension ExactDecimal: CustomStringConvertible {
    /// Reads a number as HTML writes floating-point numbers: `-12.5`, `.5`, `1e3`.
    ///
    /// There is no `+` before it, no space, no grouping, no infinity. See HTML, "Floating-point
    /// numbers".
    ///
    /// - Parameter text: The number and nothing else; nil comes back when it is none or doesn't fit.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        self.init(parsing: text.utf8Span.span)
    }

    /// The exact value in the fewest digits: `0.3`, `474`, `-0.5`.
    public var description: String {
        scale == 0 ? String(coefficient) : text(places: scale)
    }

    /// The value rounded to so many digits behind the point, with all of them shown: `12.30`.
    ///
    /// - Parameter places: Digits behind the point, 0 to 18; others are brought into that range.
    /// - Returns: The digits with a point before the last `places`.
    package func text(places: Int) -> String {
        let places = min(max(0, places), Self.maximumScale)
        let rounded = rounded(places: places)
        var digits = String(rounded.coefficient.magnitude)
        digits += String(repeating: "0", count: places - rounded.scale)
        if digits.utf8.count <= places {
            digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits
        }
        let sign = rounded.coefficient < 0 ? "-" : ""
        guard places > 0 else { return sign + digits }
        return "\(sign)\(digits.dropLast(places)).\(digits.suffix(places))"
    }

    /// Reads a number by the grammar of HTML from its bytes; nil when it is none or doesn't fit.
    ///
    /// - Parameter utf8: The number and nothing else.
    package init?(parsing utf8: Span<UInt8>) {
        var scanner = Scanner()
        guard scanner.scan(utf8), let decimal = scanner.decimal else { return nil }
        self = decimal
    }
}

extension ExactDecimal {
    /// Digits as they are read; zeros at the end are only counted, so that `1.000…` fits.
    private struct Scanner {
        private var position = 0
        private var isNegative = false
        private var magnitude: UInt64 = 0
        private var isTooLong = false
        private var zeros = 0
        private var exponent = 0

        /// Passes the whole text, and says whether it is within the grammar.
        mutating func scan(_ bytes: Span<UInt8>) -> Bool {
            isNegative = pass(UInt8(ascii: "-"), bytes)
            let whole = digits(bytes)
            var fraction = 0
            if pass(UInt8(ascii: "."), bytes) {
                fraction = digits(bytes)
                guard fraction > 0 else { return false }
            }
            guard whole + fraction > 0 else { return false }
            if pass(UInt8(ascii: "e"), bytes) || pass(UInt8(ascii: "E"), bytes) {
                guard scanExponent(bytes) else { return false }
            }
            exponent -= fraction
            return position == bytes.count
        }

        /// The number that was read, when it fits.
        var decimal: ExactDecimal? {
            guard !isTooLong else { return nil }
            guard magnitude != 0 else { return 0 }
            let exponent = exponent + zeros
            guard exponent.magnitude <= ExactDecimal.maximumScale else { return nil }
            let coefficient = isNegative ? -Int128(magnitude) : Int128(magnitude)
            if exponent < 0 { return ExactDecimal(coefficient: coefficient, scale: -exponent) }
            return ExactDecimal(coefficient: coefficient * powerOfTen(exponent), scale: 0)
        }

        /// Passes digits and says how many.
        private mutating func digits(_ bytes: Span<UInt8>) -> Int {
            let start = position
            while position < bytes.count, ASCII.isDigit(bytes[position]) {
                append(bytes[position] - UInt8(ascii: "0"))
                position += 1
            }
            return position - start
        }

        private mutating func append(_ digit: UInt8) {
            guard digit != 0 else {
                if magnitude != 0 { zeros += 1 }
                return
            }
            for _ in 0...min(zeros, 20) {
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                magnitude = product
                isTooLong = isTooLong || overflow
            }
            zeros = 0
            let (sum, overflow) = magnitude.addingReportingOverflow(UInt64(digit))
            magnitude = sum
            isTooLong = isTooLong || overflow
        }

        private mutating func scanExponent(_ bytes: Span<UInt8>) -> Bool {
            let isNegative = pass(UInt8(ascii: "-"), bytes)
            if !isNegative { _ = pass(UInt8(ascii: "+"), bytes) }
            let start = position
            while position < bytes.count, ASCII.isDigit(bytes[position]) {
                // More than any text has digits, so what is cut off can't bring a number back.
                exponent = min(1 << 40, exponent * 10 + Int(bytes[position] - UInt8(ascii: "0")))
                position += 1
            }
            if isNegative { exponent.negate() }
            return position > start
        }

        private mutating func pass(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
            guard position < bytes.count, bytes[position] == byte else { return false }
            position += 1
            return true
        }
    }
}
