import FormworkHTTP
import TestSupport
import Testing

/// What a multipart body comes to: a line a part, `name=text` or `name<file>=text`, then `end`, or
/// the failure in words.
struct MultipartReading: Equatable {
    var lines: [String] = []

    /// Gives a body to a decoder as a server does, in pieces that end at the given places.
    ///
    /// - Parameters:
    ///   - type: The value of `Content-Type`.
    ///   - body: The body.
    ///   - ends: Where pieces end, in order; the last piece ends with the body.
    ///   - limits: The limits.
    init(
        _ type: String, _ body: [UInt8], ends: some Sequence<Int> = [], limits: Limits = Limits()
    ) {
        var decoder: MultipartDecoder
        do {
            guard let type = MediaType(type) else { throw MultipartFailure.boundary }
            decoder = try MultipartDecoder(type, limits: limits)
        } catch {
            lines = ["\(error)"]
            return
        }
        var part: String?
        var data: [UInt8] = []
        var pending: [UInt8] = []
        var start = 0
        var places = Array(ends) + [body.count]
        while let end = places.first {
            places.removeFirst()
            pending += body[start..<end]
            start = end
            var wantsMore = false
            while !wantsMore {
                let (consumed, outcome) = decoder.decode(pending.span, isLast: places.isEmpty)
                if case .data(let range) = outcome { data += pending[range] }
                pending.removeFirst(consumed)
                switch outcome {
                case .data: continue
                case .needsMore: wantsMore = true
                case .malformed(let failure):
                    lines.append("\(failure)")
                    return
                case .part, .end:
                    if let part { lines.append(part + "=" + String(decoding: data, as: UTF8.self)) }
                    data = []
                }
                if case .part(let head) = outcome { part = Self.describe(head) }
                if case .end = outcome {
                    lines.append("end")
                    return
                }
            }
        }
    }

    private static func describe(_ part: MultipartPart) -> String {
        switch part.content {
        case .text: part.name
        case .noFile: "\(part.name)<>"
        case .file(let name): "\(part.name)<\(name)>"
        }
    }
}

/// One row of the table of multipart bodies.
struct MultipartRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let type: String
    let body: [UInt8]
    let expected: [String]

    /// Takes a body in the notation of `wire`.
    init(
        _ id: String, type: String = "multipart/form-data; boundary=b", _ body: String,
        _ expected: String...
    ) {
        self.init(id, type: type, body, expected: expected)
    }

    private init(
        _ id: String, type: String = "multipart/form-data; boundary=b", _ body: String,
        expected: [String]
    ) {
        testDescription = "row \(id)"
        self.type = type
        self.body = wire(body)
        self.expected = expected
    }

    /// A body of one part with the value of `Content-Disposition` behind `form-data; `.
    static func part(_ id: String, _ disposition: String, _ expected: String...) -> MultipartRow {
        let head = "Content-Disposition: form-data; \(disposition)"
        return MultipartRow(id, "--b⏎\(head)⏎⏎x⏎--b--⏎", expected: expected)
    }

    /// Reads the body whole, in two pieces split at every place, byte by byte and in random pieces.
    func check(limits: Limits = Limits(), sourceLocation: SourceLocation = #_sourceLocation) {
        let whole = MultipartReading(type, body, limits: limits)
        #expect(whole.lines == expected, sourceLocation: sourceLocation)
        let single = MultipartReading(type, body, ends: 1..<max(1, body.count), limits: limits)
        #expect(single == whole, "byte by byte", sourceLocation: sourceLocation)
        let step = max(1, body.count / 1000)
        for place in stride(from: 0, through: body.count, by: step) {
            let split = MultipartReading(type, body, ends: [place], limits: limits)
            #expect(split == whole, "split at \(place)", sourceLocation: sourceLocation)
        }
        var random = Seeded(UInt64(body.count))
        for _ in 0..<20 {
            let ends = (0..<5).map { _ in Int.random(in: 0...body.count, using: &random) }.sorted()
            let split = MultipartReading(type, body, ends: ends, limits: limits)
            #expect(split == whole, "\(ends)", sourceLocation: sourceLocation)
        }
    }
}
