internal import FormworkHTTP
internal import Groundwork

/// Records that are kept in memory for a browser's session and never written to disk.
final class Sessions: Sendable {
    private let cache: ExpiringCache<JSON.Object>

    /// Begins without sessions.
    ///
    /// - Parameters:
    ///   - most: The most records, at least one.
    ///   - idleMost: How long a record is kept after its last use, in milliseconds.
    init(most: Int = 10_000, idleMost: Int64 = 12 * 60 * 60 * 1_000) {
        cache = ExpiringCache(capacity: most, lifetime: idleMost)
    }

    /// The record of the session that a secret opens; `nil` where the session has ended.
    func document(_ secret: String) -> JSON.Object? {
        cache.value(for: RawText(SessionSecret.hash(secret)))
    }

    /// Adds or replaces the record of a session.
    ///
    /// - Parameters:
    ///   - document: The record.
    ///   - secret: The secret of the browser's cookie.
    ///   - client: The client whose share it counts against; nil for nobody's.
    func insert(_ document: JSON.Object, _ secret: String, for client: IPAddress? = nil) {
        _ = cache.insert(document, size: 1, as: RawText(SessionSecret.hash(secret)), for: client)
    }

    /// Ends a session.
    func end(_ secret: String) { cache.remove(RawText(SessionSecret.hash(secret))) }
}

/// Secrets that browsers hold, and the hashes that the service keeps of them.
enum SessionSecret {
    /// 256 random bits as text.
    static func make() -> String { Base64.encodeURL(randomBytes(32)) }

    /// The hash of a secret, from which whoever reads the store can't get the secret.
    static func hash(_ secret: String) -> String {
        Base64.encodeURL(SHA256.hash(Array(secret.utf8)))
    }
}
