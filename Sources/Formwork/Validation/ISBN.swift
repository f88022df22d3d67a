/// International standard book numbers (ISO 2108) of 10 and 13 digits.
enum ISBN {
    /// What can be said of a text that should be an ISBN.
    enum Judgement: Equatable {
        case right
        case malformed
        case wrongCheckDigit
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
