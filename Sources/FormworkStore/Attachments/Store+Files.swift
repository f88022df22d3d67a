internal import Groundwork
internal import System

extension Store {
    /// Keeps a file by its content, so that records can name it.
    ///
    ///     store.keep(FileContent(bytes)) { result in … }
    ///
    /// - Parameters:
    ///   - content: Its bytes.
    ///   - then: Called once, when the file is on disk, or with the reason why it isn't; it runs on the
    ///     thread that writes files, so it must be brief and must not close the store. The file stays as
    ///     long as somebody has what it is given, or a record names it.
    package func keep(
        _ content: FileContent, then: @escaping @Sendable (Result<KeptFile, StoreError>) -> Void
    ) {
        share.attachments.keep(content, then: then)
    }

    /// Opens a kept file.
    ///
    /// - Parameter digest: The SHA-256 of its bytes, in 64 digits; any text.
    /// - Returns: The file; `nil` where no record names such a file and nobody holds it.
    /// - Throws: `StoreError.unusable` where it can't be opened.
    package func file(_ digest: String) throws(StoreError) -> StoredFile? {
        guard let file = AttachmentDigest(digest), share.attachments.ledger.isNeeded(file) else {
            return nil
        }
        do throws(StoreError) {
            return try StoreError.wrapping { () throws(SystemError) in
                try share.attachments.files.open(file)
            }
        } catch {
            share.faults.report(error, of: share.attachments.files.path(file))
            throw error
        }
    }

    /// Holds a file that is kept already.
    ///
    /// - Parameter digest: The SHA-256 of its bytes, in 64 digits; any text.
    /// - Returns: What holds it; `nil` where there is no such file.
    package func kept(_ digest: String) -> KeptFile? {
        share.attachments.ledger.hold(digest)
    }

    /// Holds a file that a change names.
    func held(_ digest: String) throws(StoreError) -> KeptFile {
        guard let file = kept(digest) else {
            throw .invalid(reason: "there is no file \(digest)")
        }
        return file
    }
}
