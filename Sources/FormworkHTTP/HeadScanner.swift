import Groundwork

/// Cuts the bytes of a request's head, or of trailers, into a request line and fields.
///
/// It goes over each byte once, wherever the input is split: it remembers its state and keeps the
/// bytes that it has seen. What the parts mean is for others; here they are ranges of `bytes`.
struct HeadScanner: Sendable {
    /// The part that is read next.
    private enum State {
        case start, emptyLine
        case method, target, version, requestLineEnd
        /// Behind all that a request line may have; only its end is looked for.
        case overlongLine
        case fieldStart, name, blank, value, fieldEnd
        /// Behind the end of a line that may go on in the next one.
        case foldOrField
        case headEnd
    }

    /// All bytes of the head so far.
    private(set) var bytes: [UInt8] = []
    /// The fields so far; their values are trimmed when the head is complete.
    private(set) var fields: [Headers.Field] = []
    /// The method.
    private(set) var method = 0..<0
    /// The request target.
    private(set) var target = 0..<0
    /// The version, a digit each.
    private(set) var version = Version.http11

    private var state: State
    /// Where the part that is being read began.
    private var mark = 0
    /// Where the name of the field that is being read began and ended.
    private var nameStart = 0
    private var nameEnd = 0
    /// Where what the limit of the line or the section counts began.
    private var sectionStart = 0
    /// Whether the request line is longer than it may be, and how much of it was passed over.
    private var isOverlong = false
    private var skipped = 0
    private let isTrailers: Bool
    private let unfolds: Bool

    /// A scanner at the beginning.
    ///
    /// - Parameters:
    ///   - isTrailers: Whether it is for the trailers of a chunked body, which have no request line and a
    ///     limit of their own.
    ///   - unfolds: Whether a line that begins with a blank goes on with the value before it, as MIME has
    ///     it (RFC 5322, section 2.2.3) and HTTP forbids.
    init(isTrailers: Bool = false, unfolds: Bool = false) {
        self.isTrailers = isTrailers
        self.unfolds = unfolds
        state = isTrailers ? .fieldStart : .start
    }

    /// Whether no byte of a request line has been read; an empty line before it doesn't count.
    var isIdle: Bool { state == .start || state == .emptyLine }

    /// The method, once it is whole.
    var readMethod: Method? {
        method.isEmpty ? nil : Method(rawValue: bytes.span.text(in: method))
    }

    /// Whether the target is whole.
    var hasTarget: Bool { !target.isEmpty }

    /// The target so far; nil while no byte of it has been read.
    var readTarget: String? {
        if hasTarget { return bytes.span.text(in: target) }
        return state == .target && mark < bytes.count
            ? bytes.span.text(in: mark..<bytes.count) : nil
    }

    /// The fields so far.
    var headers: Headers { Headers(bytes: bytes, fields: fields) }

    /// Goes on with more bytes.
    ///
    /// - Parameters:
    ///   - input: The bytes that are here.
    ///   - start: Where to begin in them.
    ///   - limits: How long the parts may be, the same at each call.
    /// - Returns: Where the scanner stopped, and whether the head is complete there.
    /// - Throws: `RefusedRequest` at the first byte that can't be.
    mutating func scan(
        _ input: Span<UInt8>, from start: Int, limits: Limits
    ) throws(RefusedRequest) -> (next: Int, isComplete: Bool) {
        var index = start
        while true {
            if state == .overlongLine { try skipLine(input, &index, limits) }
            let begin = index
            let isComplete: Bool
            do throws(RefusedRequest) {
                isComplete = try advance(input, &index, base: bytes.count &- begin, limits)
            } catch {
                bytes.append(input.extracting(begin..<index))
                trimValues()
                throw isOverlong ? .uriTooLong(limit: limits.requestLine) : error
            }
            bytes.append(input.extracting(begin..<index))
            if isComplete {
                trimValues()
                if isOverlong { throw .uriTooLong(limit: limits.requestLine) }
            }
            guard state == .overlongLine, index < input.count else { return (index, isComplete) }
        }
    }

    /// Passes over the rest of a line that is too long without keeping it: the fields behind it tell in
    /// which kind the client is to be answered.
    private mutating func skipLine(
        _ input: Span<UInt8>, _ index: inout Int, _ limits: Limits
    ) throws(RefusedRequest) {
        let start = index
        while index < input.count, input[index] != .cr { index &+= 1 }
        skipped &+= index &- start
        guard skipped <= limits.skippedLine else { throw .uriTooLong(limit: limits.requestLine) }
        guard index < input.count else { return }
        (index, state) = (index &+ 1, .requestLineEnd)
    }

    /// Reads on from one part to the next; says whether the head is complete.
    private mutating func advance(
        _ input: Span<UInt8>, _ index: inout Int, base: Int, _ limits: Limits
    ) throws(RefusedRequest) -> Bool {
        switch state {
        case .start, .emptyLine, .method, .target, .version, .requestLineEnd:
            try scanRequestLine(input, &index, base: base, limits)
            guard state == .fieldStart else { return false }
            return try scanFields(input, &index, base: base, limits)
        case .overlongLine: return false
        default:
            return try scanFields(input, &index, base: base, limits)
        }
    }

    /// Reads on within the request line (RFC 9112, section 3), to its end if that is here.
    private mutating func scanRequestLine(
        _ input: Span<UInt8>, _ index: inout Int, base: Int, _ limits: Limits
    ) throws(RefusedRequest) {
        while index < input.count {
            switch state {
            case .start:
                if input[index] == .cr, base &+ index == 0 {
                    index &+= 1
                    state = .emptyLine
                    continue
                }
                guard ByteClass.token.contains(input[index]) else {
                    throw .badRequest("a request begins with a method")
                }
                mark = base &+ index
                sectionStart = mark
                state = .method
                fallthrough
            case .method:
                let limit = mark &+ limits.method &- base
                index = input.endOfRun(of: .token, from: index, limit: limit)
                guard index < input.count else { return }
                guard input[index] == .space else {
                    throw .badRequest(
                        index == limit
                            ? "the method is too long" : "a method is a token and a space")
                }
                method = mark..<base &+ index
                mark = base &+ index &+ 1
                index &+= 1
                state = .target
                fallthrough
            case .target:
                let limit = sectionStart &+ limits.requestLine &- base
                index = input.endOfRun(of: .target, from: index, limit: limit)
                guard index < input.count else { return }
                guard index < limit else {
                    target = mark..<base &+ index
                    isOverlong = true
                    state = .overlongLine
                    return
                }
                guard input[index] == .space, base &+ index > mark else {
                    throw .badRequest("a target is visible ASCII between two spaces")
                }
                target = mark..<base &+ index
                mark = base &+ index &+ 1
                index &+= 1
                state = .version
            case .version:
                try scanVersion(input[index], at: base &+ index &- mark, limits)
                index &+= 1
            case .emptyLine:
                try expect(.lf, input[index])
                index &+= 1
                state = .start
            default:
                try expect(.lf, input[index])
                index &+= 1
                sectionStart = base &+ index
                state = .fieldStart
                return
            }
        }
    }

    /// Reads one byte of `HTTP/1.1` and the carriage return behind it.
    private mutating func scanVersion(
        _ byte: UInt8, at position: Int, _ limits: Limits
    ) throws(RefusedRequest) {
        let isRight =
            switch position {
            case 0: byte == UInt8(ascii: "H")
            case 1, 2: byte == UInt8(ascii: "T")
            case 3: byte == UInt8(ascii: "P")
            case 4: byte == .slash
            case 5, 7: ASCII.isDigit(byte)
            case 6: byte == UInt8(ascii: ".")
            default: byte == .cr
            }
        guard isRight else { throw .badRequest("a request line ends with its version") }
        switch position {
        case 5:
            version = Version(major: byte & 0x0F, minor: 0)
        case 7:
            version = Version(major: version.major, minor: byte & 0x0F)
        case 8:
            if mark &+ 8 &- sectionStart > limits.requestLine { isOverlong = true }
            guard version.major == 1 else {
                throw RefusedRequest(
                    .httpVersionNotSupported, "only HTTP/1.1 and HTTP/1.0 are spoken")
            }
            state = .requestLineEnd
        default:
            break
        }
    }

    /// Reads on within the field lines (RFC 9112, section 5); says whether they are complete.
    private mutating func scanFields(
        _ input: Span<UInt8>, _ index: inout Int, base: Int, _ limits: Limits
    ) throws(RefusedRequest) -> Bool {
        let sectionLimit = isTrailers ? limits.trailers : limits.headerSection
        let limit = sectionStart &+ sectionLimit &- base
        while index < input.count {
            switch state {
            case .fieldStart:
                if input[index] == .cr {
                    index &+= 1
                    state = .headEnd
                    continue
                }
                guard ByteClass.token.contains(input[index]) else {
                    throw .badRequest("a header line begins with its name")
                }
                guard fields.count < limits.headerFields else {
                    throw RefusedRequest(
                        .requestHeaderFieldsTooLarge,
                        "there are more than \(limits.headerFields) header fields")
                }
                nameStart = base &+ index
                state = .name
                fallthrough
            case .name:
                index = input.endOfRun(of: .token, from: index, limit: limit)
                guard index < input.count else { return false }
                guard index < limit else { throw tooLarge }
                guard input[index] == .colon else {
                    throw .badRequest("a colon follows the name of a header")
                }
                nameEnd = base &+ index
                index &+= 1
                state = .blank
                fallthrough
            case .blank:
                let end = min(input.count, limit)
                while index < end, input[index].isBlank { index &+= 1 }
                guard index < input.count else { return false }
                mark = base &+ index
                state = .value
                fallthrough
            case .value:
                index = input.endOfFieldValue(from: index, limit: limit)
                guard index < input.count else { return false }
                guard index < limit else { throw tooLarge }
                guard input[index] == .cr else {
                    throw .badRequest("a header's value holds a control character")
                }
                noteField(valueEnd: base &+ index)
                index &+= 1
                state = .fieldEnd
            case .fieldEnd:
                try expect(.lf, input[index])
                index &+= 1
                state = unfolds ? .foldOrField : .fieldStart
            case .foldOrField:
                state = .fieldStart
                if input[index].isBlank, let field = fields.popLast() {
                    (nameStart, nameEnd) = (Int(field.nameStart), Int(field.nameEnd))
                    mark = Int(field.valueStart)
                    state = .value
                }
            default:
                try expect(.lf, input[index])
                index &+= 1
                return true
            }
        }
        return false
    }

    /// Keeps the field whose value has ended.
    private mutating func noteField(valueEnd: Int) {
        if fields.isEmpty { fields.reserveCapacity(16) }
        fields.append(
            Headers.Field(
                nameStart: Int32(truncatingIfNeeded: nameStart),
                nameEnd: Int32(truncatingIfNeeded: nameEnd),
                valueStart: Int32(truncatingIfNeeded: mark),
                valueEnd: Int32(truncatingIfNeeded: valueEnd)))
    }

    private func expect(_ expected: UInt8, _ byte: UInt8) throws(RefusedRequest) {
        guard byte == expected else { throw .badRequest("a line ends with CR and LF") }
    }

    private var tooLarge: RefusedRequest {
        RefusedRequest(.requestHeaderFieldsTooLarge, "the header section is too long")
    }

    /// Takes the blanks from the ends of values and the line ends out of them, now that all bytes are
    /// together.
    private mutating func trimValues() {
        for index in fields.indices {
            if unfolds {
                for place in Int(fields[index].valueStart)..<Int(fields[index].valueEnd)
                where bytes[place] == .cr || bytes[place] == .lf {
                    bytes[place] = .space
                }
            }
            var end = Int(fields[index].valueEnd)
            while end > fields[index].valueStart, bytes[end &- 1].isBlank { end &-= 1 }
            fields[index].valueEnd = Int32(truncatingIfNeeded: end)
        }
    }
}
