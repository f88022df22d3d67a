/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
    /// The first 96 bits of an IPv4 address within IPv6 (RFC 4291, section 2.5.5.2).
    private static let mapped: UInt128 = 0xFFFF << 32

    /// The address in 128 bits; both ways to write an IPv4 address come to the same.
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
