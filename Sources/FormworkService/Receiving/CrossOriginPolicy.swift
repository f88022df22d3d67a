internal import FormworkHTTP
internal import Groundwork

/// Tells a request that another site made a browser send from one that the person meant.
///
/// The browser says where a request comes from, in `Sec-Fetch-Site` or at least in `Origin`; a client
/// that says neither is no browser and holds no cookies against its owner's will.
struct CrossOriginPolicy: Sendable {
    private let trustedOrigins: [String]

    /// Trusts origins beside the service's own.
    ///
    /// - Parameter trustedOrigins: Those that may change things here, such as `https://books.example`.
    init(trustedOrigins: [String]) {
        self.trustedOrigins = trustedOrigins.map(Self.normalized)
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
        let origin = request.headers.list(.origin).map(Self.normalized)
        if let origin, trustedOrigins.contains(origin) { return false }
        if let site = request.headers.list(.secFetchSite) {
            return site != "same-origin" && site != "none"
        }
        guard let origin else { return false }
        guard let own = request.authority else { return true }
        return origin != Self.normalized("\(isSecure ? "https" : "http")://\(own)")
    }

    /// An origin in lower case without the default port of its scheme.
    private static func normalized(_ origin: String) -> String {
        let origin = ASCII.lowercased(origin)
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
            return String(origin.dropLast(port.count))
        }
        return origin
    }
}
