import Groundwork

/// Takes the parts out of a `multipart/form-data` body (RFC 7578), wherever the input is split.
///
/// It is a value without input or output, used as `RequestParser` is: it's given bytes, takes
/// some, and says what they came to. A boundary counts only as a whole line of its own; what merely
/// begins like one is data.
///
///     var decoder = try MultipartDecoder(type, limits: limits)
///     let (consumed, outcome) = decoder.decode(bytes.span, isLast: true)
package struct MultipartDecoder: Sendable {
    /// What the bytes came to.
    package enum Outcome: Sendable {
        /// More bytes are needed; those that weren't consumed are to be given again.
        case needsMore
        /// A part begins, and with it the one before ends.
        case part(MultipartPart)
        /// These bytes of the input are data of the part; it may go on.
        case data(Range<Int>)
        /// The last part has ended; whatever follows means nothing.
        case end
        /// The bytes are no such body.
        case malformed(MultipartFailure)
    }

    private enum Stage {
        /// Before the first boundary.
        case preamble
        case head
        case data
        case end
        case failed(MultipartFailure)
    }

    /// Spaces and tabs behind a boundary beyond which the line is none.
    ///
    /// Mail pads lines, browsers don't; the bound keeps what is looked at again small.
    private static let mostPadding = 256

    private let boundary: MultipartBoundary
    private let limits: Limits
    private var stage = Stage.preamble
    /// Whether the input begins a line, so that a boundary there needs no line end before it.
    private var isAtLineStart = true
    private var scanner = HeadScanner(isTrailers: true, unfolds: true)
    private var partCount = 0
    /// How much of the name that each part begins with stands at the end of the preamble so far.
    private var preambleMatch = 0
    private static let partMark = Array("content-disposition".utf8)

    /// A decoder for a body.
    ///
    /// - Parameters:
    ///   - type: The media type of the body, which names the boundary.
    ///   - limits: The most parts, and how long their header sections may be.
    /// - Throws: `MultipartFailure.boundary` when the type names none.
    package init(_ type: MediaType, limits: Limits) throws(MultipartFailure) {
        guard let boundary = MultipartBoundary(type) else { throw .boundary }
        self.boundary = boundary
        // The header section of a part has the grammar of trailers.
        var limits = limits
        limits.trailers = limits.partHeader
        self.limits = limits
    }

    /// Goes on with more bytes.
    ///
    /// - Parameters:
    ///   - input: The bytes that are here and weren't consumed before.
    ///   - isLast: Whether the body ends with them.
    /// - Returns: How many of them are consumed and never needed again, and what they came to. As
    ///   long as that isn't `needsMore`, `end` or `malformed`, the rest says more at once.
    package mutating func decode(
        _ input: Span<UInt8>, isLast: Bool
    ) -> (consumed: Int, outcome: Outcome) {
        do throws(MultipartFailure) {
            let step = try advance(input, isLast: isLast)
            if case .needsMore = step.outcome, isLast { throw .incomplete }
            return step
        } catch {
            stage = .failed(error)
            return (input.count, .malformed(error))
        }
    }

    private mutating func advance(
        _ input: Span<UInt8>, isLast: Bool
    ) throws(MultipartFailure) -> (consumed: Int, outcome: Outcome) {
        var index = 0
        while true {
            switch stage {
            case .preamble, .data:
                let found = boundary.find(
                    in: input, from: index, isAtLineStart: isAtLineStart, isLast: isLast,
                    mostPadding: Self.mostPadding)
                let start = index
                index = found.start
                if index > start {
                    isAtLineStart = false
                    if case .data = stage { return (index, .data(start..<index)) }
                    try checkPreamble(input.extracting(start..<index))
                }
                guard let line = found.line else { return (index, .needsMore) }
                index = line.end
                guard !line.isClosing else {
                    stage = .end
                    continue
                }
                guard partCount < limits.formFields else {
                    throw .tooManyParts(limit: limits.formFields)
                }
                partCount += 1
                stage = .head
                scanner = HeadScanner(isTrailers: true, unfolds: true)
            case .head:
                let part = try readHead(input, &index)
                guard let part else { return (index, .needsMore) }
                return (index, .part(part))
            case .end:
                return (input.count, .end)
            case .failed(let failure):
                throw failure
            }
        }
    }

    /// Passes words for readers that know no parts, as mail has them; a part may not be lost among them.
    private mutating func checkPreamble(_ words: Span<UInt8>) throws(MultipartFailure) {
        for index in words.indices {
            let byte = ASCII.lowercased(words[index])
            preambleMatch = byte == Self.partMark[preambleMatch] ? preambleMatch + 1 : 0
            if preambleMatch == Self.partMark.count { throw .preamble }
            if preambleMatch == 0, byte == Self.partMark[0] { preambleMatch = 1 }
        }
    }

    /// Reads on within the header section of a part, to its end if that is here.
    private mutating func readHead(
        _ input: Span<UInt8>, _ index: inout Int
    ) throws(MultipartFailure) -> MultipartPart? {
        let step: (next: Int, isComplete: Bool)
        do throws(RefusedRequest) {
            step = try scanner.scan(input, from: index, limits: limits)
        } catch {
            throw .partHeader(error.reason)
        }
        index = step.next
        guard step.isComplete else { return nil }
        stage = .data
        isAtLineStart = true
        return try MultipartPart(Headers(bytes: scanner.bytes, fields: scanner.fields))
    }
}
