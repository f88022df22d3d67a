internal import FormworkHTTP
internal import Groundwork

/// Records that are known for a browser's session and never written to disk.
final class Sessions: Sendable {
    private let kept: Keepsakes<JSON.Object>

    /// Makes a place for sessions.
    ///
    /// - Parameters:
    ///   - most: How many are kept, at least one; past that one goes, as ``Keepsakes`` says.
    ///   - idleMost: How long an unused one is kept, in milliseconds.
    init(most: Int = 10_000, idleMost: Int64 = 12 * 60 * 60 * 1_000) {
        kept = Keepsakes(capacity: most, lifetime: idleMost)
    }

    /// The record of a session.
    ///
    /// - Parameter secret: What the browser holds.
    /// - Returns: `nil` where the session is unknown or has ended.
    func document(_ secret: String) -> JSON.Object? {
        kept.find(RawText(SessionSecret.hash(secret)))
    }

    /// Keeps the record of a session.
    ///
    /// - Parameters:
    ///   - document: The record.
    ///   - secret: What the browser holds.
    ///   - client: Against whose share it counts; nil for nobody's.
    func keep(_ document: JSON.Object, _ secret: String, for client: IPAddress? = nil) {
        _ = kept.keep(document, size: 1, as: RawText(SessionSecret.hash(secret)), for: client)
    }

    /// Ends a session.
    func forget(_ secret: String) { kept.forget(RawText(SessionSecret.hash(secret))) }
}

/// What a browser holds to be known again, and what is kept of it here.
enum SessionSecret {
    /// 256 bits that nobody can guess, as text.
    static func make() -> String { Base64.encodeURL(randomBytes(32)) }

    /// What is kept in place of a secret, so that nobody who reads the store can use it.
    static func hash(_ secret: String) -> String {
        Base64.encodeURL(SHA256.hash(Array(secret.utf8)))
    }
}
