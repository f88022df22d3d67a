internal import FormworkHTTP
internal import Groundwork

/// Tells a request that another site made a browser send from one that the person meant.
///
/// The browser says where a request comes from, in `Sec-Fetch-Site` or at least in `Origin`; a client
/// that says neither is no browser and holds no cookies against its owner's will.
struct CrossOriginPolicy: Sendable {
    private let trustedOrigins: Set<Origin>

    /// Trusts origins beside the service's own.
    ///
    /// - Parameter trustedOrigins: Those that may change things here, such as `https://books.example`.
    init(trustedOrigins: [Origin]) {
        self.trustedOrigins = Set(trustedOrigins)
    }

    /// Whether another site made the browser send a request that may change something.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isSecure: Whether it reached the service by https.
    /// - Returns: Whether it must be refused.
    func isCrossSite(_ request: Request, isSecure: Bool) -> Bool {
        switch request.method {
        case .get, .head, .options: return false
        default: break
        }
        // Several lines make a list, which is no origin and no site.
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
