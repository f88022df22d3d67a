internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

/// A cookie with the revision that a browser saved last, so that a conflict with one's own save isn't
/// blamed on someone else.
///
/// The browser sends the cookie for the path of that record alone. The cookie grants nothing: it
/// chooses between two sentences.
enum LastSave {
    private static let cookie = "saved"
    /// How long the browser keeps the cookie, in seconds: longer than a page stays open.
    private static let maxAge = 60 * 60

    /// Gives the browser the revision that it has saved.
    static func set(
        _ record: StoredRecord, at path: String, in response: inout Response,
        _ context: RequestContext
    ) {
        response.headers.setCookie(
            SetCookie(
                name: cookie, value: String(record.revision), path: path, maxAge: maxAge,
                secure: context.isSecure))
    }

    /// Whether the browser itself saved this revision of a record.
    static func isOwn(_ record: StoredRecord, _ context: RequestContext) -> Bool {
        context.cookies(cookie).contains(RawText(String(record.revision)))
    }
}
