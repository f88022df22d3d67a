extension JSONReader {
    /// Reads the rest of a string whose opening quote has been passed.
    mutating func string(_ bytes: Span<UInt8>) throws(JSON.Failure) -> String {
        let start = position
        try scanRun(bytes)
        let first = try text(bytes, start..<position)
        if bytes[position] == UInt8(ascii: "\"") {
            position += 1
            return first
        }
        return try escapedString(bytes, after: first)
    }

    /// Goes on with a string at its first backslash.
    private mutating func escapedString(
        _ bytes: Span<UInt8>, after first: String
    ) throws(JSON.Failure) -> String {
        var result = first
        while bytes[position] == UInt8(ascii: "\\") {
            result.unicodeScalars.append(try escape(bytes))
            let start = position
            try scanRun(bytes)
            result += try text(bytes, start..<position)
        }
        position += 1
        return result
    }

    /// Passes what stands for itself, up to the next quote or backslash.
    private mutating func scanRun(_ bytes: Span<UInt8>) throws(JSON.Failure) {
        var index = position
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            index += 1
        }
        position = index
        guard index < bytes.count else { throw failure(.endOfText, bytes) }
        guard bytes[index] >= 0x20 else { throw failure(.controlCharacter, bytes) }
    }

    /// The text of a run, checked to be UTF-8.
    func text(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(JSON.Failure) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes.extracting(range)))
        } catch {
            let offset = range.lowerBound + error.byteOffsets.lowerBound
            throw JSON.Failure(.invalidUTF8, at: offset, in: bytes)
        }
    }

    /// Reads one escape, whose backslash is at the position (RFC 8259, section 7).
    private mutating func escape(_ bytes: Span<UInt8>) throws(JSON.Failure) -> Unicode.Scalar {
        let start = position
        guard start + 1 < bytes.count else {
            throw JSON.Failure(.endOfText, at: bytes.count, in: bytes)
        }
        position += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(bytes, from: start)
        default: throw JSON.Failure(.invalidEscape, at: start, in: bytes)
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair.
    private mutating func unicodeEscape(
        _ bytes: Span<UInt8>, from start: Int
    ) throws(JSON.Failure) -> Unicode.Scalar {
        let first = try hexUnit(bytes, from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        let second = position
        guard UTF16.isLeadSurrogate(UInt16(first)), second + 1 < bytes.count,
            bytes[second] == UInt8(ascii: "\\"), bytes[second + 1] == UInt8(ascii: "u")
        else { throw JSON.Failure(.loneSurrogate, at: start, in: bytes) }
        position += 2
        let trail = try hexUnit(bytes, from: second)
        guard 0xDC00...0xDFFF ~= trail,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (trail - 0xDC00))
        else { throw JSON.Failure(.loneSurrogate, at: start, in: bytes) }
        return scalar
    }

    /// Reads four hexadecimal digits of the escape that began at `start`.
    private mutating func hexUnit(
        _ bytes: Span<UInt8>, from start: Int
    ) throws(JSON.Failure) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw failure(.endOfText, bytes) }
            guard let digit = ASCII.hexValue(bytes[position]) else {
                throw JSON.Failure(.invalidEscape, at: start, in: bytes)
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }
}
