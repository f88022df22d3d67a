extension JSONReader {
    /// Reads the number that begins at the position.
    mutating func number(_ bytes: Span<UInt8>) throws(JSON.Failure) -> JSON.Number {
        let start = position
        guard Self.scanNumber(bytes, &position) else { throw failure(.invalidNumber, bytes) }
        return JSON.Number(checked: try text(bytes, start..<position))
    }

    /// Passes one number of RFC 8259, section 6.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - position: The first byte; afterwards the byte behind the number, or the one at fault.
    /// - Returns: Whether a number stands there.
    static func scanNumber(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let start = position
        guard scanDigits(bytes, &position) else { return false }
        if bytes[start] == UInt8(ascii: "0"), position > start + 1 {
            position = start + 1
            return false
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard scanDigits(bytes, &position) else { return false }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "+"), UInt8(ascii: "-"): position += 1
                default: break
                }
            }
            guard scanDigits(bytes, &position) else { return false }
        }
        return true
    }

    /// Passes digits and says whether there was one.
    private static func scanDigits(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        let start = position
        while position < bytes.count, ASCII.isDigit(bytes[position]) { position += 1 }
        return position > start
    }
}
