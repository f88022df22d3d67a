internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

/// A file that is kept although no record names it yet.
struct Upload: Sendable {
    /// What holds its bytes.
    let file: KeptFile
    /// The file as a record will refer to it.
    let reference: FileReference
}

/// Good files of forms that weren't saved, kept for a while under tokens that nobody can guess, so that
/// they needn't be chosen again.
final class Uploads: Sendable {
    private let kept: Keepsakes<Upload>
    /// What a file takes at least of the room for bytes, so that there are not too many.
    private let leastSize: Int

    /// Makes a place for files.
    ///
    /// - Parameters:
    ///   - most: How many are kept, at least one; past that one goes, as ``Keepsakes`` says.
    ///   - mostBytes: How many bytes all have together.
    ///   - lifetime: How long one is kept after it was shown last, in milliseconds.
    init(most: Int = 200, mostBytes: Int = 256 << 20, lifetime: Int64 = 60 * 60 * 1_000) {
        kept = Keepsakes(capacity: mostBytes, lifetime: lifetime)
        leastSize = mostBytes / max(most, 1)
    }

    /// Keeps a file.
    ///
    /// - Parameters:
    ///   - upload: The file.
    ///   - client: Against whose share it counts; nil for nobody's.
    /// - Returns: The token under which it's found; `nil` where it is too large to be kept.
    func keep(_ upload: Upload, for client: IPAddress? = nil) -> RawText? {
        let token = RawText(SessionSecret.make())
        let size = max(upload.reference.size, leastSize)
        return kept.keep(upload, size: size, as: token, for: client) ? token : nil
    }

    /// Finds a file, and keeps it for as long once more.
    ///
    /// - Parameter token: The token, any text.
    /// - Returns: `nil` where there is no such file any more.
    func find(_ token: RawText) -> Upload? { kept.find(token) }

    /// Lets a file go.
    ///
    /// - Parameter token: The token, any text.
    func forget(_ token: RawText) { kept.forget(token) }
}
