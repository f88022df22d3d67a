/// Walks one JSON object or array in place and tells where each name and value stands.
///
/// It looks at the outer level alone and takes the object's checksum for its grammar, so that a start
/// needn't build a tree for every record. It never reads past its range, whatever the bytes are.
struct ObjectScanner {
    private var position: Int
    private let end: Int

    /// Begins a walk.
    ///
    /// - Parameter range: Where the object or array stands, from bracket to bracket.
    init(_ range: Range<Int>) {
        position = range.lowerBound + 1
        end = range.upperBound
    }

    /// Finds the next member; its value must be stepped over before the next name.
    ///
    /// - Parameter bytes: The bytes in which the object stands.
    /// - Returns: Where its name stands without quotes, or `nil` at the end.
    mutating func nextName(in bytes: Span<UInt8>) -> Range<Int>? {
        skipSpace(bytes, andCommas: true)
        guard let name = skipString(bytes) else { return nil }
        skipSpace(bytes)
        guard position < end, bytes[position] == UInt8(ascii: ":") else { return nil }
        position += 1
        return name
    }

    /// Steps over the value that comes next in an object or an array.
    ///
    /// Brackets are counted, so depth costs nothing.
    ///
    /// - Parameter bytes: The bytes in which it stands.
    /// - Returns: Where the value stands, or `nil` at the end.
    mutating func nextValue(in bytes: Span<UInt8>) -> Range<Int>? {
        skipSpace(bytes, andCommas: true)
        let start = position
        var depth = 0
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard skipString(bytes) != nil else { return nil }
                if depth == 0 { return start..<position }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return position > start ? start..<position : nil }
                depth -= 1
                position += 1
                if depth == 0 { return start..<position }
            case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                if depth == 0 { return start..<position }
                position += 1
            default: position += 1
            }
        }
        return nil
    }

    /// Steps over the array that comes next in an object.
    ///
    /// - Parameter bytes: The bytes in which it stands.
    /// - Returns: Where its elements stand; `nil`, and no step, where the next value is no array.
    mutating func nextElements(in bytes: Span<UInt8>) -> [Range<Int>]? {
        skipSpace(bytes)
        guard position < end, bytes[position] == UInt8(ascii: "[") else { return nil }
        position += 1
        var elements: [Range<Int>] = []
        while let element = nextValue(in: bytes) { elements.append(element) }
        if position < end, bytes[position] == UInt8(ascii: "]") { position += 1 }
        return elements
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>, andCommas: Bool = false) {
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: ",") where andCommas: position += 1
            default: return
            }
        }
    }

    private mutating func skipString(_ bytes: Span<UInt8>) -> Range<Int>? {
        guard position < end, bytes[position] == UInt8(ascii: "\"") else { return nil }
        position += 1
        let start = position
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return start..<position - 1
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return nil
    }
}
