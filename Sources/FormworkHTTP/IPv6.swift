import Groundwork

/// The text form of IPv6 addresses (RFC 3986, section 3.2.2), without zone.
enum IPv6 {
    /// Whether bytes are an address: eight groups, or fewer around one `::`, and the last two
    /// maybe as an IPv4 address.
    ///
    /// - Parameter span: The bytes, without brackets.
    /// - Returns: Whether they are one.
    static func isAddress(_ span: Span<UInt8>) -> Bool {
        var groups = 0
        var hasGap = false
        var index = 0
        if span.count >= 2, span[0] == .colon {
            guard span[1] == .colon else { return false }
            hasGap = true
            index = 2
        }
        while index < span.count {
            let start = index
            while index < span.count, ASCII.hexValue(span[index]) != nil { index += 1 }
            if index < span.count, span[index] == UInt8(ascii: ".") {
                guard isIPv4(span.extracting(start..<span.count)) else { return false }
                groups += 2
                break
            }
            guard (1...4).contains(index - start) else { return false }
            groups += 1
            guard index < span.count else { break }
            guard span[index] == .colon, index + 1 < span.count else { return false }
            index += 1
            if span[index] == .colon {
                guard !hasGap else { return false }
                hasGap = true
                index += 1
            }
        }
        return hasGap ? groups < 8 : groups == 8
    }

    /// Whether bytes are four numbers up to 255 with dots between them.
    private static func isIPv4(_ span: Span<UInt8>) -> Bool {
        var parts = 0
        var start = 0
        for index in 0...span.count
        where index == span.count || span[index] == UInt8(ascii: ".") {
            guard index - start <= 3, let number = ASCII.number(span, start..<index), number <= 255
            else { return false }
            parts += 1
            start = index + 1
        }
        return parts == 4
    }
}
