/// The two numbers of one book: of ten digits until 2006, and of thirteen since (ISO 2108).
package enum BookNumber {
    /// The other number of the same book.
    ///
    /// - Parameter digits: A number in ASCII without separators; an `x` at its end may be small.
    /// - Returns: The number in small letters; nil where it is none, or has no other.
    package static func other(_ digits: [UInt8]) -> [UInt8]? {
        let prefix = Array("978".utf8)
        switch digits.count {
        case 10:
            guard digits.last == checkOfTen(digits.prefix(9)) else { return nil }
            let core = prefix + digits.prefix(9)
            return checkOfThirteen(core[...]).map { core + [$0] }
        case 13:
            guard digits.starts(with: prefix), digits.last == checkOfThirteen(digits.prefix(12))
            else {
                return nil
            }
            let core = digits[3..<12]
            return checkOfTen(core).map { Array(core) + [$0] }
        default: return nil
        }
    }

    private static func checkOfTen(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.allSatisfy(ASCII.isDigit) else { return nil }
        let sum = zip(digits, (2...10).reversed()).reduce(0) { $0 + Int($1.0 & 0x0F) * $1.1 }
        let check = (11 - sum % 11) % 11
        return check == 10 ? UInt8(ascii: "x") : UInt8(ascii: "0") + UInt8(check)
    }

    private static func checkOfThirteen(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.allSatisfy(ASCII.isDigit) else { return nil }
        let sum = digits.enumerated().reduce(0) { sum, digit in
            sum + Int(digit.element & 0x0F) * (digit.offset.isMultiple(of: 2) ? 1 : 3)
        }
        return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
    }
}
