/// The protocol version of a message: two digits.
package struct Version: Hashable, Comparable, Sendable {
    /// The digit before the point.
    package let major: UInt8
    /// The digit after the point.
    package let minor: UInt8

    /// Makes a version of its two digits.
    ///
    /// - Parameters:
    ///   - major: The digit before the point.
    ///   - minor: The digit after the point.
    package init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    /// HTTP/1.0 (RFC 1945).
    package static let http10 = Version(major: 1, minor: 0)
    /// HTTP/1.1 (RFC 9112).
    package static let http11 = Version(major: 1, minor: 1)

    /// Orders versions by major, then minor digit.
    package static func < (left: Version, right: Version) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}

extension Version: CustomStringConvertible {
    /// The version's text in a request line.
    package var description: String { "HTTP/\(major).\(minor)" }
}
