internal import Groundwork

/// Walks the members of one JSON object in place and tells where each name and value stands.
///
/// It looks at the outer level alone and takes the object's checksum for its grammar, so that a start
/// needn't build a tree for every record. It never reads past its range, whatever the bytes are.
struct ObjectScanner {
    private var position: Int
    private let end: Int

    /// A member: where its name stands without quotes, and where its value stands.
    struct Member {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// Begins a walk.
    ///
    /// - Parameter range: Where the object stands, from brace to brace.
    init(_ range: Range<Int>) {
        position = range.lowerBound + 1
        end = range.upperBound
    }

    /// Finds the next member.
    ///
    /// - Parameter bytes: The bytes in which the object stands.
    /// - Returns: The member, or `nil` at the object's end and where the bytes are no object.
    mutating func next(in bytes: Span<UInt8>) -> Member? {
        skipSpace(bytes, andComma: true)
        guard let name = skipString(bytes) else { return nil }
        skipSpace(bytes)
        guard position < end, bytes[position] == UInt8(ascii: ":") else { return nil }
        position += 1
        skipSpace(bytes)
        let start = position
        guard skipValue(bytes) else { return nil }
        return Member(name: name, value: start..<position)
    }

    /// Finds the next element of an array; the scanner was made with the array's range.
    ///
    /// - Parameter bytes: The bytes in which the array stands.
    /// - Returns: Where the element stands, or `nil` at the end.
    mutating func nextElement(in bytes: Span<UInt8>) -> Range<Int>? {
        skipSpace(bytes, andComma: true)
        guard position < end, bytes[position] != UInt8(ascii: "]") else { return nil }
        let start = position
        guard skipValue(bytes) else { return nil }
        return start..<position
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>, andComma: Bool = false) {
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): position += 1
            case UInt8(ascii: ",") where andComma: position += 1
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

    /// Steps over one value; brackets are counted, not nested calls, so depth costs nothing.
    private mutating func skipValue(_ bytes: Span<UInt8>) -> Bool {
        let start = position
        var depth = 0
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard skipString(bytes) != nil else { return false }
                if depth == 0 { return true }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return position > start }
                depth -= 1
                position += 1
                if depth == 0 { return true }
            case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\t"):
                if depth == 0 { return position > start }
                position += 1
            default: position += 1
            }
        }
        return false
    }
}
