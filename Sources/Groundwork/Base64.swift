/// Bytes as text of 64 letters (RFC 4648, sections 4 and 5).
package enum Base64 {
    /// Writes bytes with `+`, `/` and padding (RFC 4648, section 4).
    package static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes, standard, isPadded: true)
    }

    /// Writes bytes with `-` and `_` and without padding, for addresses and cookies (section 5).
    package static func encodeURL(_ bytes: [UInt8]) -> String {
        encode(bytes, safe, isPadded: false)
    }

    /// Reads what `encode` writes; nil for anything else, a missing padding and stray bits among it.
    package static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count % 4 == 0 else { return nil }
        var digits = Substring(text).utf8
        for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard (digits.count + 3) / 4 * 4 == text.utf8.count else { return nil }
        return decode(digits, standard)
    }

    /// Reads what `encodeURL` writes; nil for anything else, padding and stray bits among it.
    package static func decodeURL(_ text: String) -> [UInt8]? {
        decode(Substring(text).utf8, safe)
    }

    private static let standard = alphabet("+/")
    private static let safe = alphabet("-_")

    private static func alphabet(_ last: String) -> [UInt8] {
        let text =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last
        return Array(text.utf8)
    }

    private static func encode(
        _ bytes: [UInt8], _ alphabet: [UInt8], isPadded: Bool
    ) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                output.append(alphabet[Int(bits >> count & 0x3F)])
            }
        }
        if count > 0 { output.append(alphabet[Int(bits << (6 - count) & 0x3F)]) }
        while isPadded, output.count % 4 != 0 { output.append(UInt8(ascii: "=")) }
        return String(decoding: output, as: UTF8.self)
    }

    private static func decode(
        _ digits: Substring.UTF8View, _ alphabet: [UInt8]
    ) -> [UInt8]? {
        guard digits.count % 4 != 1 else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = value(digit, alphabet) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        guard bits & (1 << count - 1) == 0 else { return nil }
        return output
    }

    private static func value(_ digit: UInt8, _ alphabet: [UInt8]) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case alphabet[62]: 62
        case alphabet[63]: 63
        default: nil
        }
    }
}
