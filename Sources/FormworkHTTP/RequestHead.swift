/// What a complete head says: the request without its body, and how the body is framed.
struct RequestHead: Sendable {
    /// Where a body ends (RFC 9112, section 6.3).
    enum Framing: Sendable, Equatable {
        /// There is none.
        case none
        /// After so many bytes, at least one.
        case length(Int)
        /// After its last chunk.
        case chunked
    }

    /// The request, its body empty.
    let request: Request
    /// Where its body ends.
    let framing: Framing
    /// The longest body that is taken, in bytes.
    let bodyLimit: Int
    /// Whether the client waits for 100 before it sends the body.
    let expectsContinue: Bool

    /// Reads what a scanner has cut.
    ///
    /// - Parameters:
    ///   - scanner: A scanner whose head is complete.
    ///   - limits: How long a body may be.
    /// - Throws: `RefusedRequest` when the parts don't make a request whose end is beyond doubt.
    init(_ scanner: HeadScanner, limits: Limits) throws(RefusedRequest) {
        let span = scanner.bytes.span
        let version = scanner.version
        var special = FramingFields()
        for field in scanner.fields {
            try special.note(span, name: field.name, value: field.value)
        }
        try special.checkHost(span, version: version)
        framing = try special.framing(version: version)
        bodyLimit = special.hasFiles ? limits.bodyWithFiles : limits.body
        if case .length(let length) = framing, length > bodyLimit {
            throw .contentTooLarge(limit: bodyLimit)
        }
        guard version < .http11 || !special.expectsOther else {
            throw RefusedRequest(.expectationFailed, "only 100-continue can be expected")
        }
        expectsContinue = special.expectsContinue && framing != .none && version >= .http11

        let method = Method(known: span, in: scanner.method)
        request = Request(
            method: method,
            target: try Target(parsing: scanner.bytes, in: scanner.target, method: method),
            version: version,
            headers: Headers(bytes: scanner.bytes, fields: scanner.fields),
            // What follows CONNECT is meant for the tunnel (RFC 9110, section 9.3.6).
            keepsAlive: !special.closes && method != .connect
                && (version >= .http11 || special.keepsAlive))
    }
}

extension Method {
    /// Takes the bytes of a token as a method.
    fileprivate init(known span: Span<UInt8>, in range: Range<Int>) {
        self.init(rawValue: span.text(in: range))
    }
}
