internal import FormworkHTTP
internal import Groundwork

/// What was done just before, told once on the page that follows.
///
/// It travels in a cookie for the path of that page alone, so that two tabs don't eat each other's.
enum Notice: String {
    case created
    case changed
    case deleted

    /// The cookie's name.
    private static let cookie = "notice"
    /// How long the page that follows may take, in seconds.
    private static let maxAge = 60

    /// The notice that a request brings.
    ///
    /// - Parameters:
    ///   - exchange: The request.
    ///   - possible: What can have been done before the page that is asked for; a cookie that says
    ///     anything else is left alone.
    init?(_ exchange: Exchange, among possible: [Notice]) {
        let codes = exchange.cookies(Self.cookie)
        guard let notice = possible.first(where: { codes.contains(RawText($0.rawValue)) }) else {
            return nil
        }
        self = notice
    }

    /// Sends a client to a page with the notice.
    ///
    /// - Parameters:
    ///   - path: The page's path.
    ///   - exchange: The request that is answered.
    /// - Returns: The answer.
    func redirect(to path: String, _ exchange: Exchange) -> Response {
        var response = Response.seeOther(path)
        response.headers.setCookie(
            SetCookie(
                name: Self.cookie, value: rawValue, path: path, maxAge: Self.maxAge,
                secure: exchange.isSecure))
        return response
    }

    /// Takes the notice back from the client, once it has been shown: to GET, since HEAD shows nothing.
    ///
    /// - Parameters:
    ///   - response: The page that shows it.
    ///   - exchange: The request that is answered.
    static func clear(in response: inout Response, _ exchange: Exchange) {
        guard exchange.request.method == .get else { return }
        response.headers.setCookie(
            SetCookie(
                name: cookie, value: "", path: exchange.path, maxAge: 0,
                secure: exchange.isSecure))
    }
}

extension Headers {
    /// Adds a cookie.
    mutating func setCookie(_ cookie: SetCookie?) {
        if let cookie { add(.setCookie, cookie.text) }
    }
}
