extension JSON {
    /// Reads a whole JSON text.
    ///
    /// Stricter than RFC 8259 where it leaves a choice: duplicate names, a byte-order mark and
    /// escapes of lone surrogates are refused.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - maximumDepth: How many arrays and objects may stand in each other, 0 to 512.
    /// - Returns: The value.
    /// - Throws: The first failure with its position.
    package static func parse(
        _ bytes: [UInt8], maximumDepth: Int = 64
    ) throws(JSON.Failure) -> JSON {
        try parse(bytes.span, maximumDepth: maximumDepth)
    }

    /// Reads a whole JSON text from borrowed bytes.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - maximumDepth: How many arrays and objects may stand in each other, 0 to 512.
    /// - Returns: The value.
    /// - Throws: The first failure with its position.
    package static func parse(
        _ bytes: Span<UInt8>, maximumDepth: Int = 64
    ) throws(JSON.Failure) -> JSON {
        var reader = JSONReader(maximumDepth: min(maximumDepth, JSONReader.deepest))
        return try reader.document(bytes)
    }
}

/// The reading position in a JSON text; the bytes are handed to every call.
struct JSONReader {
    /// The most nested containers that a caller can ask for, so that the stack always suffices.
    static let deepest = 512

    /// How many containers may stand in each other.
    let maximumDepth: Int
    /// The next byte.
    var position = 0

    init(maximumDepth: Int) {
        self.maximumDepth = maximumDepth
    }

    /// Reads one value and requires that nothing but white space follows.
    mutating func document(_ bytes: Span<UInt8>) throws(JSON.Failure) -> JSON {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw JSON.Failure(.byteOrderMark, at: 0, in: bytes)
        }
        let value = try value(bytes, depth: 0)
        guard next(bytes) == nil else { throw failure(.trailingData, bytes) }
        return value
    }

    /// Reads the value that begins at or after the position; `depth` containers surround it.
    private mutating func value(
        _ bytes: Span<UInt8>, depth: Int
    ) throws(JSON.Failure) -> JSON {
        guard let first = next(bytes) else { throw failure(.endOfText, bytes) }
        switch first {
        case UInt8(ascii: "\""):
            position += 1
            return .string(try string(bytes))
        case UInt8(ascii: "{"):
            return .object(try object(bytes, depth: try deeper(depth, bytes)))
        case UInt8(ascii: "["):
            return .array(try array(bytes, depth: try deeper(depth, bytes)))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number(bytes))
        case UInt8(ascii: "t"): return try literal("true", .bool(true), bytes)
        case UInt8(ascii: "f"): return try literal("false", .bool(false), bytes)
        case UInt8(ascii: "n"): return try literal("null", .null, bytes)
        default: throw failure(.expectedValue, bytes)
        }
    }

    private func deeper(_ depth: Int, _ bytes: Span<UInt8>) throws(JSON.Failure) -> Int {
        guard depth < maximumDepth else {
            throw failure(.tooDeep(limit: maximumDepth), bytes)
        }
        return depth + 1
    }

    private mutating func array(
        _ bytes: Span<UInt8>, depth: Int
    ) throws(JSON.Failure) -> [JSON] {
        position += 1
        var elements: [JSON] = []
        if next(bytes) == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            elements.append(try value(bytes, depth: depth))
            if try isLast(bytes, closing: UInt8(ascii: "]")) { return elements }
        }
    }

    private mutating func object(
        _ bytes: Span<UInt8>, depth: Int
    ) throws(JSON.Failure) -> JSON.Object {
        position += 1
        var members = DistinctMembers()
        if next(bytes) == UInt8(ascii: "}") {
            position += 1
            return JSON.Object(distinct: members.list)
        }
        while true {
            guard let quote = next(bytes) else { throw failure(.endOfText, bytes) }
            guard quote == UInt8(ascii: "\"") else { throw failure(.expectedName, bytes) }
            let start = position
            position += 1
            let name = try string(bytes)
            guard members.isNew(name) else {
                throw JSON.Failure(.duplicateName(name), at: start, in: bytes)
            }
            guard let colon = next(bytes) else { throw failure(.endOfText, bytes) }
            guard colon == UInt8(ascii: ":") else { throw failure(.expectedColon, bytes) }
            position += 1
            members.append(name, try value(bytes, depth: depth))
            if try isLast(bytes, closing: UInt8(ascii: "}")) {
                return JSON.Object(distinct: members.list)
            }
        }
    }

    /// Passes the comma or the closing bracket after an element, and says whether it was the latter.
    private mutating func isLast(
        _ bytes: Span<UInt8>, closing: UInt8
    ) throws(JSON.Failure) -> Bool {
        guard let byte = next(bytes) else { throw failure(.endOfText, bytes) }
        guard byte == closing || byte == UInt8(ascii: ",") else {
            throw failure(.expectedCommaOrEnd, bytes)
        }
        position += 1
        return byte == closing
    }

    private mutating func literal(
        _ word: StaticString, _ value: JSON, _ bytes: Span<UInt8>
    ) throws(JSON.Failure) -> JSON {
        var end = position
        for byte in String(describing: word).utf8 {
            guard end < bytes.count else {
                throw JSON.Failure(.endOfText, at: end, in: bytes)
            }
            guard bytes[end] == byte else { throw failure(.expectedValue, bytes) }
            end += 1
        }
        position = end
        return value
    }

    /// Passes white space (RFC 8259, section 2) and shows the byte that follows it.
    private mutating func next(_ bytes: Span<UInt8>) -> UInt8? {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return byte
            }
        }
        return nil
    }

    /// A failure at the position.
    func failure(_ reason: JSON.Failure.Reason, _ bytes: Span<UInt8>) -> JSON.Failure {
        JSON.Failure(reason, at: position, in: bytes)
    }
}

extension JSONReader {
    /// Reads the number that begins at the position.
    mutating func number(_ bytes: Span<UInt8>) throws(JSON.Failure) -> JSON.Number {
        let start = position
        guard Self.scanNumber(bytes, &position) else { throw failure(.invalidNumber, bytes) }
        return JSON.Number(checked: try text(bytes, start..<position))
    }

    /// Passes one number of RFC 8259, section 6.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - position: The first byte; afterwards the byte behind the number, or the one at fault.
    /// - Returns: Whether a number stands there.
    static func scanNumber(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let start = position
        guard scanDigits(bytes, &position) else { return false }
        if bytes[start] == UInt8(ascii: "0"), position > start + 1 {
            position = start + 1
            return false
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard scanDigits(bytes, &position) else { return false }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "+"), UInt8(ascii: "-"): position += 1
                default: break
                }
            }
            guard scanDigits(bytes, &position) else { return false }
        }
        return true
    }

    /// Passes digits and says whether there was one.
    private static func scanDigits(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        let start = position
        while position < bytes.count, ASCII.isDigit(bytes[position]) { position += 1 }
        return position > start
    }
}

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

    /// Skips unescaped text, up to the next quote or backslash.
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
