internal import FormworkHTTP
internal import Groundwork

/// The cookie by which the service recognises a browser: a secret, behind the id of a saved record that it
/// opens.
struct SessionCookie: Sendable, Equatable {
    /// The id of the saved record; `nil` for a record that is kept in memory.
    let id: String?
    let secret: String

    /// How long a browser keeps the cookie of a saved record, in seconds: a year.
    private static let rememberedFor = 365 * 24 * 60 * 60

    init(id: String?, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Reads the cookies of a request; any of them may be the right one.
    static func all(_ context: RequestContext) -> [SessionCookie] {
        context.cookies(name(context)).prefix(most).compactMap { SessionCookie($0) }
    }

    /// How many cookies of a request are tried, since each may cost a read of the store.
    private static let most = 8

    private init?(_ value: RawText) {
        guard value.utf8.count <= 128 else { return nil }
        let parts = value.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false
        ).compactMap { String($0) }
        switch parts.count {
        case 1: self.init(id: nil, secret: parts[0])
        case 2: self.init(id: parts[0], secret: parts[1])
        default: return nil
        }
    }

    /// Sets the cookie: for a year where the record is saved, else until the browser closes.
    func set(in response: inout Response, _ context: RequestContext) {
        response.headers.setCookie(
            SetCookie(
                name: Self.name(context), value: id.map { "\($0).\(secret)" } ?? secret,
                maxAge: id == nil ? nil : Self.rememberedFor, secure: context.isSecure))
    }

    /// Removes the cookie from the browser.
    static func clear(in response: inout Response, _ context: RequestContext) {
        response.headers.setCookie(
            SetCookie(name: name(context), value: "", maxAge: 0, secure: context.isSecure))
    }

    /// The prefix keeps other hosts and plain http from setting the cookie of https (RFC 6265bis,
    /// section 4.1.3.2).
    private static func name(_ context: RequestContext) -> String {
        context.isSecure ? "__Host-session" : "session"
    }
}

/// A cookie that tests whether a browser keeps cookies, before a record is saved that only a cookie opens.
///
/// The page of the form sets it, and the browser sends it back with the form.
enum CookieProbe {
    /// Sets the cookie.
    static func send(in response: inout Response, _ context: RequestContext) {
        response.headers.setCookie(
            SetCookie(name: name(context), value: "1", secure: context.isSecure))
    }

    /// Whether the browser sent the cookie back.
    static func cameBack(_ context: RequestContext) -> Bool {
        !context.cookies(name(context)).isEmpty
    }

    private static func name(_ context: RequestContext) -> String {
        context.isSecure ? "__Host-cookies" : "cookies"
    }
}

extension Problem {
    /// The browser keeps no cookies, so that a saved record could never be opened again.
    static func cookiesMissing(for name: String) -> Problem {
        Problem(
            .unprocessableContent,
            "Nothing was saved: your browser keeps no cookies of this site, and your \(name) is found"
                + " by one. Allow cookies here, then send it again")
    }
}
