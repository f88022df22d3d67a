import FormworkHTTP

/// What the bytes of a connection come to, in order.
struct Reading: Equatable {
    var requests: [Request] = []
    var texts: [String] = []
    /// What the parser holds in the end, or why it refused.
    var ending = ""

    /// Gives bytes to a parser in pieces.
    init(_ bytes: [UInt8], ends: [Int]) {
        var parser = RequestParser(limits: Limits())
        var pending: [UInt8] = []
        var start = 0
        for end in ends + [bytes.count] {
            pending += bytes[start..<end]
            start = end
            guard drain(&parser, &pending) else { return }
        }
        ending = "\(parser.phase), \(parser.bodyBytesReceived) bytes of a body"
    }

    /// Lets the parser take what it can; says whether it wants more.
    private mutating func drain(_ parser: inout RequestParser, _ pending: inout [UInt8]) -> Bool {
        while true {
            let (consumed, outcome) = parser.parse(pending.span)
            expect(0...pending.count ~= consumed, "consumed \(consumed) of \(pending.count)")
            pending.removeFirst(consumed)
            switch outcome {
            case .needsMore:
                expect(pending.isEmpty, "\(pending.count) bytes are left over")
                return true
            case .expectsContinue:
                expect(parser.head != nil, "a client waits without a head")
            case .complete(let request):
                requests.append(request)
                texts.append(Reading.describe(request))
            case .malformed(let malformed):
                ending = "\(malformed)"
                return false
            }
        }
    }

    /// All that a request says.
    static func describe(_ request: Request) -> String {
        let fields = request.headers.pairs.map { "\($0.name): \($0.value)" }
        return """
            \(request.method) \(request.target) \(request.target.form) \(request.target.segments) \
            \(request.authority ?? "-") \(request.version) \(request.keepsAlive) \(fields) \
            \(request.body)
            """
    }

    static func == (left: Reading, right: Reading) -> Bool {
        left.texts == right.texts && left.ending == right.ending
    }
}

/// Requests are the same wherever their bytes are cut, and when they are written and read again.
func feedRequest(_ bytes: [UInt8]) {
    let (rest, ends) = cuts(bytes)
    let whole = Reading(rest, ends: [])
    let cut = Reading(rest, ends: ends)
    expect(whole == cut, "cut at \(ends): \(whole) became \(cut)")
    for request in whole.requests {
        let again = Reading(written(request), ends: [])
        expect(again.requests.count == 1, "\(request) became \(again)")
        guard let copy = again.requests.first else { continue }
        expect(
            request.method == copy.method && request.body == copy.body
                && request.target.segments == copy.target.segments
                && request.target.query == copy.target.query
                && request.keepsAlive == copy.keepsAlive
                && fields(request).elementsEqual(fields(copy), by: ==),
            "\(request) became \(copy)")
    }
}

/// Chunks are decoded the same wherever they are cut, and a body is the same in other chunks.
func feedChunked(_ bytes: [UInt8]) {
    let (rest, ends) = cuts(bytes)
    let head = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    let whole = Reading(head + rest, ends: [])
    let cut = Reading(head + rest, ends: ends.map { $0 + head.count })
    expect(whole == cut, "cut at \(ends): \(whole) became \(cut)")
    guard let body = whole.requests.first?.body else { return }
    let middle = body.count / 2
    var chunks = head
    for part in [body[..<middle], body[middle...]] where !part.isEmpty {
        chunks += Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8)
    }
    let again = Reading(chunks + Array("0\r\n\r\n".utf8), ends: [])
    expect(again.requests.map(\.body) == [body], "\(body) became \(again)")
}

/// The fields of a request that don't frame its body.
private func fields(_ request: Request) -> [(name: String, value: String)] {
    request.headers.pairs.filter { pair in
        let name = pair.name.lowercased()
        return name != "content-length" && name != "transfer-encoding" && name != "expect"
    }
}

/// A request as a client could have sent it, its body with a length.
private func written(_ request: Request) -> [UInt8] {
    var text = "\(request.method) \(request.target) \(request.version)\r\n"
    for (name, value) in fields(request) { text += "\(name): \(value)\r\n" }
    if !request.body.isEmpty { text += "Content-Length: \(request.body.count)\r\n" }
    return Array((text + "\r\n").utf8) + request.body
}
