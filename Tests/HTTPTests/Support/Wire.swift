import FormworkHTTP

/// The bytes of a message in the notation of the tables: `⏎` is CR LF, `␊` LF, `␍` CR, `␀` NUL,
/// `␠` a space; a character up to U+00FF is the byte of its number, others are UTF-8.
func wire(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
        switch scalar {
        case "⏎": bytes += [0x0D, 0x0A]
        case "␊": bytes.append(0x0A)
        case "␍": bytes.append(0x0D)
        case "␀": bytes.append(0)
        case "␠": bytes.append(0x20)
        case _ where scalar.value <= 0xFF: bytes.append(UInt8(scalar.value))
        default: bytes += Array(String(scalar).utf8)
        }
    }
    return bytes
}

/// What bytes come to, in short and in full.
struct Reading: Equatable {
    /// A line an outcome: `POST /echo close [body]`, `400`, and `...` when a request is unfinished.
    var short: [String] = []
    /// The same with all that a request holds, to compare readings by.
    var full: [String] = []
    /// How often the client is told to go on.
    var continues = 0
    /// Why the bytes were refused.
    var reason: String?
    /// What `Accept` said, as far as the head could be read, when they were refused.
    var accept: String?
    /// Method and target of what was refused, as far as they could be read.
    var refused: String?

    /// Gives bytes to a parser as a server does, in pieces that end at the given places.
    ///
    /// - Parameters:
    ///   - bytes: All that a client sends.
    ///   - ends: Where pieces end, in order; the last piece ends with the bytes.
    ///   - limits: The limits.
    init(_ bytes: [UInt8], ends: some Sequence<Int> = [], limits: Limits = Limits()) {
        var parser = RequestParser(limits: limits)
        var pending: [UInt8] = []
        var start = 0
        for end in Array(ends) + [bytes.count] {
            pending += bytes[start..<end]
            start = end
            guard drain(&parser, &pending) else { return }
        }
        if parser.phase != .idle { note("...") }
    }

    /// Lets the parser take what it can; says whether it wants more.
    private mutating func drain(_ parser: inout RequestParser, _ pending: inout [UInt8]) -> Bool {
        while true {
            let (consumed, outcome) = parser.parse(pending.span)
            pending.removeFirst(consumed)
            switch outcome {
            case .needsMore:
                if !pending.isEmpty { note("bytes left over") }
                return true
            case .expectsContinue:
                continues += 1
            case .complete(let request):
                note(Reading.describe(request), detail: "\(request)")
            case .malformed(let malformed):
                reason = malformed.reason
                accept = parser.headersSoFar[.accept]
                let method = parser.methodSoFar.map { "\($0)" }
                refused = [method, parser.targetSoFar].compactMap(\.self).joined(separator: " ")
                note("\(malformed.status.rawValue)", detail: malformed.description)
                return false
            }
        }
    }

    private mutating func note(_ line: String, detail: String? = nil) {
        short.append(line)
        full.append(detail ?? line)
    }

    private static func describe(_ request: Request) -> String {
        var line = "\(request.method) \(request.target)"
        if !request.keepsAlive { line += " close" }
        if !request.body.isEmpty {
            line += " [\(String(decoding: request.body, as: UTF8.self))]"
        }
        return line
    }
}
