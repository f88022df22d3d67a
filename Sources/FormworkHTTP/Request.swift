package import Groundwork
package import System

/// A request that is wholly here: head and body.
package struct Request: Sendable {
    /// What is to be done.
    package var method: Method
    /// What it is to be done with.
    package var target: Target
    /// The version that the client speaks.
    package var version: Version
    /// The header fields in their order, without trailers.
    package var headers: Headers
    /// The body, without its framing; empty when there is none, or when it is in `bodyFile`.
    package var body: [UInt8]
    /// The body in a file, for a long one that a handler wants so; the file is gone with it.
    package var bodyFile: OpenFile?
    /// The address of the client, without its port; empty when unknown.
    ///
    /// It is where the connection comes from, or what a trusted proxy says of that.
    package var peer: String
    /// The address against whose share of a budget the request counts; nil for none.
    package var client: IPAddress?
    /// Whether the client came to a trusted proxy by https; nil when none says.
    package var isSecure: Bool?
    /// The host that the client asked a trusted proxy for; nil when none says.
    package var forwardedAuthority: String?
    /// Whether the client wants the connection kept open (RFC 9112, section 9.3).
    package var keepsAlive: Bool

    /// Takes a request apart from what a parser has checked.
    init(
        method: Method, target: Target, version: Version, headers: Headers, keepsAlive: Bool
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
        self.keepsAlive = keepsAlive
        body = []
        peer = ""
    }

    /// Makes a request, for handlers and tests.
    ///
    /// - Parameters:
    ///   - method: What is to be done.
    ///   - target: The request target as it would be sent, such as `/books?page=2`.
    ///   - headers: The header fields.
    ///   - body: The body, not chunked.
    ///   - version: The version that the client speaks.
    ///   - peer: The address that the connection comes from.
    ///   - keepsAlive: Whether the connection is to be kept open.
    /// - Throws: `RefusedRequest` when the target would be answered 400.
    package init(
        method: Method = .get, target: String, headers: Headers = [:], body: [UInt8] = [],
        version: Version = .http11, peer: String = "", keepsAlive: Bool = true
    ) throws(RefusedRequest) {
        self.method = method
        guard target.isAll(.target) else { throw .badRequest("a target is visible ASCII") }
        let bytes = Array(target.utf8)
        self.target = try Target(parsing: bytes, in: 0..<bytes.count, method: method)
        self.headers = headers
        self.body = body
        self.version = version
        self.peer = peer
        self.keepsAlive = keepsAlive
    }

    /// Makes a request for `/` in place of one whose first line couldn't be read.
    ///
    /// - Parameter headers: The header fields that could be read.
    package init(unreadable headers: Headers) {
        self.init(
            method: .get, target: .root, version: .http11, headers: headers, keepsAlive: false)
    }

    /// The host, with its port where one was sent, that the request is for; nil when none was
    /// sent, as HTTP/1.0 allows.
    ///
    /// The authority of a target in absolute form goes before `Host` (RFC 9112, section 3.2.2),
    /// and what a trusted proxy was asked for before both.
    package var authority: String? { forwardedAuthority ?? sentAuthority }

    /// The host, with its port where one was sent, that the connection's other end asked for, whatever a
    /// trusted proxy says that it was asked for itself.
    package var sentAuthority: String? { target.authority ?? headers[.host] }

    /// The media type of the body; nil where the request names none, or one that can't be read.
    package var contentType: MediaType? { headers[.contentType].flatMap { MediaType($0) } }

    /// The fields of the query, decoded as a form is.
    ///
    /// - Parameter limits: The most fields.
    /// - Returns: Names and values in their order; none without a query.
    /// - Throws: `FormURLEncoded.Failure` when a field isn't UTF-8 or there are too many.
    package func queryItems(
        limits: Limits = Limits()
    ) throws(FormURLEncoded.Failure) -> [(name: RawText, value: RawText)] {
        try target.withQuery { query throws(FormURLEncoded.Failure) in
            try FormURLEncoded.parse(query, limits: limits)
        }
    }
}
