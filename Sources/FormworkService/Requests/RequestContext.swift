internal import FormworkHTTP
internal import Groundwork

/// A request with everything that the service knows about it.
struct RequestContext: Sendable {
    let request: Request
    /// What the names of the route's path stand for; `nil` before a route is found.
    var parameters: RouteParameters?
    /// The type of the body; `nil` where the request names none, or one that can't be read.
    let contentType: MediaType?
    /// The kind of content to answer with.
    var kind: ContentKind
    /// Whether the client takes any of the kinds; an error is told as text to one that doesn't.
    let isAcceptable: Bool
    /// The frame around the content of a page.
    let layout: PageLayout
    /// Whether the client reached the service by https.
    let isSecure: Bool
    /// Whether another site made the browser send the request, so that nothing may be changed.
    let isCrossSite: Bool

    /// Works out what the head of a request says.
    ///
    /// - Parameters:
    ///   - request: The request, with or without its body.
    ///   - layout: The frame around the content of a page.
    ///   - isSecure: Whether the client reached the service by https.
    ///   - origins: Tells requests that another site made a browser send.
    init(_ request: Request, layout: PageLayout, isSecure: Bool, origins: CrossOriginPolicy) {
        self.request = request
        self.layout = layout
        self.isSecure = isSecure
        contentType = request.contentType
        let preferred = ContentKind.preferred(
            request.headers.list(.accept),
            contentType?.isDocument == true ? .documentFirst : .pageFirst)
        kind = preferred ?? .text
        isAcceptable = preferred != nil
        isCrossSite = origins.isCrossSite(request, isSecure: isSecure)
    }

    /// The path of the request as it was sent.
    var path: String { request.target.rawPath }

    /// Whether the path is another one, or lies below it.
    func isWithin(_ other: String) -> Bool {
        path.utf8.elementsEqual(other.utf8) || path.utf8.starts(with: "\(other)/".utf8)
    }

    /// The URL of an absolute path, with the host that this request names.
    func url(_ path: String) -> String {
        guard let authority = request.authority else { return path }
        return "\(isSecure ? "https" : "http")://\(authority)\(path)"
    }

    /// The path and query of the page of this service on which the request was made; `nil` where the
    /// client names none.
    var referringPath: String? {
        guard request.authority != nil, let referer = request.headers.list(.referer) else {
            return nil
        }
        let own = url("").utf8
        guard referer.utf8.starts(with: own) else { return nil }
        let path = referer.utf8.dropFirst(own.count)
        guard path.first == UInt8(ascii: "/") else { return nil }
        // A second solidus would make the path a link to another host.
        let second = path.dropFirst().first
        guard second != UInt8(ascii: "/"), second != UInt8(ascii: "\\") else { return nil }
        return String(path)
    }

    /// Whether the client seems to be a browser: browsers say which site a form comes from.
    var isFromBrowser: Bool {
        request.headers.list(.origin) != nil || request.headers.list(.secFetchSite) != nil
    }

    /// The values of all cookies of a name.
    ///
    /// A browser may hold several, for different paths and domains. Their order means nothing
    /// (RFC 6265, section 4.2.2).
    func cookies(_ name: String) -> [RawText] {
        let name = RawText(name)
        return Cookies.parse(request.headers).filter { $0.name == name }.map(\.value)
    }
}
