internal import FormworkHTTP
internal import Groundwork

/// A sentence that the next page shows once: what has just been done.
///
/// A cookie carries it, for the path of that page alone, so that no other open page takes it.
enum Notice: String {
    case created
    case changed
    case deleted

    private static let cookie = "notice"
    /// How long the browser keeps the cookie, in seconds: longer than the next page takes.
    private static let maxAge = 60

    /// Reads the notice that a request brings.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - possible: The notices that its page can show; another one is ignored.
    init?(_ context: RequestContext, among possible: [Notice]) {
        let codes = context.cookies(Self.cookie)
        guard let notice = possible.first(where: { codes.contains(RawText($0.rawValue)) }) else {
            return nil
        }
        self = notice
    }

    /// Sends a client to a page that shows the notice.
    func redirect(to path: String, _ context: RequestContext) -> Response {
        var response = context.seeOther(path)
        response.headers.setCookie(
            SetCookie(
                name: Self.cookie, value: rawValue, path: path, maxAge: Self.maxAge,
                secure: context.isSecure))
        return response
    }

    /// Removes the cookie with the page that shows the notice; not for HEAD, which shows nothing.
    static func clear(in response: inout Response, _ context: RequestContext) {
        guard context.request.method == .get else { return }
        response.headers.setCookie(
            SetCookie(
                name: cookie, value: "", path: context.path, maxAge: 0,
                secure: context.isSecure))
    }
}
