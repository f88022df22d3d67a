/// Bytes as text of 64 letters that stand in addresses and cookies as they are (RFC 4648, section 5).
package enum Base64 {
    /// Writes bytes with `-` and `_` and without padding.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Four letters for three bytes, two or three for what is left.
    package static func encodeURL(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count * 4 + 2) / 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                output.append(letters[Int(bits >> count & 0x3F)])
            }
        }
        if count > 0 { output.append(letters[Int(bits << (6 - count) & 0x3F)]) }
        return String(decoding: output, as: UTF8.self)
    }

    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
