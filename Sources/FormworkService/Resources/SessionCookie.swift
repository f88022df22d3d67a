internal import FormworkHTTP

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

    /// Reads the cookie of a request.
    init?(_ exchange: Exchange) {
        guard let value = exchange.cookie(Self.name(exchange)), value.utf8.count <= 128 else {
            return nil
        }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
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
