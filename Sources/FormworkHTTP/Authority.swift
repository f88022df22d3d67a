import Groundwork

/// A host with an optional port: the value of `Host`, the authority of a URI.
package struct Authority: Hashable, Sendable {
    /// The host in small letters, an IPv6 address in its brackets.
    package let host: String
    /// The port, nil when none was given.
    package let port: Int?

    /// Reads an authority; nil for user information, lists, empty hosts and the like.
    ///
    /// - Parameter text: Such as `books.example`, `127.0.0.1:8080` or `[::1]:80`.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let parts = Parts(bytes.span, in: 0..<bytes.count) else { return nil }
        host = ASCII.lowercased(bytes.span.text(in: parts.host))
        port = parts.port
    }

    /// The host without the brackets of an IPv6 address.
    package var unbracketedHost: String {
        host.utf8.first == UInt8(ascii: "[") ? String(host.dropFirst().dropLast()) : host
    }

    /// Where the parts of an authority lie among other bytes.
    struct Parts {
        /// The host, with brackets.
        let host: Range<Int>
        /// The port.
        let port: Int?

        /// Finds the parts; nil when the bytes are no host with an optional port.
        ///
        /// - Parameters:
        ///   - span: The bytes.
        ///   - range: Where the authority lies.
        init?(_ span: Span<UInt8>, in range: Range<Int>) {
            var end = range.lowerBound
            if end < range.upperBound, span[end] == UInt8(ascii: "[") {
                while end < range.upperBound, span[end] != UInt8(ascii: "]") { end += 1 }
                guard end < range.upperBound,
                    IPv6.isAddress(span.extracting(range.lowerBound + 1..<end))
                else { return nil }
                end += 1
            } else {
                while end < range.upperBound, ByteClass.hostName.contains(span[end]) { end += 1 }
                guard Parts.isName(span.extracting(range.lowerBound..<end)) else { return nil }
            }
            host = range.lowerBound..<end
            guard end < range.upperBound else {
                port = nil
                return
            }
            guard span[end] == .colon else { return nil }
            guard end + 1 < range.upperBound else {
                port = nil
                return
            }
            let digits = end + 1..<range.upperBound
            guard digits.count <= 5, let number = ASCII.number(span, digits), number <= 65535
            else { return nil }
            port = number
        }

        /// Whether characters of host names are one: labels that aren't empty, one dot at the end.
        private static func isName(_ span: Span<UInt8>) -> Bool {
            guard !span.isEmpty, span.count <= 255 else { return false }
            var previous = UInt8(ascii: ".")
            for index in span.indices {
                if span[index] == UInt8(ascii: "."), previous == UInt8(ascii: ".") { return false }
                previous = span[index]
            }
            return true
        }
    }
}

extension Authority: CustomStringConvertible {
    /// The authority as text.
    package var description: String { port.map { "\(host):\($0)" } ?? host }
}
