internal import FormworkHTTP
internal import Groundwork

/// Recognises requests that another site made a browser send.
///
/// A browser names the site that sends a request, in `Sec-Fetch-Site` or at least in `Origin`. A client
/// that sends neither is no browser, and sends no cookies that its user doesn't know of.
struct CrossOriginPolicy: Sendable {
    private let trustedOrigins: Set<Origin>

    /// Trusts origins beside the service's own.
    ///
    /// - Parameter trustedOrigins: Origins whose pages may change things here, such as
    ///   `https://books.example`.
    init(trustedOrigins: [Origin]) {
        self.trustedOrigins = Set(trustedOrigins)
    }

    /// Whether another site made the browser send a request that may change something.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isSecure: Whether the client reached the service by https.
    /// - Returns: Whether the request must be refused.
    func isCrossSite(_ request: Request, isSecure: Bool) -> Bool {
        switch request.method {
        case .get, .head, .options: return false
        default: break
        }
        // A field of several lines becomes a list, which is neither an origin nor a site.
        let sent = request.headers.list(.origin)
        let origin = sent.flatMap { try? Origin($0) }
        if let origin, trustedOrigins.contains(origin) { return false }
        if let site = request.headers.list(.secFetchSite).map({ RawText($0) }) {
            return site != "same-origin" && site != "none"
        }
        guard sent != nil else { return false }
        guard let origin, let own = request.authority.flatMap({ Authority($0) }) else {
            return true
        }
        return origin != Origin(isSecure: isSecure, own)
    }
}
