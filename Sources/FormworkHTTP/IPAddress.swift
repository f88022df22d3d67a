import Groundwork

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
    /// The first 96 bits of an IPv4 address within IPv6 (RFC 4291, section 2.5.5.2).
    private static let mapped: UInt128 = 0xFFFF << 32

    /// The address in 128 bits; an IPv4 address has one value, however it is written.
    let number: UInt128

    /// Reads an address, without brackets, port or zone.
    ///
    /// - Parameter text: Such as `127.0.0.1` or `::1`.
    package init?(_ text: String) {
        self.init(text.utf8Span.span)
    }

    /// Whether it leads to this machine alone: `127.0.0.0/8` and `::1`.
    package var isLoopback: Bool {
        number == 1 || number >> 24 == Self.mapped >> 24 | 127
    }

    private init(number: UInt128) {
        self.number = number
    }

    /// What counts as one client: the address itself, or the first of the /64 network of an IPv6 one, in
    /// which one machine may have as many addresses as it likes.
    package var client: IPAddress {
        number >> 32 == 0xFFFF ? self : IPAddress(number: number & (UInt128.max << 64))
    }

    fileprivate init?(_ span: Span<UInt8>) {
        if let number = IPv4.number(span) {
            self.number = Self.mapped | UInt128(number)
        } else if let number = IPv6.number(span) {
            self.number = number
        } else {
            return nil
        }
    }
}

/// Addresses that begin with the same bits (RFC 4632, section 3.1).
package struct IPAddressRange: Hashable, Sendable {
    private let first: UInt128
    private let mask: UInt128

    /// Reads one address, or a range of them.
    ///
    /// - Parameter text: Such as `127.0.0.1`, `10.0.0.0/8` or `2001:db8::/32`.
    package init?(_ text: String) {
        let parts = text.utf8.split(
            separator: .slash, maxSplits: 1, omittingEmptySubsequences: false
        ).compactMap { String($0) }
        guard let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
        var freeBits = 0
        if parts.count == 2 {
            let width = parts[0].utf8.contains(.colon) ? 128 : 32
            guard let length = Int(parts[1]), 0...width ~= length, String(length) == parts[1] else {
                return nil
            }
            freeBits = width - length
        }
        mask = UInt128.max << freeBits
        first = address.number & mask
    }

    /// Whether an address is one of them.
    package func contains(_ address: IPAddress) -> Bool {
        address.number & mask == first
    }
}

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
