import Groundwork

/// The fields of a head that decide where the request ends and what becomes of its connection.
///
/// They are counted while the fields are gone through, since a second `Host` or `Content-Length`
/// puts the end of the request in doubt.
struct FramingFields {
    private var host: Range<Int>?
    private var length: Int?
    private var hasContentType = false
    private var hasTransferEncoding = false
    private var isChunked = false
    private var hasOtherCoding = false

    /// Whether the body may hold files.
    private(set) var hasFiles = false
    /// Whether `Connection` says `close`.
    private(set) var closes = false
    /// Whether `Connection` says `keep-alive`.
    private(set) var keepsAlive = false
    /// Whether `Expect` says `100-continue`.
    private(set) var expectsContinue = false
    /// Whether `Expect` says something else.
    private(set) var expectsOther = false

    /// Counts a field of the head.
    ///
    /// - Parameters:
    ///   - span: The bytes of the head.
    ///   - name: Where the field's name lies.
    ///   - value: Where its value lies, without blanks around it.
    /// - Throws: `RefusedRequest` for a value that can't be, and for what may stand only once.
    mutating func note(
        _ span: Span<UInt8>, name: Range<Int>, value: Range<Int>
    ) throws(RefusedRequest) {
        switch name.count {
        case 4 where span.matches("host", in: name):
            guard host == nil else { throw .badRequest("there are two Host fields") }
            host = value
        case 6 where span.matches("expect", in: name):
            ListElements.forEach(span, in: value) { element in
                if span.matches("100-continue", in: element) {
                    expectsContinue = true
                } else {
                    expectsOther = true
                }
            }
        case 10 where span.matches("connection", in: name):
            ListElements.forEach(span, in: value) { element in
                if span.matches("close", in: element) { closes = true }
                if span.matches("keep-alive", in: element) { keepsAlive = true }
            }
        case 12 where span.matches("content-type", in: name):
            guard !hasContentType else { throw .badRequest("there are two Content-Type fields") }
            hasContentType = true
            noteContentType(span, value)
        case 14 where span.matches("content-length", in: name):
            try noteLength(span, value)
        case 17 where span.matches("transfer-encoding", in: name):
            hasTransferEncoding = true
            try noteCodings(span, value)
        default:
            break
        }
    }

    /// Checks the host, of which an HTTP/1.1 request has one (RFC 9112, section 3.2).
    ///
    /// - Parameters:
    ///   - span: The bytes of the head.
    ///   - version: The version of the request.
    /// - Throws: `RefusedRequest` with 400.
    func checkHost(_ span: Span<UInt8>, version: Version) throws(RefusedRequest) {
        guard let host else {
            guard version < .http11 else { throw .badRequest("there is no Host field") }
            return
        }
        guard Authority.Parts(span, in: host) != nil else {
            throw .badRequest("the Host field is no host")
        }
    }

    /// Where the body ends (RFC 9112, section 6.3).
    ///
    /// - Parameter version: The version of the request.
    /// - Returns: The framing.
    /// - Throws: `RefusedRequest` with 400 where fields disagree, 501 for a coding that isn't known.
    func framing(version: Version) throws(RefusedRequest) -> RequestHead.Framing {
        guard hasTransferEncoding else {
            return length.map { $0 == 0 ? .none : .length($0) } ?? .none
        }
        guard version >= .http11 else {
            throw .badRequest("HTTP/1.0 has no Transfer-Encoding")
        }
        guard length == nil else {
            throw .badRequest("there are both Content-Length and Transfer-Encoding")
        }
        guard !hasOtherCoding else {
            throw RefusedRequest(.notImplemented, "chunked is the only transfer coding")
        }
        return .chunked
    }

    private mutating func noteLength(
        _ span: Span<UInt8>, _ value: Range<Int>
    ) throws(RefusedRequest) {
        guard length == nil else { throw .badRequest("there are two Content-Length fields") }
        guard let number = ASCII.number(span, value),
            value.count == 1 || span[value.lowerBound] != UInt8(ascii: "0")
        else { throw .badRequest("the Content-Length is no number") }
        length = number
    }

    /// Goes through a list of codings; `chunked` may only be the last of all (RFC 9112, 6.1).
    private mutating func noteCodings(
        _ span: Span<UInt8>, _ value: Range<Int>
    ) throws(RefusedRequest) {
        var start = value.lowerBound
        while start <= value.upperBound {
            var end = start
            while end < value.upperBound, span[end] != .comma { end += 1 }
            let element = span.trimmed(start..<end)
            guard !isChunked else { throw .badRequest("a coding follows chunked") }
            if span.matches("chunked", in: element) {
                isChunked = true
            } else {
                try checkCoding(span.extracting(element))
                hasOtherCoding = true
            }
            start = end + 1
        }
    }

    private func checkCoding(_ coding: Span<UInt8>) throws(RefusedRequest) {
        guard !coding.isEmpty else { throw .badRequest("Transfer-Encoding has a gap") }
        for index in coding.indices where coding[index] >= 0x80 {
            throw .badRequest("Transfer-Encoding is no list of tokens")
        }
        guard
            coding.count <= 7 || !coding.matches("chunked", in: 0..<7)
                || !(coding[7] == .semicolon || coding[7].isBlank)
        else { throw .badRequest("chunked takes no parameters") }
    }

    private mutating func noteContentType(_ span: Span<UInt8>, _ value: Range<Int>) {
        var end = value.lowerBound
        while end < value.upperBound, span[end] != .semicolon { end += 1 }
        hasFiles = span.matches(
            "multipart/form-data", in: span.trimmed(value.lowerBound..<end))
    }
}
