extension Target {
    /// Reads a request target.
    ///
    /// - Parameters:
    ///   - bytes: Bytes that hold the target; they are kept.
    ///   - range: Where the target lies in them; its bytes are of `ByteClass.target`.
    ///   - method: The method, which decides what forms are allowed.
    /// - Throws: `RefusedRequest` with 400 (RFC 9112, section 3.2).
    init(parsing bytes: [UInt8], in range: Range<Int>, method: Method) throws(RefusedRequest) {
        let span = bytes.span
        guard method != .connect else {
            guard Authority.Parts(span, in: range)?.port != nil else {
                throw .badRequest("CONNECT needs a host and a port")
            }
            self.init(
                form: .authority, segments: [], bytes: bytes,
                path: range.upperBound..<range.upperBound, query: nil, authority: range)
            return
        }
        if !range.isEmpty, span[range.lowerBound] == .slash {
            let path = try Target.readPath(span, in: range)
            self.init(
                form: .origin, segments: path.segments, bytes: bytes, path: path.range,
                query: path.query, authority: nil)
        } else if method == .options, span.matches("*", in: range) {
            self.init(
                form: .asterisk, segments: [], bytes: bytes, path: range, query: nil,
                authority: nil)
        } else {
            let authority = try Target.readAuthority(span, in: range)
            let path = try Target.readPath(span, in: authority.upperBound..<range.upperBound)
            self.init(
                form: .absolute, segments: path.segments, bytes: bytes, path: path.range,
                query: path.query, authority: authority)
        }
    }

    /// Finds the authority of an absolute URI of the schemes that are served here.
    private static func readAuthority(
        _ span: Span<UInt8>, in range: Range<Int>
    ) throws(RefusedRequest) -> Range<Int> {
        for scheme in ["http://", "https://"] {
            let start = range.lowerBound + scheme.utf8.count
            guard start < range.upperBound,
                span.matches(scheme, in: range.lowerBound..<start)
            else { continue }
            var end = start
            while end < range.upperBound, span[end] != .slash, span[end] != .question {
                end += 1
            }
            guard Authority.Parts(span, in: start..<end) != nil else {
                throw .badRequest("the target's host is not one")
            }
            return start..<end
        }
        throw .badRequest("the target is neither a path nor a URI")
    }

    /// Splits a path from its query, and into decoded segments.
    ///
    /// - Parameters:
    ///   - span: The bytes.
    ///   - range: The path and query; it is empty or begins with `/` or `?`.
    /// - Returns: The segments, and where the path and the query lie.
    /// - Throws: `RefusedRequest` when an escape is bad, the text isn't UTF-8 or a segment climbs.
    private static func readPath(
        _ span: Span<UInt8>, in range: Range<Int>
    ) throws(RefusedRequest) -> (segments: [String], range: Range<Int>, query: Range<Int>?) {
        var segments: [String] = []
        segments.reserveCapacity(4)
        var index = range.lowerBound
        let end = range.upperBound
        while index < end, span[index] != .question {
            index += 1
            let start = index
            var isPlain = true
            while index < end, span[index] != .slash {
                if ByteClass.plainPath.contains(span[index]) {
                    index += 1
                } else if span[index] == .question {
                    break
                } else {
                    isPlain = false
                    index += 1
                }
            }
            if isPlain {
                segments.append(span.text(in: start..<index))
            } else {
                segments.append(try readSegment(span.extracting(start..<index)))
            }
        }
        if segments.count == 1, segments[0].isEmpty { segments = [] }
        let query = index < end ? index + 1..<end : nil
        return (segments, range.lowerBound..<index, query)
    }

    /// Decodes a segment that holds an escape, a dot or a reverse solidus.
    private static func readSegment(_ span: Span<UInt8>) throws(RefusedRequest) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(span.count)
        var index = 0
        while index < span.count {
            guard span[index] == .percent else {
                decoded.append(span[index])
                index += 1
                continue
            }
            guard let byte = PercentEncoding.byte(of: span, at: index) else {
                throw .badRequest("the path holds a bad escape")
            }
            guard byte >= 0x20, byte != 0x7F, byte != .slash else {
                throw .badRequest("the path hides a control character or a solidus")
            }
            decoded.append(byte)
            index += 3
        }
        let climbs = decoded.split(separator: .backslash).contains { $0.elementsEqual("..".utf8) }
        guard !climbs else { throw .badRequest("the path climbs") }
        guard let text = decoded.span.utf8Text else {
            throw .badRequest("the path is not UTF-8")
        }
        return text
    }
}
