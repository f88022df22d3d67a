package import FormworkRecords
internal import Groundwork
internal import System

extension Store {
    /// Saves an attachment, so that records can name it.
    package func keep(
        _ content: AttachmentContent
    ) async throws(CommitError) -> AttachmentHold {
        let result = await withCheckedContinuation { continuation in
            keep(content) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Saves an attachment, so that records can name it.
    ///
    /// - Parameters:
    ///   - content: Its bytes.
    ///   - then: Called once, when the attachment is on disk, or with the reason why it isn't; it runs on
    ///     the thread that writes attachments, so it must be brief and must not close the store.
    package func keep(
        _ content: AttachmentContent,
        then: @escaping @Sendable (Result<AttachmentHold, CommitError>) -> Void
    ) {
        share.attachments.keep(content, then: then)
    }

    /// Keeps an attachment that is saved already.
    ///
    /// - Parameter digest: The SHA-256 of its bytes in 64 digits, any text.
    /// - Returns: What keeps it; `nil` where there is no such attachment.
    package func hold(_ digest: String) -> AttachmentHold? {
        share.attachments.ledger.hold(digest)
    }

    /// Opens an attachment that a record names or somebody holds.
    ///
    /// - Parameter digest: The SHA-256 of its bytes in 64 digits, any text.
    /// - Returns: Its bytes; `nil` where there is no such attachment.
    /// - Throws: `ReadError.failed`.
    package func attachment(_ digest: String) throws(ReadError) -> AttachmentContent? {
        guard let file = AttachmentDigest(digest), share.attachments.ledger.isNeeded(file) else {
            return nil
        }
        do {
            return try share.attachments.files.open(file).map(AttachmentContent.file)
        } catch {
            share.faults.report(error, of: share.attachments.files.path(file))
            throw .failed(reason: error.description)
        }
    }
}
