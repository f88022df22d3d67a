/// International standard book numbers (ISO 2108) of 10 and 13 digits.
enum ISBN {
    /// What can be said of a text that should be an ISBN.
    enum Judgement: Equatable {
        case right
        case malformed
        case wrongCheckDigit
    }

    /// Takes out of a text what doesn't matter: spaces, hyphens, and the word ISBN before the number, with
    /// how many digits it has or without.
    static func normalize(_ text: String) -> String {
        var bytes = TextNormalizer.figures(text).utf8.map(uppercased)
        let word = Array("ISBN".utf8)
        let isNamed = bytes.starts(with: word) && bytes.count > word.count
        if isNamed { bytes.removeFirst(word.count) }
        bytes.removeAll { byte in
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
                || isNamed && byte == UInt8(ascii: ":")
        }
        for (length, prefix) in [(10, "10"), (13, "13")]
        where isNamed && bytes.count == length + prefix.utf8.count
            && bytes.starts(with: prefix.utf8)
        {
            bytes.removeFirst(prefix.utf8.count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func uppercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "a") < 26 ? byte & ~0x20 : byte
    }

    /// Judges a text without separators.
    static func judge(_ text: String) -> Judgement {
        let bytes = Array(text.utf8)
        switch bytes.count {
        case 10: return judgeTen(bytes)
        case 13: return judgeThirteen(bytes)
        default: return .malformed
        }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            ? Int(byte - UInt8(ascii: "0")) : nil
    }

    private static func judgeTen(_ bytes: [UInt8]) -> Judgement {
        var sum = 0
        for (index, byte) in bytes.enumerated() {
            let isCheckX = index == 9 && byte == UInt8(ascii: "X")
            guard let value = isCheckX ? 10 : digit(byte) else { return .malformed }
            sum += value * (10 - index)
        }
        return sum.isMultiple(of: 11) ? .right : .wrongCheckDigit
    }

    private static func judgeThirteen(_ bytes: [UInt8]) -> Judgement {
        var sum = 0
        for (index, byte) in bytes.enumerated() {
            guard let value = digit(byte) else { return .malformed }
            sum += value * (index.isMultiple(of: 2) ? 1 : 3)
        }
        guard bytes.starts(with: "978".utf8) || bytes.starts(with: "979".utf8) else {
            return .malformed
        }
        return sum.isMultiple(of: 10) ? .right : .wrongCheckDigit
    }
}
