package import FormworkRecords
internal import Groundwork
internal import System

extension Store {
    /// Saves a transaction: all of its changes, in one line, or none.
    package func commit(_ changes: [Change]) async throws(CommitError) -> [StoredRecord] {
        let result = await withCheckedContinuation { continuation in
            commit(changes) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Saves a transaction and waits for it; for tools and tests, never for a thread that serves.
    @available(*, noasync) @discardableResult
    package func commit(_ changes: [Change]) throws(CommitError) -> [StoredRecord] {
        let answer = SignalledLock<Result<[StoredRecord], CommitError>?>(nil)
        commit(changes) { result in answer.change { $0 = result } }
        let result = answer.wait(atMost: nil) { $0 }
        return try (result ?? .failure(.closed)).get()
    }

    /// Saves a transaction: all of its changes, in one line, or none.
    ///
    /// - Parameters:
    ///   - changes: What to change; a later change sees the earlier ones.
    ///   - then: Called once, when the transaction is on disk and published, or with the reason why it
    ///     isn't. It gets the records in the order of the changes, a removed one as it was. It runs on
    ///     the thread that writes, so it must be brief and must not close the store.
    package func commit(
        _ changes: [Change],
        then: @escaping @Sendable (Result<[StoredRecord], CommitError>) -> Void
    ) {
        do throws(CommitError) {
            var documents: [[UInt8]] = []
            var holds: [AttachmentHold] = []
            for change in changes {
                documents.append(try change.text())
                for digest in change.attachments { holds.append(try requireHold(digest)) }
            }
            let task = CommitQueue.Task(
                changes: changes, documents: documents, holds: holds, then: then)
            guard share.queue.change({ $0.add(task) }) else { throw .closed }
        } catch {
            then(.failure(error))
        }
    }

    /// Holds an attachment that a change names.
    private func requireHold(_ digest: String) throws(CommitError) -> AttachmentHold {
        guard let hold = hold(digest) else {
            throw .invalid(reason: "there is no file \(digest)")
        }
        return hold
    }
}

extension Change {
    /// Writes the document and reads it back, so that nothing is acknowledged that couldn't be read.
    ///
    /// - Returns: The document's text; empty where a record is removed.
    /// - Throws: `CommitError.invalid`.
    func text() throws(CommitError) -> [UInt8] {
        switch self {
        case .delete: return []
        case .restore(let record): return try Self.text(record.document)
        case .create(_, _, let document, _), .update(_, _, _, let document, _):
            return try Self.text(document)
        }
    }

    private static func text(_ document: JSON.Object) throws(CommitError) -> [UInt8] {
        let text = JSON.object(document).bytes
        guard text.count <= longest else {
            throw .invalid(reason: "the record takes more than \(longest) bytes")
        }
        do {
            _ = try JSON.parse(text, maximumDepth: StoredRecord.deepest)
            return text
        } catch {
            throw .invalid(reason: "the record can't be kept as JSON: \(error)")
        }
    }

    /// How long the text of a document may be, in bytes.
    private static var longest: Int { 64 << 20 }
}
