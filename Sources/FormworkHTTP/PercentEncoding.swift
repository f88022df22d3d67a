import Groundwork

/// The escapes of RFC 3986, section 2.1: a percent sign and two hexadecimal digits.
enum PercentEncoding {
    /// The byte that an escape stands for.
    ///
    /// - Parameters:
    ///   - span: The bytes.
    ///   - index: Where the percent sign is.
    /// - Returns: The byte; nil when no two hexadecimal digits follow.
    static func byte(of span: Span<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < span.count,
            let high = ASCII.hexValue(span[index + 1]),
            let low = ASCII.hexValue(span[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Adds the escape of a byte.
    ///
    /// - Parameters:
    ///   - byte: The byte to escape.
    ///   - output: Where the three characters go.
    static func append(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(.percent)
        output.append(digit(byte >> 4))
        output.append(digit(byte & 0x0F))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x37 + value
    }
}
