internal import Groundwork

/// What saves the records of a service: typed, and durable before they are acknowledged.
///
/// Every call may have to wait, for a disk or for another machine. What a call returns is of one moment, and
/// holds all that was acknowledged before the call.
///
///     let saved = try await store.commit([.create(type: "books", document: ["title": .string("Emma")])])
///     let book = try await store.record("books", saved[0].id)
package protocol RecordStore: Sendable {
    /// Whether changes are saved now.
    var state: StoreState { get }

    /// How many records and attachments couldn't be read since the start; the operator was told of each.
    var unreadableCount: Int { get }

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - id: Its id, any text.
    /// - Returns: The record; `nil` where there is none.
    /// - Throws: Why it can't be read.
    func record(_ type: String, _ id: String) async throws(ReadError) -> StoredRecord?

    /// Counts the records of a type.
    func count(_ type: String) async throws(ReadError) -> Int

    /// Reads a part of a list: the records that a search finds, in an order.
    ///
    /// A record that can't be read is a row that says so.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - query: Which of them.
    /// - Returns: The part.
    /// - Throws: `ReadError.refused` for a search, an order or a position that the store doesn't know.
    func list(_ type: String, _ query: ListQuery) async throws(ReadError) -> ListedRecords

    /// Saves a transaction: all of its changes or none.
    ///
    /// - Parameter changes: What to change; a later change sees the earlier ones.
    /// - Returns: The records in the order of the changes, a removed one as it was.
    /// - Throws: Why nothing was saved, or that nobody knows.
    func commit(_ changes: [Change]) async throws(CommitError) -> [StoredRecord]

    /// Saves an attachment, so that records can name it.
    ///
    /// - Parameter content: Its bytes.
    /// - Returns: What keeps it; it stays as long as somebody holds that, or a record names it.
    /// - Throws: Why it wasn't saved.
    func keep(_ content: AttachmentContent) async throws(CommitError) -> AttachmentHold

    /// Keeps an attachment that is saved already.
    ///
    /// - Parameter digest: The SHA-256 of its bytes in 64 digits, any text.
    /// - Returns: What keeps it; `nil` where there is no such attachment.
    func hold(_ digest: String) async -> AttachmentHold?

    /// Opens an attachment that a record names or somebody holds.
    ///
    /// - Parameter digest: The SHA-256 of its bytes in 64 digits, any text.
    /// - Returns: Its bytes; `nil` where there is no such attachment.
    /// - Throws: Why it can't be opened.
    func attachment(_ digest: String) async throws(ReadError) -> AttachmentContent?
}

/// Whether a store saves changes.
package enum StoreState: Sendable, Equatable {
    /// Changes are saved.
    case writable
    /// Nothing is saved for now; with a full disk that ends by itself.
    case readOnly(reason: String, isFull: Bool)
    /// A change failed in such a way that nothing is saved until the process is started anew.
    case failed(reason: String)

    /// What a change that comes now is answered; `nil` if it is taken.
    package var refusal: CommitError? {
        switch self {
        case .writable: nil
        case .readOnly(_, isFull: true): .diskFull
        case .readOnly(let reason, isFull: false): .readOnly(reason: reason)
        case .failed(let reason): .failed(reason: reason, outcomeUnknown: false)
        }
    }
}
