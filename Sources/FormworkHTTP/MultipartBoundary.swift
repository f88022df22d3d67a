import Groundwork

/// The text that separates the parts of a multipart body (RFC 2046, section 5.1.1).
struct MultipartBoundary: Sendable {
    /// A line that consists of a boundary.
    struct Line {
        /// Where what follows the line begins.
        let end: Int
        /// Whether it ends the last part.
        let isClosing: Bool
    }

    /// What bytes at one place are.
    private enum Match {
        case none
        /// More bytes are needed to tell whether they are a line.
        case begun
        case line(Line)
    }

    /// A line end, two hyphens and the boundary.
    private let delimiter: [UInt8]

    /// Takes the boundary that a media type names; nil when there is none, or one that can't be.
    init?(_ type: MediaType) {
        let named = type.parameters.filter { $0.name == "boundary" }
        guard named.count == 1, let boundary = named.first.map({ Array($0.value.utf8) }),
            1...70 ~= boundary.count, boundary.allSatisfy(Self.mayHold), boundary.last != .space
        else { return nil }
        delimiter = [.cr, .lf, .hyphen, .hyphen] + boundary
    }

    private static func mayHold(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "'()+_,-./:=? ".utf8.contains(byte)
    }

    /// Looks for the first line that is a boundary, or for what may become one.
    ///
    /// - Parameters:
    ///   - input: The bytes that are here.
    ///   - start: Where to begin in them.
    ///   - isAtLineStart: Whether a line begins there.
    ///   - isLast: Whether nothing follows the bytes.
    ///   - mostPadding: The most spaces and tabs behind a boundary.
    /// - Returns: Where the line end before it begins, or where the bytes end, and the line; no line
    ///   when it isn't here or not whole.
    func find(
        in input: Span<UInt8>, from start: Int, isAtLineStart: Bool, isLast: Bool, mostPadding: Int
    ) -> (start: Int, line: Line?) {
        var index = start
        var isLineStart = isAtLineStart
        while index < input.count {
            if isLineStart || input[index] == .cr {
                let skipped = isLineStart ? 2 : 0
                switch match(input, at: index, skipping: skipped, isLast, mostPadding) {
                case .none: break
                case .begun: return (index, nil)
                case .line(let line): return (index, line)
                }
                // The same byte may as well be the line end before a boundary.
                guard !isLineStart else {
                    isLineStart = false
                    continue
                }
            }
            index &+= 1
        }
        return (input.count, nil)
    }

    /// Whether the line holds a boundary and nothing else from an index on.
    private func match(
        _ input: Span<UInt8>, at start: Int, skipping skipped: Int, _ isLast: Bool,
        _ mostPadding: Int
    ) -> Match {
        let unfinished: Match = isLast ? .none : .begun
        let length = delimiter.count - skipped
        for offset in 0..<min(length, input.count - start)
        where input[start + offset] != delimiter[skipped + offset] {
            return .none
        }
        var index = start + length
        guard index < input.count else { return unfinished }
        let isClosing = input[index] == .hyphen
        if isClosing {
            guard index + 1 < input.count else { return unfinished }
            guard input[index + 1] == .hyphen else { return .none }
            index += 2
        }
        let padded = min(index + mostPadding, input.count)
        while index < padded, input[index].isBlank { index += 1 }
        guard index < input.count else {
            // The line end behind the last boundary is often left out.
            return isLast && isClosing ? .line(Line(end: index, isClosing: true)) : unfinished
        }
        guard input[index] == .cr else { return .none }
        guard index + 1 < input.count else { return unfinished }
        guard input[index + 1] == .lf else { return .none }
        return .line(Line(end: index + 2, isClosing: isClosing))
    }
}
