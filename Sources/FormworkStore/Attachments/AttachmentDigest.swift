internal import Groundwork

/// What a kept file is known by: the SHA-256 of its bytes.
struct AttachmentDigest: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let words: SIMD4<UInt64>

    /// Takes over a hash.
    init(_ hash: [UInt8]) {
        var words = SIMD4<UInt64>()
        for (index, byte) in hash.prefix(32).enumerated() {
            words[index / 8] |= UInt64(byte) << UInt64(56 - index % 8 * 8)
        }
        self.words = words
    }

    /// Reads 64 digits to the base 16, in lower case.
    ///
    /// - Parameter text: Any text; nothing else is understood.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        self.init(bytes.span)
    }

    /// Reads 64 digits to the base 16, in lower case.
    ///
    /// - Parameter text: The bytes of any text; nothing else is understood.
    init?(_ text: Span<UInt8>) {
        guard text.count == 64 else { return nil }
        var words = SIMD4<UInt64>()
        for index in 0..<4 {
            var word: UInt64 = 0
            for place in index * 16..<index * 16 + 16 {
                let digit: UInt8
                switch text[place] {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = text[place] - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"):
                    digit = text[place] - UInt8(ascii: "a") + 10
                default: return nil
                }
                word = word << 4 | UInt64(digit)
            }
            words[index] = word
        }
        self.words = words
    }

    var description: String {
        (0..<4).map { index in
            let digits = String(words[index], radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    static func < (left: AttachmentDigest, right: AttachmentDigest) -> Bool {
        for index in 0..<4 where left.words[index] != right.words[index] {
            return left.words[index] < right.words[index]
        }
        return false
    }
}
