internal import Groundwork

/// Records that are known for a browser's session and never written to disk.
final class Sessions: Sendable {
    private struct Entry {
        var document: JSON.Object
        var lastUsed: Int64
    }

    private let most: Int
    private let idleMost: Int64
    private let entries = Lock<[String: Entry]>([:])

    /// Makes a place for sessions.
    ///
    /// - Parameters:
    ///   - most: How many are kept, at least one; past that the one unused for longest goes.
    ///   - idleMost: How long an unused one is kept, in milliseconds.
    init(most: Int = 10_000, idleMost: Int64 = 12 * 60 * 60 * 1_000) {
        self.most = most
        self.idleMost = idleMost
    }

    /// The record of a session.
    ///
    /// - Parameter secret: What the browser holds.
    /// - Returns: `nil` where the session is unknown or has ended.
    func document(_ secret: String) -> JSON.Object? {
        let now = monotonicMilliseconds()
        return entries.withLock { entries in
            let key = SessionSecret.hash(secret)
            guard let entry = entries[key], now - entry.lastUsed < idleMost else { return nil }
            entries[key]?.lastUsed = now
            return entry.document
        }
    }

    /// Keeps the record of a session.
    func keep(_ document: JSON.Object, _ secret: String) {
        let now = monotonicMilliseconds()
        entries.withLock { entries in
            let key = SessionSecret.hash(secret)
            if entries[key] == nil, entries.count >= most {
                let oldest = entries.min { $0.value.lastUsed < $1.value.lastUsed }
                if let oldest { entries[oldest.key] = nil }
            }
            entries[key] = Entry(document: document, lastUsed: now)
        }
    }

    /// Ends a session.
    func forget(_ secret: String) {
        entries.withLock { $0[SessionSecret.hash(secret)] = nil }
    }
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
