internal import Formwork
internal import FormworkHTTP
internal import Groundwork

/// One request on its way to an answer, with what the service knows about it.
struct Exchange: Sendable {
    let request: Request
    let parameters: RouteParameters?
    /// The kind of content to answer with.
    let kind: ContentKind
    /// How pages look and what they say of the service.
    let layout: PageLayout
    /// Whether the request reached the public side of the service by https.
    let isSecure: Bool
    /// Whether another site made the browser send the request, so that nothing may be changed.
    let isCrossSite: Bool

    /// Gives an answer the tag of the state that it holds, and evaluates the conditions of the request.
    ///
    /// - Parameters:
    ///   - response: The whole answer to a request that has no conditions, or to one that has changed
    ///     something already.
    ///   - tag: The tag of the state.
    /// - Returns: The answer; 304 or 412 to a request to read whose conditions say so (RFC 9110, section
    ///   13.2.2).
    func tagged(_ response: Response, _ tag: EntityTag) -> Response {
        var response = response
        response.headers.add(.etag, tag.description)
        guard request.method == .get || request.method == .head else { return response }
        let state = SelectedRepresentation(tag: tag, modified: nil, length: 0)
        switch state.outcome(of: request) {
        case .whole, .part, .rangeNotSatisfiable: return response
        case .notModified:
            response.headers.remove(.contentType)
            return Response(.notModified, headers: response.headers)
        case .preconditionFailed:
            return answer(
                Problem(.preconditionFailed, "This isn\u{2019}t the state that you named"))
        }
    }

    /// The path of the request as it was sent.
    var path: String { request.target.rawPath }

    /// The address of a path as a client would type it.
    ///
    /// - Parameter path: An absolute path.
    /// - Returns: The address with the authority of this request.
    func url(_ path: String) -> String {
        guard let authority = request.authority else { return path }
        return "\(isSecure ? "https" : "http")://\(authority)\(path)"
    }

    /// The values of all cookies of a name.
    ///
    /// A browser may hold several, for other paths and domains, and sends them in an order that nothing
    /// should depend on (RFC 6265, section 4.2.2).
    func cookies(_ name: String) -> [RawText] {
        let name = RawText(name)
        return Cookies.parse(request.headers).filter { $0.name == name }.map(\.value)
    }
}
