internal import Formwork
internal import FormworkHTTP

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

    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        Cookies.parse(request.headers).first { $0.name == name }?.value
    }
}
