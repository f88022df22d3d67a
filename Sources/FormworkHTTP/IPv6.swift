import Groundwork

/// The text form of IPv6 addresses (RFC 3986, section 3.2.2), without zone.
enum IPv6 {
    /// Whether bytes are an address: eight groups, or fewer around one `::`, and the last two
    /// maybe as an IPv4 address.
    ///
    /// - Parameter span: The bytes, without brackets.
    /// - Returns: Whether they are one.
    static func isAddress(_ span: Span<UInt8>) -> Bool {
        number(span) != nil
    }

    /// The address that bytes write, as a number; nil when they write none.
    ///
    /// - Parameter span: The bytes, without brackets.
    /// - Returns: The address, its first group in the highest bits.
    static func number(_ span: Span<UInt8>) -> UInt128? {
        var number: UInt128 = 0
        var groups = 0
        var groupsBeforeGap: Int?
        var index = 0
        if span.count >= 2, span[0] == .colon {
            guard span[1] == .colon else { return nil }
            groupsBeforeGap = 0
            index = 2
        }
        while index < span.count {
            let start = index
            var group: UInt128 = 0
            while index < span.count, let digit = ASCII.hexValue(span[index]) {
                group = group << 4 | UInt128(digit)
                index += 1
            }
            if index < span.count, span[index] == UInt8(ascii: ".") {
                guard let address = IPv4.number(span.extracting(start..<span.count)) else {
                    return nil
                }
                number = number << 32 | UInt128(address)
                groups += 2
                break
            }
            guard (1...4).contains(index - start) else { return nil }
            number = number << 16 | group
            groups += 1
            guard index < span.count else { break }
            guard span[index] == .colon, index + 1 < span.count else { return nil }
            index += 1
            if span[index] == .colon {
                guard groupsBeforeGap == nil else { return nil }
                groupsBeforeGap = groups
                index += 1
            }
        }
        guard let groupsBeforeGap else { return groups == 8 ? number : nil }
        guard groups < 8 else { return nil }
        let bitsBehindGap = 16 * (groups - groupsBeforeGap)
        let behindGap = number & (UInt128(1) << bitsBehindGap - 1)
        let beforeGap = number >> bitsBehindGap
        return beforeGap << (128 - 16 * groupsBeforeGap) | behindGap
    }
}

/// The text form of IPv4 addresses (RFC 3986, section 3.2.2).
enum IPv4 {
    /// The address that bytes write, as a number: four numbers up to 255, without zeros in front,
    /// with dots between them; nil when they write none.
    ///
    /// - Parameter span: The bytes.
    /// - Returns: The address, its first part in the highest bits.
    static func number(_ span: Span<UInt8>) -> UInt32? {
        var address: UInt32 = 0
        var parts = 0
        var start = 0
        for index in 0...span.count
        where index == span.count || span[index] == UInt8(ascii: ".") {
            guard let part = ASCII.number(span, start..<index), part <= 255,
                index - start == 1 || span[start] != UInt8(ascii: "0")
            else { return nil }
            address = address << 8 | UInt32(part)
            parts += 1
            start = index + 1
        }
        return parts == 4 ? address : nil
    }
}
