// Small things that every parser here needs over bytes. The unsafe calls of the module are here.

import Groundwork

extension [UInt8] {
    /// Adds the bytes of a span.
    ///
    /// - Parameter span: The bytes to add.
    mutating func append(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Adds the digits of a number.
    ///
    /// - Parameter number: The number, not negative.
    mutating func append(decimal number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
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
        let expected = lowercase.utf8Span.span
        guard expected.count == range.count else { return false }
        let part = extracting(range)
        for index in part.indices where ASCII.lowercased(part[index]) != expected[index] {
            return false
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
        guard let valid = try? UTF8Span(validating: self) else { return nil }
        return String(copying: valid)
    }

    /// The first index from `start` on whose byte is not of a class, at most `limit`.
    ///
    /// - Parameters:
    ///   - byteClass: The class.
    ///   - start: Where to begin.
    ///   - limit: Where to stop, maybe beyond the span.
    /// - Returns: Where the run ends.
    @inline(__always)
    func endOfRun(of byteClass: ByteClass, from start: Int, limit: Int) -> Int {
        let end = Swift.min(count, limit)
        var index = start
        while index < end, byteClass.contains(self[index]) { index &+= 1 }
        return index
    }

    /// The first index from `start` on whose byte can't be of a field's value, at most `limit`.
    ///
    /// Values are most of a head, so eight bytes are looked at in one number while none of them
    /// is a control character (the tab, which may be, ends that as well).
    ///
    /// - Parameters:
    ///   - start: Where to begin.
    ///   - limit: Where to stop, maybe beyond the span.
    /// - Returns: Where the run ends.
    func endOfFieldValue(from start: Int, limit: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let spaces = ones &* 0x20
        let deletes = ones &* 0x7F
        let highBits = ones &* 0x80
        let raw = unsafe bytes
        let end = Swift.min(count, limit)
        var index = start
        while end &- index >= 8 {
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            let controls = (word &- spaces) & ~word
            let delete = word ^ deletes
            let found = controls | ((delete &- ones) & ~delete)
            guard found & highBits == 0 else { break }
            index &+= 8
        }
        return endOfRun(of: .fieldValue, from: index, limit: limit)
    }

    /// Whether all bytes may be of a field's value.
    var isFieldValue: Bool { endOfFieldValue(from: 0, limit: count) == count }
}

extension String {
    /// Whether all bytes of the text are of a class.
    ///
    /// - Parameter byteClass: The class.
    /// - Returns: Whether they are; true for an empty text.
    func isAll(_ byteClass: ByteClass) -> Bool {
        let span = utf8Span.span
        return span.endOfRun(of: byteClass, from: 0, limit: span.count) == span.count
    }
}

extension UInt8 {
    /// Whether the byte is a space or a tab: OWS of RFC 9110, section 5.6.3.
    var isBlank: Bool {
        self == 0x20 || self == 0x09
    }

    /// Carriage return.
    static let cr: UInt8 = 0x0D
    /// Line feed.
    static let lf: UInt8 = 0x0A
    /// Space.
    static let space: UInt8 = 0x20
    /// Percent sign.
    static let percent: UInt8 = 0x25
    /// Plus sign.
    static let plus: UInt8 = 0x2B
    /// Hyphen.
    static let hyphen: UInt8 = 0x2D
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
