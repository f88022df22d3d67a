internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

/// What a browser saved last of a record, so that it isn't told that someone else did.
///
/// It travels in a cookie for the path of that record alone. It grants nothing: it decides between two
/// sentences.
enum LastSave {
    private static let cookie = "saved"
    /// How long an older page of the record may stay open, in seconds.
    private static let maxAge = 60 * 60

    /// Lets the browser know which revision it has saved.
    ///
    /// - Parameters:
    ///   - record: The record as it is saved.
    ///   - path: Its path.
    ///   - response: The answer.
    ///   - exchange: The request that is answered.
    static func note(
        _ record: StoredRecord, at path: String, in response: inout Response, _ exchange: Exchange
    ) {
        response.headers.setCookie(
            SetCookie(
                name: cookie, value: String(record.revision), path: path, maxAge: maxAge,
                secure: exchange.isSecure))
    }

    /// Whether a record stands as the browser itself saved it.
    static func isOwn(_ record: StoredRecord, _ exchange: Exchange) -> Bool {
        exchange.cookies(cookie).contains(RawText(String(record.revision)))
    }
}
