/// Why something couldn't be read.
package enum ReadError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is stored is no longer what was saved.
    case damaged(reason: String)
    /// Reading failed, and may succeed later.
    case failed(reason: String)
    /// The store doesn't know the search, the order or the position that is asked for.
    case refused(reason: String)
    /// The store was closed.
    case closed

    package var description: String {
        switch self {
        case .damaged(let reason), .failed(let reason), .refused(let reason): reason
        case .closed: "the store is closed"
        }
    }
}

/// Why a change wasn't saved.
package enum CommitError: Error, Sendable, Equatable {
    /// Someone else changed the record first; `current` is what stands now.
    case conflict(current: StoredRecord?)
    /// There is no such record to change.
    case notFound(type: String, id: String)
    /// The change itself can't be carried out, such as a type that the store wasn't opened with.
    case invalid(reason: String)
    /// What the change is about can't be read.
    case unreadable(ReadError)
    /// There is no room on the disk; nothing was saved, and the store heals by itself.
    case diskFull
    /// All attachments together would have more bytes than they may.
    case attachmentsFull(quota: Int)
    /// The store may not write for now; nothing was saved.
    case readOnly(reason: String)
    /// Saving failed.
    ///
    /// Where the outcome is unknown, the change may or may not be there after a restart; else nothing
    /// was saved.
    case failed(reason: String, outcomeUnknown: Bool)
    /// The store was closed.
    case closed
}

extension CommitError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .conflict(let current?):
            "\(current.type) \(current.id) was changed meanwhile: it is at revision \(current.revision)"
        case .conflict(nil): "the record was changed meanwhile"
        case .notFound(let type, let id): "there is no record \(id) in \(type)"
        case .invalid(let reason): reason
        case .unreadable(let error): error.description
        case .diskFull: "not saved: the disk is full"
        case .attachmentsFull(let quota):
            "not saved: the attachments may have \(quota) bytes together"
        case .readOnly(let reason): "not saved: \(reason)"
        case .failed(let reason, true): "it is not known whether it was saved: \(reason)"
        case .failed(let reason, false): "not saved: \(reason)"
        case .closed: "not saved: the store is closed"
        }
    }
}
