/// The method of a request, case-sensitive, open to any token (RFC 9110, section 9.1).
package struct Method: RawRepresentable, Hashable, Sendable {
    /// The method's text in the request line.
    package let rawValue: String

    /// Takes any text as a method.
    ///
    /// - Parameter rawValue: The method; a parser checks that it is a token, this doesn't.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Asks for a representation.
    package static let get = Method(rawValue: "GET")
    /// Asks for the head of what `get` would answer.
    package static let head = Method(rawValue: "HEAD")
    /// Hands over content to be processed.
    package static let post = Method(rawValue: "POST")
    /// Replaces the resource.
    package static let put = Method(rawValue: "PUT")
    /// Changes a part of the resource (RFC 5789).
    package static let patch = Method(rawValue: "PATCH")
    /// Removes the resource.
    package static let delete = Method(rawValue: "DELETE")
    /// Asks what may be done with the target.
    package static let options = Method(rawValue: "OPTIONS")
    /// Asks for a tunnel.
    package static let connect = Method(rawValue: "CONNECT")
    /// Asks for an echo of the request.
    package static let trace = Method(rawValue: "TRACE")

    /// Whether the service knows the method at all, so that a target can refuse it with 405.
    ///
    /// An unknown one is answered 501. CONNECT counts as unknown: there is no tunnel anywhere.
    package var isKnown: Bool {
        switch self {
        case .get, .head, .post, .put, .patch, .delete, .options, .trace: true
        default: false
        }
    }
}

extension Method: CustomStringConvertible {
    /// The method's text in the request line.
    package var description: String { rawValue }
}
