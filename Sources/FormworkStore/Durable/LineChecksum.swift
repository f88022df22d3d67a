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

/// The checksum of a line: CRC-32C (Castagnoli), which finds tearing and bit rot, not tampering.
enum CRC32C {
    /// Works out the checksum of bytes, eight at a time.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Their checksum; `0xE3069283` for the digits 1 to 9 (RFC 3720, appendix B.4).
    static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        let table = tables.span
        var crc: UInt32 = 0xFFFF_FFFF
        var index = 0
        while bytes.count - index >= 8 {
            let low =
                crc
                ^ (UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
                    | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24)
            let head =
                table[0x700 + Int(low & 0xFF)] ^ table[0x600 + Int(low >> 8 & 0xFF)]
                ^ table[0x500 + Int(low >> 16 & 0xFF)] ^ table[0x400 + Int(low >> 24)]
            let tail =
                table[0x300 + Int(bytes[index + 4])] ^ table[0x200 + Int(bytes[index + 5])]
                ^ table[0x100 + Int(bytes[index + 6])] ^ table[Int(bytes[index + 7])]
            crc = head ^ tail
            index += 8
        }
        while index < bytes.count {
            crc = crc >> 8 ^ table[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
            index += 1
        }
        return ~crc
    }

    /// Eight tables of 256: table `n` says what a byte does to the checksum `n` bytes later.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 0x800)
        for byte in 0..<0x100 {
            var crc = UInt32(byte)
            for _ in 0..<8 {
                crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1
            }
            tables[byte] = crc
        }
        for index in 0x100..<0x800 {
            let before = tables[index - 0x100]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()
}
