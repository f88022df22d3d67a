internal import FormworkHTTP
internal import Groundwork

/// The cookie by which a browser is known again: a secret, and before it the id of the record that it
/// opens where that is saved.
struct SessionCookie: Sendable, Equatable {
    /// The id of the saved record; `nil` for one that is kept in memory alone.
    let id: String?
    let secret: String

    /// How long a browser is remembered, in seconds: a year.
    private static let rememberedFor = 365 * 24 * 60 * 60

    init(id: String?, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Reads the cookies of a request; the right one may have any place among them.
    static func all(_ exchange: Exchange) -> [SessionCookie] {
        exchange.cookies(name(exchange)).prefix(most).compactMap { SessionCookie($0) }
    }

    /// How many cookies of a request are tried: each may cost a look into the store.
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

    /// Gives the cookie to the browser: for a year where the record is saved, else for its session.
    func set(in response: inout Response, _ exchange: Exchange) {
        response.headers.setCookie(
            SetCookie(
                name: Self.name(exchange), value: id.map { "\($0).\(secret)" } ?? secret,
                maxAge: id == nil ? nil : Self.rememberedFor, secure: exchange.isSecure))
    }

    /// Takes the cookie back from the browser.
    static func clear(in response: inout Response, _ exchange: Exchange) {
        response.headers.setCookie(
            SetCookie(name: name(exchange), value: "", maxAge: 0, secure: exchange.isSecure))
    }

    /// Over https the prefix keeps other hosts and plain http from setting it.
    private static func name(_ exchange: Exchange) -> String {
        exchange.isSecure ? "__Host-session" : "session"
    }
}
