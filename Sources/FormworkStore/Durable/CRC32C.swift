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
