// Small things that every parser here needs over bytes. The unsafe calls of the module are here.

extension [UInt8] {
    /// Adds the bytes of a span.
    ///
    /// - Parameter span: The bytes to add.
    mutating func append(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension Span<UInt8> {
    /// Whether a range holds a lower-case ASCII text, letters compared without case.
    ///
    /// - Parameters:
    ///   - lowercase: The text, without capitals.
    ///   - range: Where to look, within the span.
    /// - Returns: Whether all bytes agree.
    func matches(_ lowercase: String, in range: Range<Int>) -> Bool {
        let expected = lowercase.utf8
        guard expected.count == range.count else { return false }
        var index = range.lowerBound
        for byte in expected {
            guard self[index].asciiLowercase == byte else { return false }
            index &+= 1
        }
        return true
    }

    /// The range without spaces and tabs at its ends; nothing else is white here.
    ///
    /// - Parameter range: A range within the span.
    /// - Returns: The range of what is left, maybe empty.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, self[start].isBlank { start &+= 1 }
        while end > start, self[end &- 1].isBlank { end &-= 1 }
        return start..<end
    }

    /// The text of a range: UTF-8 where it is valid, else each byte as one Latin-1 character.
    ///
    /// - Parameter range: A range within the span.
    /// - Returns: The text.
    func text(in range: Range<Int>) -> String {
        let part = extracting(range)
        if let text = part.utf8Text { return text }
        var text = ""
        for index in part.indices { text.unicodeScalars.append(Unicode.Scalar(part[index])) }
        return text
    }

    /// The text of all bytes, nil when they are no UTF-8.
    var utf8Text: String? {
        unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) }
    }
}

extension UInt8 {
    /// The byte, a capital ASCII letter as its small one.
    var asciiLowercase: UInt8 {
        self &- 0x41 < 26 ? self | 0x20 : self
    }

    /// Whether the byte is a space or a tab: OWS of RFC 9110, section 5.6.3.
    var isBlank: Bool {
        self == 0x20 || self == 0x09
    }

    /// The value of a hexadecimal digit, nil for any other byte.
    var hexDigit: UInt8? {
        switch self {
        case 0x30...0x39: self &- 0x30
        case 0x41...0x46: self &- 0x37
        case 0x61...0x66: self &- 0x57
        default: nil
        }
    }

    /// Carriage return.
    static let cr: UInt8 = 0x0D
    /// Line feed.
    static let lf: UInt8 = 0x0A
    /// Space.
    static let space: UInt8 = 0x20
    /// Percent sign.
    static let percent: UInt8 = 0x25
    /// Solidus.
    static let slash: UInt8 = 0x2F
    /// Question mark.
    static let question: UInt8 = 0x3F
    /// Comma.
    static let comma: UInt8 = 0x2C
    /// Colon.
    static let colon: UInt8 = 0x3A
    /// Semicolon.
    static let semicolon: UInt8 = 0x3B
    /// Equals sign.
    static let equals: UInt8 = 0x3D
    /// Quotation mark.
    static let quote: UInt8 = 0x22
    /// Reverse solidus.
    static let backslash: UInt8 = 0x5C
}
