/// What protocols mean by letters and digits: single bytes below 0x80, whatever the language.
package enum ASCII {
    /// Whether the byte is `0` to `9`.
    package static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    /// Whether the byte is `A` to `Z` or `a` to `z`.
    package static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    /// Whether the byte is a letter or a digit.
    package static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte)
    }

    /// The byte with `A` to `Z` made small.
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// The text with `A` to `Z` made small, and nothing else changed.
    package static func lowercased(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 != lowercased($0) }) else { return text }
        return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
    }

    /// Whether two texts are the same bytes apart from the case of `A` to `Z`.
    package static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
    }

    /// The value of a hexadecimal digit, 0 to 15.
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The hexadecimal digit `0` to `f` of the low four bits.
    package static func lowercaseHexDigit(_ value: UInt8) -> UInt8 {
        let value = value & 0xF
        return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

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
