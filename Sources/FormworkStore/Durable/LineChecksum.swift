/// How an object on disk ends: `,"crc":"1a2b3c4d"}`, the checksum of every byte before it.
enum LineChecksum {
    /// How many bytes the end of a sealed object takes.
    static let length = 18
    private static let opening = Array(#","crc":""#.utf8)
    private static let digits = Array("0123456789abcdef".utf8)

    /// Closes an object that is still open.
    ///
    /// - Parameters:
    ///   - buffer: Bytes that end with the object, all but its brace.
    ///   - start: Where its opening brace stands in them.
    static func close(_ buffer: inout [UInt8], from start: Int) {
        let crc = CRC32C.checksum(buffer.span.extracting(start...))
        buffer.append(contentsOf: opening)
        for shift in stride(from: 28, through: 0, by: -4) {
            buffer.append(digits[Int(crc >> UInt32(shift) & 0xF)])
        }
        buffer.append(UInt8(ascii: "\""))
        buffer.append(UInt8(ascii: "}"))
    }

    /// Tells whether an object is what was written.
    ///
    /// - Parameter object: Its bytes from brace to brace.
    /// - Returns: Whether it ends with the checksum of what stands before.
    static func isIntact(_ object: Span<UInt8>) -> Bool {
        let body = object.count - length
        guard body > 0, object[0] == UInt8(ascii: "{") else { return false }
        for (index, byte) in opening.enumerated() where object[body + index] != byte {
            return false
        }
        guard object[object.count - 2] == UInt8(ascii: "\""),
            object[object.count - 1] == UInt8(ascii: "}")
        else { return false }
        var written: UInt32 = 0
        for index in body + opening.count..<object.count - 2 {
            guard let digit = value(of: object[index]) else { return false }
            written = written << 4 | digit
        }
        return written == CRC32C.checksum(object.extracting(0..<body))
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(digit - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
