/// What a byte may be part of: one bit a class, one table of 256 entries.
struct ByteClass: OptionSet {
    /// The bits.
    let rawValue: UInt16

    /// A character of a token: of methods and field names (RFC 9110, section 5.6.2).
    static let token = ByteClass(rawValue: 1)
    /// A character that a request target may hold as sent: visible ASCII but `#`.
    ///
    /// That is wider than RFC 3986, since browsers send `|`, `"`, `{` and the like in queries.
    static let target = ByteClass(rawValue: 2)
    /// A character of a field's value: visible, space, tab, or from 0x80 (RFC 9110, section 5.5).
    static let fieldValue = ByteClass(rawValue: 4)
    /// A digit from 0 to 9.
    static let digit = ByteClass(rawValue: 8)
    /// A character of a cookie's value (RFC 6265, section 4.1.1).
    static let cookie = ByteClass(rawValue: 16)
    /// A character of a host name: letter, digit, `-`, `.` or `_`.
    static let hostName = ByteClass(rawValue: 32)
    /// A byte that percent-encoding for forms leaves as it is.
    static let formUnescaped = ByteClass(rawValue: 64)
    /// A character within a segment of a path that needs no second look.
    static let plainPath = ByteClass(rawValue: 128)
    /// A character of an entity tag (RFC 9110, section 8.8.3).
    static let entityTag = ByteClass(rawValue: 256)

    /// The classes of every byte.
    static let table = InlineArray<256, UInt16> { classes(of: UInt8($0)).rawValue }

    /// Whether the byte is in this class, or in one of these.
    ///
    /// - Parameter byte: Any byte.
    /// - Returns: Whether it belongs here.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        ByteClass.table[Int(byte)] & rawValue != 0
    }

    /// Works out the classes of a byte, for the table.
    private static func classes(of byte: UInt8) -> ByteClass {
        var classes: ByteClass = []
        let isDigit = (0x30...0x39).contains(byte)
        let isAlphanumeric = isDigit || (0x61...0x7A).contains(byte | 0x20)
        let isVisible = (0x21...0x7E).contains(byte)
        if isDigit { classes.insert(.digit) }
        if isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte) { classes.insert(.token) }
        if isVisible, byte != UInt8(ascii: "#") { classes.insert(.target) }
        if isVisible, !"%/?#.\\".utf8.contains(byte) { classes.insert(.plainPath) }
        if isVisible || byte == 0x20 || byte == 0x09 || byte >= 0x80 { classes.insert(.fieldValue) }
        if isVisible, !"\",;\\".utf8.contains(byte) { classes.insert(.cookie) }
        if isAlphanumeric || "-._".utf8.contains(byte) { classes.insert(.hostName) }
        if isAlphanumeric || "*-._".utf8.contains(byte) { classes.insert(.formUnescaped) }
        if (isVisible && byte != .quote) || byte >= 0x80 { classes.insert(.entityTag) }
        return classes
    }
}
