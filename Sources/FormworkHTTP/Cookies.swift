package import Groundwork

/// The cookies of a request (RFC 6265, section 5.4).
package enum Cookies {
    /// Reads all `Cookie` fields, several as one.
    ///
    /// - Parameter headers: The header fields of a request.
    /// - Returns: Names and values as they were sent, in their order; what has no name or no `=` is
    ///   left out.
    package static func parse(_ headers: Headers) -> [(name: RawText, value: RawText)] {
        var pairs: [(name: RawText, value: RawText)] = []
        for line in headers.all(.cookie) {
            let bytes = Array(line.utf8)
            let span = bytes.span
            for part in bytes.split(separator: .semicolon).map(\.indices) {
                guard let equals = part.first(where: { span[$0] == .equals }) else { continue }
                let name = span.trimmed(part.lowerBound..<equals)
                let value = span.trimmed(equals + 1..<part.upperBound)
                guard !name.isEmpty else { continue }
                pairs.append((RawText(span.text(in: name)), RawText(span.text(in: value))))
            }
        }
        return pairs
    }
}

/// A cookie that a response sets (RFC 6265, section 4.1), always `HttpOnly` and `SameSite=Lax`.
package struct SetCookie: Sendable, Equatable {
    /// The value of the `Set-Cookie` field.
    package let text: String

    /// Makes a cookie; nil when a part holds a character that would end it.
    ///
    /// - Parameters:
    ///   - name: The name, a token.
    ///   - value: The value: visible ASCII but `,`, `;`, `"` and `\`.
    ///   - path: The path below which it is sent back: visible ASCII without semicolon.
    ///   - maxAge: How long it is kept, in seconds; 0 removes it, nil keeps it while the browser
    ///     runs.
    ///   - secure: Whether it is sent over https alone.
    package init?(
        name: String, value: String, path: String = "/", maxAge: Int? = nil, secure: Bool
    ) {
        guard !name.isEmpty, name.isAll(.token),
            value.isAll(.cookie),
            path.isAll(.fieldValue), !path.utf8.contains(.semicolon)
        else { return nil }
        var text = "\(name)=\(value); Path=\(path)"
        if let maxAge { text += "; Max-Age=\(maxAge)" }
        if secure { text += "; Secure" }
        self.text = text + "; HttpOnly; SameSite=Lax"
    }
}

extension Headers {
    /// Adds a `Set-Cookie` field; nothing for nil.
    package mutating func setCookie(_ cookie: SetCookie?) {
        if let cookie { add(.setCookie, cookie.text) }
    }
}
