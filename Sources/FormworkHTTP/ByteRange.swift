/// A part of a body as a client asks for it (RFC 9110, section 14.1.2).
package enum ByteRange: Sendable, Equatable {
    /// The bytes from one on, to another one or to the end.
    case from(first: Int, last: Int?)
    /// So many bytes at the end.
    case suffix(Int)

    /// Reads the value of `Range`; nil when the whole is to be sent instead.
    ///
    /// That is so for other units, for what doesn't follow the grammar, and for more than one range:
    /// many small ones would cost much more to send than the whole (RFC 9110, section 17.15).
    /// Numbers that are too large count as the largest one.
    ///
    /// - Parameter text: The value.
    package init?(_ text: String) {
        var reader = FieldReader(text)
        guard reader.takesBytesUnit() else { return nil }
        var found: ByteRange?
        while !reader.isAtEnd {
            reader.skipBlanks()
            if !reader.isAtEndOfElement {
                guard found == nil, let range = ByteRange(&reader) else { return nil }
                found = range
                reader.skipBlanks()
            }
            guard reader.isAtEnd || reader.take(.comma) else { return nil }
        }
        guard let found else { return nil }
        self = found
    }

    private init?(_ reader: inout FieldReader) {
        if let first = reader.clampedNumber() {
            guard reader.take(.hyphen) else { return nil }
            let last = reader.clampedNumber()
            if let last, last < first { return nil }
            self = .from(first: first, last: last)
        } else {
            guard reader.take(.hyphen), let count = reader.clampedNumber() else { return nil }
            self = .suffix(count)
        }
    }

    /// The bytes that are asked for.
    ///
    /// - Parameter length: The length of the whole, in bytes.
    /// - Returns: Where they lie; nil when there are none (RFC 9110, section 15.5.17).
    package func resolved(in length: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            guard first < length else { return nil }
            guard let last, last < length else { return first..<length }
            return first..<last + 1
        case .suffix(let count):
            guard count > 0, length > 0 else { return nil }
            return length - min(count, length)..<length
        }
    }
}

extension FieldReader {
    /// Takes `bytes=`.
    fileprivate mutating func takesBytesUnit() -> Bool {
        skipBlanks()
        return foldedToken() == "bytes" && take(.equals)
    }
}
