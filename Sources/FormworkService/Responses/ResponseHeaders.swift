internal import FormworkHTTP

/// The header fields of all answers of one kind, put together once.
struct ResponseHeaders: Sendable {
    private var shared: Headers
    private var personal: Headers

    private init(_ contentType: String, _ more: Headers = [:]) {
        var headers = Self.common
        headers.add(.contentType, contentType)
        headers.add(.vary, "Accept, Cookie")
        headers.append(more)
        (shared, personal) = (headers, headers)
        shared.add(.cacheControl, "no-cache")
        personal.add(.cacheControl, "no-store")
    }

    /// The fields of an answer that holds what only this person may see, or of another.
    subscript(isPersonal isPersonal: Bool) -> Headers { isPersonal ? personal : shared }

    /// The fields of every answer of the service but those of static files.
    static let common: Headers = [
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "same-origin",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
    ]

    /// The fields of a page, which may load nothing from elsewhere, and run or style nothing inline.
    static let page = ResponseHeaders(
        "text/html; charset=utf-8",
        [
            .contentSecurityPolicy: """
            default-src 'none'; style-src 'self'; img-src 'self' data: blob:; \
            script-src 'self'; connect-src 'self'; form-action 'self'; \
            frame-ancestors 'none'; base-uri 'none'; object-src 'none'
            """,
            .xFrameOptions: "DENY",
            .permissionsPolicy:
                "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
        ])
    /// The fields of a JSON document.
    static let document = ResponseHeaders("application/json")
    /// The fields of lines of text.
    static let text = ResponseHeaders("text/plain; charset=utf-8")
}
