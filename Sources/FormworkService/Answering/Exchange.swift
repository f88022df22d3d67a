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

    /// The path and query of the page of this service that the request came from; `nil` where the
    /// client names none.
    var referringPath: String? {
        guard request.authority != nil, let referer = request.headers.list(.referer) else {
            return nil
        }
        let own = url("").utf8
        guard referer.utf8.starts(with: own) else { return nil }
        let path = referer.utf8.dropFirst(own.count)
        guard path.first == UInt8(ascii: "/") else { return nil }
        // Two of them would lead to another host.
        let second = path.dropFirst().first
        guard second != UInt8(ascii: "/"), second != UInt8(ascii: "\\") else { return nil }
        return String(path)
    }

    /// Whether the client is a browser, as far as it tells: one says where a form comes from.
    var isFromBrowser: Bool {
        request.headers.list(.origin) != nil || request.headers.list(.secFetchSite) != nil
    }

    /// The path of the request as it was sent.
    var path: String { request.target.rawPath }

    /// Whether the path is another one, or lies below it.
    func isWithin(_ other: String) -> Bool {
        path.utf8.elementsEqual(other.utf8) || path.utf8.starts(with: "\(other)/".utf8)
    }

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
