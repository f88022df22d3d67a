internal import FormworkHTTP

/// The kinds of content in which a page or a record can be answered.
enum ContentKind: Sendable, Equatable {
    /// A page for a browser.
    case html
    /// A document for a program.
    case json
    /// Lines for a terminal.
    case text

    /// The kind that a client asks for.
    ///
    /// Without a preference the answer has the kind of the body that came.
    ///
    /// - Parameter request: The request.
    /// - Returns: `nil` where the client takes none of the kinds.
    static func preferred(by request: Request) -> ContentKind? {
        let sentJSON = MediaType.sent(with: request)?.isDocument == true
        let offered: [MediaType] =
            sentJSON
            ? [.json, .problemJSON, .html, .plainText]
            : [.html, .json, .problemJSON, .plainText]
        guard let type = Accept.preferred(request.headers.list(.accept), among: offered) else {
            return nil
        }
        if type.isSameKind(as: .html) { return .html }
        return type.isSameKind(as: .plainText) ? .text : .json
    }
}

extension MediaType {
    /// The type of the body that a request brings.
    ///
    /// - Parameter request: The request.
    /// - Returns: `nil` where it doesn't say, or says what can't be read.
    static func sent(with request: Request) -> MediaType? {
        request.headers[.contentType].flatMap { MediaType($0) }
    }

    /// Whether it is a JSON object with fields: as it is, or as a merge patch (RFC 7396).
    var isDocument: Bool {
        isSameKind(as: .json) || essence == "application/merge-patch+json"
    }
}
