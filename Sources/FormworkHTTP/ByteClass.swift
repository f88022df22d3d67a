/// What a byte may be part of: one bit a class, one table of 256 entries.
struct ByteClass: OptionSet {
    /// The bits.
    let rawValue: UInt8

    /// A character of a token: of methods and field names (RFC 9110, section 5.6.2).
    static let token = ByteClass(rawValue: 1)
    /// A character that a request target may hold as sent: visible ASCII but `#`.
    ///
    /// That is wider than RFC 3986, since browsers send `|`, `"`, `{` and the like in queries.
    static let target = ByteClass(rawValue: 2)
    /// A character of a field's value: visible, space, tab, or from 0x80 (RFC 9110, section 5.5).
    static let fieldValue = ByteClass(rawValue: 4)
    /// A character of a cookie's value (RFC 6265, section 4.1.1).
    static let cookie = ByteClass(rawValue: 8)
    /// A character of a host name: letter, digit, `-`, `.` or `_`.
    static let hostName = ByteClass(rawValue: 16)
    /// A byte that percent-encoding for forms leaves as it is.
    static let formUnescaped = ByteClass(rawValue: 32)
    /// A character within a segment of a path that needs no second look.
    static let plainPath = ByteClass(rawValue: 64)
    /// A character of an entity tag (RFC 9110, section 8.8.3).
    static let entityTag = ByteClass(rawValue: 128)

    /// Whether the byte is in this class, or in one of these.
    ///
    /// - Parameter byte: Any byte.
    /// - Returns: Whether it belongs here.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        ByteClass.table[Int(byte)] & rawValue != 0
    }
}
