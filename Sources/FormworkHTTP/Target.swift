/// What a request asks for: its request target, split and decoded once (RFC 9112, section 3.2).
package struct Target: Sendable {
    /// The four forms of a request target.
    package enum Form: Sendable, Equatable {
        /// A path with a query: `/books?page=2`.
        case origin
        /// A whole URI: `http://host/books`.
        case absolute
        /// A host and port, for CONNECT alone.
        case authority
        /// The star of `OPTIONS *`.
        case asterisk
    }

    /// The form in which the target was sent.
    package let form: Form
    /// The segments of the path, each percent-decoded once and valid UTF-8.
    ///
    /// `/` has none, `/books/7` has two, `/books/` has two of which the last is empty. No segment
    /// is `..`, and none holds a solidus or a control character.
    package let segments: [String]

    /// The text that the ranges below lie in.
    private let bytes: [UInt8]
    private let pathRange: Range<Int>
    private let queryRange: Range<Int>?
    private let authorityRange: Range<Int>?

    /// Takes the parts that a parser has found and checked.
    init(
        form: Form, segments: [String], bytes: [UInt8], path: Range<Int>, query: Range<Int>?,
        authority: Range<Int>?
    ) {
        self.form = form
        self.segments = segments
        self.bytes = bytes
        pathRange = path
        queryRange = query
        authorityRange = authority
    }

    /// The path `/`.
    static let root = Target(
        form: .origin, segments: [], bytes: [.slash], path: 0..<1, query: nil, authority: nil)

    /// The undecoded path; `/` for a URI without one, empty for the star and an authority.
    package var rawPath: String {
        form == .absolute && pathRange.isEmpty ? "/" : bytes.span.text(in: pathRange)
    }

    /// The path, decoded.
    package var path: String {
        switch form {
        case .origin, .absolute: "/" + segments.joined(separator: "/")
        case .asterisk: "*"
        case .authority: ""
        }
    }

    /// The undecoded query; nil without a question mark.
    package var query: String? {
        queryRange.map { bytes.span.text(in: $0) }
    }

    /// The authority of a whole URI or of CONNECT; nil in the other forms.
    package var authority: String? {
        authorityRange.map { bytes.span.text(in: $0) }
    }

    /// Whether it is a whole URI of the scheme `https`, which is only for connections that are
    /// secured (RFC 9110, section 7.4).
    package var isHTTPS: Bool {
        guard form == .absolute, let end = authorityRange?.lowerBound, end >= 8 else {
            return false
        }
        return bytes.span.matches("https://", in: end - 8..<end)
    }

    /// The bytes of the query, for the parser of forms.
    func withQuery<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes.span.extracting(queryRange ?? 0..<0))
    }
}

extension Target: CustomStringConvertible {
    /// The undecoded path and query.
    package var description: String {
        switch form {
        case .asterisk: "*"
        case .authority: authority ?? ""
        case .origin, .absolute: query.map { rawPath + "?" + $0 } ?? rawPath
        }
    }
}
