internal import FormworkHTTP

/// Tells whether a browser keeps cookies, before something is saved that only a cookie opens.
///
/// The page of the form sends it; the form that comes back brings it along.
enum CookieProbe {
    /// Sends the cookie along with a page.
    static func send(in response: inout Response, _ exchange: Exchange) {
        response.headers.setCookie(
            SetCookie(name: name(exchange), value: "1", secure: exchange.isSecure))
    }

    /// Whether the cookie of a page came back.
    static func cameBack(_ exchange: Exchange) -> Bool { !exchange.cookies(name(exchange)).isEmpty }

    private static func name(_ exchange: Exchange) -> String {
        exchange.isSecure ? "__Host-cookies" : "cookies"
    }
}

extension Problem {
    /// What was filled in could never be found again.
    ///
    /// - Parameter name: What the record is called.
    /// - Returns: The problem, with what helps.
    static func cookiesMissing(for name: String) -> Problem {
        Problem(
            .unprocessableContent,
            "Nothing was saved: your browser keeps no cookies of this site, and your \(name) is found"
                + " by one. Allow cookies here, then send it again")
    }
}
