internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

/// An attachment on disk that no record names yet.
struct PendingUpload: Sendable {
    /// Keeps the bytes on disk.
    let hold: AttachmentHold
    /// The attachment as a record will name it.
    let reference: FileReference
}

/// The good files of forms that weren't saved, kept for a while so that nobody has to choose them again.
///
/// A page that shows such a form names each file by a token that nobody can guess.
final class PendingUploads: Sendable {
    private let cache: ExpiringCache<PendingUpload>
    /// The least size that a file counts with, so that their number is bounded as well.
    private let leastSize: Int

    /// Makes an empty cache of files.
    ///
    /// - Parameters:
    ///   - most: The most files, at least one.
    ///   - mostBytes: The most bytes of all files.
    ///   - lifetime: How long a file is kept after a page showed it last, in milliseconds.
    init(most: Int = 200, mostBytes: Int = 256 << 20, lifetime: Int64 = 60 * 60 * 1_000) {
        cache = ExpiringCache(capacity: mostBytes, lifetime: lifetime)
        leastSize = mostBytes / max(most, 1)
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - upload: The file.
    ///   - client: The client whose share it counts against; nil for nobody's.
    /// - Returns: The token of the file; `nil` for a file that is too large.
    func add(_ upload: PendingUpload, for client: IPAddress? = nil) -> RawText? {
        let token = RawText(SessionSecret.make())
        let size = max(upload.reference.size, leastSize)
        return cache.insert(upload, size: size, as: token, for: client) ? token : nil
    }

    /// Finds a file and begins its lifetime anew; `nil` where the token is unknown or has expired.
    func upload(for token: RawText) -> PendingUpload? { cache.value(for: token) }

    /// Removes a file.
    func remove(_ token: RawText) { cache.remove(token) }
}
