import Groundwork

/// Takes a body out of its chunks (RFC 9112, section 7.1), wherever the input is split.
///
/// Extensions are checked and dropped. The decoder stops behind the line of the last chunk, where
/// the trailers begin.
struct ChunkedDecoder: Sendable {
    /// The part that is read next.
    private enum State {
        case size
        case extensionName, extensionValue, token, quoted, escaped, quotedEnd
        // Blanks of old clients: before a semicolon, and before an equals sign (RFC 9112, section 7.1.1).
        case beforeSemicolon, behindName
        case sizeEnd
        case data, dataEnd, dataLineEnd
        case lastChunk
    }

    private var state = State.size
    private var hasName = false
    private var digits = 0
    private var size = 0
    private var lineLength = 0
    private var overhead = 0

    /// Goes on with more bytes.
    ///
    /// - Parameters:
    ///   - input: The bytes that are here.
    ///   - start: Where to begin in them.
    ///   - body: Where the data goes.
    ///   - drained: How many bytes of the data were taken out of `body` since the last call or before.
    ///   - bodyLimit: How long the body may be, in bytes, the same at each call.
    ///   - limits: How long the parts of the framing may be, the same at each call.
    /// - Returns: Where the decoder stopped, and whether the last chunk has come.
    /// - Throws: `RefusedRequest` at the first byte that can't be, and with 413 for a body past its
    ///   limit.
    mutating func decode(
        _ input: Span<UInt8>, from start: Int, into body: inout [UInt8], after drained: Int,
        bodyLimit: Int, limits: Limits
    ) throws(RefusedRequest) -> (next: Int, isComplete: Bool) {
        var index = start
        while index < input.count {
            switch state {
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
            case .sizeEnd:
                guard input[index] == .lf else { throw badLine }
                index += 1
                let received = drained + body.count
                try beginChunk(room: bodyLimit - received, received: received, limits)
                if state == .lastChunk { return (index, true) }
            default:
                guard lineLength < limits.chunkLine || input[index] == .cr else {
                    throw .badRequest("the line of a chunk's size is too long")
                }
                lineLength += 1
                try readSizeLine(input[index])
                index += 1
            }
        }
        return (index, false)
    }

    /// Reads one byte of the line that begins a chunk.
    private mutating func readSizeLine(_ byte: UInt8) throws(RefusedRequest) {
        if state == .size, let digit = ASCII.hexValue(byte) {
            guard digits < 15 else { throw .badRequest("a chunk's size has too many digits") }
            size = size << 4 | Int(digit)
            digits += 1
            return
        }
        switch (state, byte) {
        case (.size, .cr) where digits > 0, (.extensionName, .cr) where hasName,
            (.token, .cr), (.quotedEnd, .cr):
            state = .sizeEnd
        case (.size, .semicolon) where digits > 0, (.extensionName, .semicolon) where hasName,
            (.token, .semicolon), (.quotedEnd, .semicolon), (.beforeSemicolon, .semicolon),
            (.behindName, .semicolon):
            state = .extensionName
            hasName = false
        case (.extensionName, .equals) where hasName, (.behindName, .equals):
            state = .extensionValue
        case (.size, _) where digits > 0 && byte.isBlank, (.token, _) where byte.isBlank,
            (.quotedEnd, _) where byte.isBlank:
            state = .beforeSemicolon
        case (.extensionName, _) where byte.isBlank:
            if hasName { state = .behindName }
        case (.beforeSemicolon, _) where byte.isBlank, (.behindName, _) where byte.isBlank,
            (.extensionValue, _) where byte.isBlank:
            break
        case (.extensionName, _) where ByteClass.token.contains(byte):
            hasName = true
        case (.extensionValue, .quote):
            state = .quoted
        case (.extensionValue, _) where ByteClass.token.contains(byte),
            (.token, _) where ByteClass.token.contains(byte):
            state = .token
        case (.quoted, .quote):
            state = .quotedEnd
        case (.quoted, .backslash):
            state = .escaped
        case (.quoted, _) where ByteClass.fieldValue.contains(byte),
            (.escaped, _) where ByteClass.fieldValue.contains(byte):
            state = .quoted
        default:
            throw badLine
        }
    }

    /// Begins the data of a chunk, or ends with the last one.
    private mutating func beginChunk(
        room: Int, received: Int, _ limits: Limits
    ) throws(RefusedRequest) {
        guard size <= room else { throw .contentTooLarge(limit: room + received) }
        // Data of one byte a chunk would cost much work and little to send. What isn't counted in
        // the line is its LF and the line end behind the data.
        overhead += lineLength + 3
        guard overhead <= limits.chunkOverhead || overhead / 4 <= received + size else {
            throw .badRequest("the chunks are too small")
        }
        state = size == 0 ? .lastChunk : .data
        digits = 0
        lineLength = 0
    }

    private var badLine: RefusedRequest { .badRequest("a chunk begins with a bad line") }
}
