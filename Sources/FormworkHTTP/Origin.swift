import Groundwork

/// The scheme and the authority of a site, as browsers send them in `Origin` (RFC 6454, section 7).
package struct Origin: Hashable, Sendable {
    /// Why a text is no origin.
    package enum Fault: Error, Sendable, Equatable {
        /// It doesn't begin with `http://` or `https://`.
        case scheme
        /// The host holds letters beyond ASCII, which browsers send in another spelling: this one.
        case notASCII(String)
        /// What follows isn't a host with an optional port, and nothing else.
        case authority
    }

    /// Whether the scheme is https.
    package let isSecure: Bool
    /// The host in small letters, an IPv6 address in its brackets.
    package let host: String
    /// The port; the scheme's own where none was given.
    package let port: Int

    /// Takes the parts of an origin.
    ///
    /// - Parameters:
    ///   - isSecure: Whether the scheme is https.
    ///   - authority: The host with its port.
    package init(isSecure: Bool, _ authority: Authority) {
        self.isSecure = isSecure
        host = authority.host
        port = authority.port ?? (isSecure ? 443 : 80)
    }

    /// Reads an origin.
    ///
    /// - Parameter text: Such as `https://books.example` or `http://127.0.0.1:8080`.
    /// - Throws: `Fault` for what no browser sends.
    package init(_ text: String) throws(Fault) {
        let bytes = Array(text.utf8)
        let schemes = [(false, Array("http://".utf8)), (true, Array("https://".utf8))]
        let found = schemes.first { _, scheme in
            bytes.prefix(scheme.count).map(ASCII.lowercased) == scheme
        }
        guard let (isSecure, scheme) = found else { throw .scheme }
        let rest = String(decoding: bytes.dropFirst(scheme.count), as: UTF8.self)
        guard let authority = Authority(rest) else {
            if let host = Punycode.host(rest), Authority(host) != nil { throw .notASCII(host) }
            throw .authority
        }
        self.init(isSecure: isSecure, authority)
    }
}
