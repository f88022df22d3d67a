import Groundwork

/// The name of a header field, equal whatever its case (RFC 9110, section 5.1).
package struct HeaderName: Sendable {
    /// The name in small letters, by which names are compared.
    package let rawValue: String
    /// The spelling of the name in a response.
    package let spelling: String

    /// Takes a name; nil when the text is no token (RFC 9110, section 5.6.2).
    ///
    /// - Parameter spelling: The name as it is to be written.
    package init?(_ spelling: String) {
        guard !spelling.isEmpty, spelling.isAll(.token) else {
            return nil
        }
        self.init(trusted: spelling)
    }

    /// Takes a name that is known to be a token.
    private init(trusted spelling: String) {
        self.spelling = spelling
        rawValue = ASCII.lowercased(spelling)
    }
}

extension HeaderName: Hashable {
    /// Compares names without their case.
    package static func == (left: HeaderName, right: HeaderName) -> Bool {
        left.rawValue == right.rawValue
    }

    /// Hashes the name without its case.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }
}

extension HeaderName: ExpressibleByStringLiteral {
    /// Makes a name from a literal in the source; a literal that is no token is the programmer's mistake.
    ///
    /// - Parameter spelling: The name as it is to be written.
    package init(stringLiteral spelling: String) {
        precondition(
            HeaderName(spelling) != nil, "a header name holds letters, digits and hyphens")
        self.init(trusted: spelling)
    }
}

extension HeaderName {
    /// `Accept`.
    package static let accept: HeaderName = "Accept"
    /// `Accept-Ranges`.
    package static let acceptRanges: HeaderName = "Accept-Ranges"
    /// `Allow`.
    package static let allow: HeaderName = "Allow"
    /// `Authorization`.
    package static let authorization: HeaderName = "Authorization"
    /// `Cache-Control`.
    package static let cacheControl: HeaderName = "Cache-Control"
    /// `Connection`.
    package static let connection: HeaderName = "Connection"
    /// `Content-Disposition`.
    package static let contentDisposition: HeaderName = "Content-Disposition"
    /// `Content-Encoding`.
    package static let contentEncoding: HeaderName = "Content-Encoding"
    /// `Content-Length`.
    package static let contentLength: HeaderName = "Content-Length"
    /// `Content-Range`.
    package static let contentRange: HeaderName = "Content-Range"
    /// `Content-Security-Policy`.
    package static let contentSecurityPolicy: HeaderName = "Content-Security-Policy"
    /// `Content-Transfer-Encoding`.
    package static let contentTransferEncoding: HeaderName = "Content-Transfer-Encoding"
    /// `Content-Type`.
    package static let contentType: HeaderName = "Content-Type"
    /// `Cookie`.
    package static let cookie: HeaderName = "Cookie"
    /// `Cross-Origin-Opener-Policy`.
    package static let crossOriginOpenerPolicy: HeaderName = "Cross-Origin-Opener-Policy"
    /// `Cross-Origin-Resource-Policy`.
    package static let crossOriginResourcePolicy: HeaderName = "Cross-Origin-Resource-Policy"
    /// `Date`.
    package static let date: HeaderName = "Date"
    /// `ETag`.
    package static let etag: HeaderName = "ETag"
    /// `Expect`.
    package static let expect: HeaderName = "Expect"
    /// `Forwarded`.
    package static let forwarded: HeaderName = "Forwarded"
    /// `Host`.
    package static let host: HeaderName = "Host"
    /// `If-Match`.
    package static let ifMatch: HeaderName = "If-Match"
    /// `If-Modified-Since`.
    package static let ifModifiedSince: HeaderName = "If-Modified-Since"
    /// `If-None-Match`.
    package static let ifNoneMatch: HeaderName = "If-None-Match"
    /// `If-Range`.
    package static let ifRange: HeaderName = "If-Range"
    /// `If-Unmodified-Since`.
    package static let ifUnmodifiedSince: HeaderName = "If-Unmodified-Since"
    /// `Last-Modified`.
    package static let lastModified: HeaderName = "Last-Modified"
    /// `Link`.
    package static let link: HeaderName = "Link"
    /// `Location`.
    package static let location: HeaderName = "Location"
    /// `Origin`.
    package static let origin: HeaderName = "Origin"
    /// `Permissions-Policy`.
    package static let permissionsPolicy: HeaderName = "Permissions-Policy"
    /// `Range`.
    package static let range: HeaderName = "Range"
    /// `Referer`.
    package static let referer: HeaderName = "Referer"
    /// `Referrer-Policy`.
    package static let referrerPolicy: HeaderName = "Referrer-Policy"
    /// `Retry-After`.
    package static let retryAfter: HeaderName = "Retry-After"
    /// `Sec-Fetch-Site`.
    package static let secFetchSite: HeaderName = "Sec-Fetch-Site"
    /// `Set-Cookie`.
    package static let setCookie: HeaderName = "Set-Cookie"
    /// `Transfer-Encoding`.
    package static let transferEncoding: HeaderName = "Transfer-Encoding"
    /// `User-Agent`.
    package static let userAgent: HeaderName = "User-Agent"
    /// `Vary`.
    package static let vary: HeaderName = "Vary"
    /// `WWW-Authenticate`.
    package static let wwwAuthenticate: HeaderName = "WWW-Authenticate"
    /// `X-Content-Type-Options`.
    package static let xContentTypeOptions: HeaderName = "X-Content-Type-Options"
    /// `X-Forwarded-For`.
    package static let xForwardedFor: HeaderName = "X-Forwarded-For"
    /// `X-Forwarded-Host`.
    package static let xForwardedHost: HeaderName = "X-Forwarded-Host"
    /// `X-Forwarded-Proto`.
    package static let xForwardedProto: HeaderName = "X-Forwarded-Proto"
    /// `X-Frame-Options`.
    package static let xFrameOptions: HeaderName = "X-Frame-Options"
}

extension HeaderName: CustomStringConvertible {
    /// The spelling of the name in a response.
    package var description: String { spelling }
}
