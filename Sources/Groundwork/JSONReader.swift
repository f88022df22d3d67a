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
