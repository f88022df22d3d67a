/// Takes a body out of its chunks (RFC 9112, section 7.1), wherever the input is split.
///
/// Extensions and trailers are checked and dropped.
struct ChunkedDecoder: Sendable {
    /// What comes next.
    private enum State {
        case size
        case extensionName, extensionValue, token, quoted, escaped, quotedEnd
        case sizeEnd
        case data, dataEnd, dataLineEnd
        case trailers
    }

    private var state = State.size
    private var size = 0
    private var digits = 0
    private var hasName = false
    private var lineLength = 0
    private var overhead = 0
    private var trailers: HeadScanner
    private let limits: Limits
    private let bodyLimit: Int

    /// A decoder for one body.
    ///
    /// - Parameters:
    ///   - limits: How long the parts of the framing may be.
    ///   - bodyLimit: How long the body may be, in bytes.
    init(limits: Limits, bodyLimit: Int) {
        self.limits = limits
        self.bodyLimit = bodyLimit
        trailers = HeadScanner(trailers: limits)
    }

    /// Goes on with more bytes.
    ///
    /// - Parameters:
    ///   - input: The bytes that are here.
    ///   - start: Where to begin in them.
    ///   - body: Where the data goes.
    /// - Returns: Where the decoder stopped, and whether the body is complete there.
    /// - Throws: `Malformed` at the first byte that can't be, and with 413 for a body past its
    ///   limit.
    mutating func decode(
        _ input: Span<UInt8>, from start: Int, into body: inout [UInt8]
    ) throws(Malformed) -> (next: Int, isComplete: Bool) {
        var index = start
        while index < input.count {
            switch state {
            case .trailers:
                return try trailers.scan(input, from: index)
            case .data:
                let end = index + min(size, input.count - index)
                body.append(input.extracting(index..<end))
                size -= end - index
                index = end
                if size == 0 { state = .dataEnd }
            case .dataEnd, .dataLineEnd:
                guard input[index] == (state == .dataEnd ? .cr : .lf) else {
                    throw .badRequest("a chunk is longer than its size")
                }
                state = state == .dataEnd ? .dataLineEnd : .size
                index += 1
            default:
                lineLength += 1
                guard lineLength <= limits.chunkLine else {
                    throw .badRequest("the line of a chunk's size is too long")
                }
                try readSizeLine(input[index], bodyCount: body.count)
                index += 1
            }
        }
        return (index, false)
    }

    /// Reads one byte of the line that begins a chunk.
    private mutating func readSizeLine(_ byte: UInt8, bodyCount: Int) throws(Malformed) {
        switch (state, byte) {
        case (.size, _) where byte.hexDigit != nil:
            guard digits < 15 else { throw .badRequest("a chunk's size has too many digits") }
            size = size << 4 | Int(byte.hexDigit ?? 0)
            digits += 1
        case (.size, .cr) where digits > 0, (.extensionName, .cr) where hasName,
            (.token, .cr) where hasName, (.quotedEnd, .cr):
            state = .sizeEnd
        case (.size, .semicolon) where digits > 0, (.extensionName, .semicolon) where hasName,
            (.token, .semicolon) where hasName, (.quotedEnd, .semicolon):
            state = .extensionName
            hasName = false
        case (.extensionName, .equals) where hasName:
            state = .extensionValue
        case (.extensionValue, .quote):
            state = .quoted
        case (.quoted, .quote):
            state = .quotedEnd
        case (.quoted, .backslash):
            state = .escaped
        case (.quoted, _) where ByteClass.fieldValue.contains(byte):
            break
        case (.escaped, _) where ByteClass.fieldValue.contains(byte):
            state = .quoted
        case (.extensionName, _) where ByteClass.token.contains(byte):
            hasName = true
        case (.extensionValue, _) where ByteClass.token.contains(byte):
            state = .token
        case (.token, _) where ByteClass.token.contains(byte):
            break
        case (.sizeEnd, .lf):
            try beginChunk(bodyCount: bodyCount)
        default:
            throw .badRequest("a chunk begins with a bad line")
        }
    }

    /// Begins the data of a chunk, or the trailers after the last.
    private mutating func beginChunk(bodyCount: Int) throws(Malformed) {
        guard size <= bodyLimit - bodyCount else {
            throw Malformed(.contentTooLarge, "the body is too large")
        }
        overhead += lineLength + 2
        guard overhead <= limits.chunkOverhead || overhead / 4 <= bodyCount + size else {
            throw .badRequest("the chunks are too small")
        }
        state = size == 0 ? .trailers : .data
        digits = 0
        lineLength = 0
    }
}
