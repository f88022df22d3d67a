/// Cuts the bytes of a request's head, or of trailers, into a request line and fields.
///
/// It goes over each byte once, wherever the input is split: it remembers its state and keeps the
/// bytes that it has seen. What the parts mean is for others; here they are ranges of `bytes`.
struct HeadScanner: Sendable {
    /// What comes next.
    private enum State {
        case start, emptyLine
        case method, target, version, requestLineEnd
        case fieldStart, name, blank, value, fieldEnd
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
    /// Where the name of the field that is being read ended.
    private var nameEnd = 0
    /// Where the part that the section's limit counts began.
    private var sectionStart = 0
    private var fieldStart = 0
    private let sectionLimit: Int
    private let fieldLimit: Int
    private let methodLimit: Int
    private let lineLimit: Int

    /// A scanner for the head of a request.
    ///
    /// - Parameter limits: How long the parts may be.
    init(head limits: Limits) {
        self.init(limits, state: .start, sectionLimit: limits.headerSection)
    }

    /// A scanner for the trailers of a chunked body.
    ///
    /// - Parameter limits: How long the parts may be.
    init(trailers limits: Limits) {
        self.init(limits, state: .fieldStart, sectionLimit: limits.trailers)
    }

    private init(_ limits: Limits, state: State, sectionLimit: Int) {
        self.state = state
        self.sectionLimit = sectionLimit
        fieldLimit = limits.headerFields
        methodLimit = limits.method
        lineLimit = limits.requestLine
    }

    /// Whether not one byte of a request line has come; an empty line before it counts for none.
    var isIdle: Bool { state == .start || state == .emptyLine }

    /// Goes on with more bytes.
    ///
    /// - Parameters:
    ///   - input: The bytes that are here.
    ///   - start: Where to begin in them.
    /// - Returns: Where the scanner stopped, and whether the head is complete there.
    /// - Throws: `Malformed` at the first byte that can't be.
    mutating func scan(
        _ input: Span<UInt8>, from start: Int
    ) throws(Malformed) -> (next: Int, isComplete: Bool) {
        let base = bytes.count &- start
        var index = start
        var isComplete = false
        while index < input.count, !isComplete {
            switch state {
            case .start, .emptyLine, .method, .target, .version, .requestLineEnd:
                try scanRequestLine(input, &index, base: base)
            case .fieldStart, .name, .blank, .value, .fieldEnd:
                try scanField(input, &index, base: base)
            case .headEnd:
                try expect(.lf, input[index])
                index &+= 1
                isComplete = true
            }
        }
        bytes.append(input.extracting(start..<index))
        if isComplete { trimValues() }
        return (index, isComplete)
    }

    /// Reads on within the request line (RFC 9112, section 3).
    private mutating func scanRequestLine(
        _ input: Span<UInt8>, _ index: inout Int, base: Int
    ) throws(Malformed) {
        let byte = input[index]
        switch state {
        case .start where byte == .cr && base &+ index == 0:
            state = .emptyLine
            index &+= 1
        case .emptyLine:
            try expect(.lf, byte)
            state = .start
            index &+= 1
        case .start:
            guard ByteClass.token.contains(byte) else {
                throw .badRequest("a request begins with a method")
            }
            mark = base &+ index
            sectionStart = mark
            state = .method
        case .method:
            let limit = mark &+ methodLimit &- base
            index = run(of: .token, input, from: index, to: limit)
            guard index < input.count else { return }
            guard input[index] == .space else {
                throw .badRequest(
                    index == limit ? "the method is too long" : "a method is a token and a space")
            }
            method = mark..<base &+ index
            mark = base &+ index &+ 1
            index &+= 1
            state = .target
        case .target:
            let limit = sectionStart &+ lineLimit &- base
            index = run(of: .target, input, from: index, to: limit)
            guard index < input.count else { return }
            guard index < limit else {
                throw Malformed(.uriTooLong, "the request line is too long")
            }
            guard input[index] == .space, base &+ index > mark else {
                throw .badRequest("a target is visible ASCII between two spaces")
            }
            target = mark..<base &+ index
            mark = base &+ index &+ 1
            index &+= 1
            state = .version
        case .version:
            try scanVersion(byte, at: base &+ index &- mark)
            index &+= 1
        default:
            try expect(.lf, byte)
            index &+= 1
            sectionStart = base &+ index
            state = .fieldStart
        }
    }

    /// Reads one byte of `HTTP/1.1` and the carriage return behind it.
    private mutating func scanVersion(_ byte: UInt8, at position: Int) throws(Malformed) {
        let isRight =
            switch position {
            case 0: byte == UInt8(ascii: "H")
            case 1, 2: byte == UInt8(ascii: "T")
            case 3: byte == UInt8(ascii: "P")
            case 4: byte == .slash
            case 5, 7: ByteClass.digit.contains(byte)
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
            guard mark &+ 8 &- sectionStart <= lineLimit else {
                throw Malformed(.uriTooLong, "the request line is too long")
            }
            guard version.major == 1 else {
                throw Malformed(.httpVersionNotSupported, "only HTTP/1.1 and HTTP/1.0 are spoken")
            }
            state = .requestLineEnd
        default:
            break
        }
    }

    /// Reads on within a field line (RFC 9112, section 5).
    private mutating func scanField(
        _ input: Span<UInt8>, _ index: inout Int, base: Int
    ) throws(Malformed) {
        let limit = sectionStart &+ sectionLimit &- base
        let byte = input[index]
        switch state {
        case .fieldStart where byte == .cr:
            state = .headEnd
            index &+= 1
        case .fieldStart:
            guard ByteClass.token.contains(byte) else {
                throw .badRequest("a header line begins with its name")
            }
            guard fields.count < fieldLimit else {
                throw Malformed(.requestHeaderFieldsTooLarge, "there are too many header fields")
            }
            fieldStart = base &+ index
            state = .name
        case .name:
            index = run(of: .token, input, from: index, to: limit)
            guard index < input.count else { return }
            guard index < limit else { throw tooLarge }
            guard input[index] == .colon else {
                throw .badRequest("a colon follows the name of a header")
            }
            nameEnd = base &+ index
            index &+= 1
            state = .blank
        case .blank:
            if byte.isBlank, index < limit {
                index &+= 1
            } else {
                mark = base &+ index
                state = .value
            }
        case .value:
            index = run(of: .fieldValue, input, from: index, to: limit)
            guard index < input.count else { return }
            guard index < limit else { throw tooLarge }
            guard input[index] == .cr else {
                throw .badRequest("a header's value holds a control character")
            }
            if fields.isEmpty { fields.reserveCapacity(16) }
            fields.append(
                Headers.Field(
                    nameStart: Int32(truncatingIfNeeded: fieldStart),
                    nameEnd: Int32(truncatingIfNeeded: nameEnd),
                    valueStart: Int32(truncatingIfNeeded: mark),
                    valueEnd: Int32(truncatingIfNeeded: base &+ index)))
            index &+= 1
            state = .fieldEnd
        default:
            try expect(.lf, byte)
            index &+= 1
            state = .fieldStart
        }
    }

    /// The first index from `start` on whose byte is of another class, at most `limit`.
    @inline(__always)
    private func run(
        of byteClass: ByteClass, _ input: Span<UInt8>, from start: Int, to limit: Int
    ) -> Int {
        let end = min(input.count, limit)
        var index = start
        while index < end, byteClass.contains(input[index]) { index &+= 1 }
        return index
    }

    private func expect(_ expected: UInt8, _ byte: UInt8) throws(Malformed) {
        guard byte == expected else { throw .badRequest("a line ends with CR and LF") }
    }

    private var tooLarge: Malformed {
        Malformed(.requestHeaderFieldsTooLarge, "the header section is too large")
    }

    /// Takes the blanks from the ends of values, now that all bytes are together.
    private mutating func trimValues() {
        for index in fields.indices {
            var end = Int(fields[index].valueEnd)
            while end > fields[index].valueStart, bytes[end &- 1].isBlank { end &-= 1 }
            fields[index].valueEnd = Int32(truncatingIfNeeded: end)
        }
    }
}
