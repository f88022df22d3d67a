internal import Groundwork
internal import System

/// Typed records in JSON files, durable before they are acknowledged.
///
/// Every change is one line of a journal. It is seen by readers, and its caller told, only when the
/// disk has it. Reads find a record's place in memory and its text on disk; they never wait for a sync.
///
///     let store = try Store.open(folder: "Data", types: ["books"], options: StoreOptions())
///     let saved = try store.commit([.create(type: "books", document: ["title": .string("Emma")])])
///     store.close()
package final class Store: Sendable {
    let share: CommitterShare
    let indexing: IndexBuilding
    private let thread: SystemThread
    /// How many bytes at the end of the journal the start found torn.
    package let tornBytes: Int

    init(
        share: CommitterShare, thread: SystemThread, indexing: IndexBuilding, tornBytes: Int
    ) {
        self.share = share
        self.indexing = indexing
        self.thread = thread
        self.tornBytes = tornBytes
    }

    deinit {
        close()
    }

    /// Whether changes are taken now.
    package var state: StoreState { share.state.withLock { $0 } }

    /// How many records and files couldn't be read since the start, up to a thousand; each was told.
    package var unreadableCount: Int { share.faults.count }

    /// Saves a transaction: all of its changes, in one line, or none.
    ///
    /// - Parameters:
    ///   - changes: What to change; a later change sees the earlier ones.
    ///   - then: Called once, when the transaction is on disk and published, or with the reason why it
    ///     isn't. It gets the records in the order of the changes, a removed one as it was. It runs on
    ///     the thread that writes, so it must be brief and must not close the store.
    package func commit(
        _ changes: [Change],
        then: @escaping @Sendable (Result<[StoredRecord], StoreError>) -> Void
    ) {
        do throws(StoreError) {
            var documents: [[UInt8]] = []
            var files: [KeptFile] = []
            for change in changes {
                documents.append(try change.text())
                for digest in change.files { files.append(try held(digest)) }
            }
            let task = CommitQueue.Task(
                changes: changes, documents: documents, files: files, then: then)
            guard share.queue.change({ $0.add(task) }) else { throw .closed }
        } catch {
            then(.failure(error))
        }
    }

    /// Saves a transaction and waits for it; for tools and tests, never for a thread that serves.
    ///
    /// - Parameter changes: What to change.
    /// - Returns: The records in the order of the changes, a removed one as it was.
    /// - Throws: Why nothing was saved, or that it isn't known.
    @discardableResult
    package func commit(_ changes: [Change]) throws(StoreError) -> [StoredRecord] {
        let answer = SignalledLock<Result<[StoredRecord], StoreError>?>(nil)
        commit(changes) { result in answer.change { $0 = result } }
        let result = answer.wait(atMost: nil) { $0 }
        return try (result ?? .failure(.closed)).get()
    }

    /// Finishes what waits, then lets the folder go; a second call does nothing.
    package func close() {
        guard share.queue.change({ $0.close() }) else { return }
        indexing.stop()
        thread.join()
    }
}

extension Store {
    /// Reads a record.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - id: Its id, any text.
    /// - Returns: The record, or `nil` where there is none.
    /// - Throws: `StoreError.damaged` or `.unusable`.
    package func record(_ type: String, _ id: String) throws(StoreError) -> StoredRecord? {
        guard let id = RecordID(id) else { return nil }
        return try share.record(type, id)
    }

    /// Counts the records of a type.
    ///
    /// - Parameter type: The type.
    /// - Returns: How many there are.
    package func count(_ type: String) -> Int {
        share.catalogue.withLock { $0.count(type) }
    }

    /// Reads a page of records in the order of their creation.
    ///
    /// The page is of one moment: no change lies between its first record and its last.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - offset: How many records to leave out.
    ///   - limit: How many to read at most.
    ///   - newestFirst: Whether to begin with the newest.
    /// - Returns: The records that can be read; none past the end.
    /// - Throws: `StoreError.closed`.
    package func page(
        _ type: String, offset: Int, limit: Int, newestFirst: Bool = true
    ) throws(StoreError) -> [StoredRecord] {
        let query = ListQuery(isDescending: newestFirst, offset: offset, limit: limit)
        return try list(type, query)?.records ?? []
    }

    /// Reads all records of a type in the order of their creation; changes may come between.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - body: Called with each record; it ends the walk with `false`.
    /// - Throws: `StoreError.damaged` or `.unusable`.
    package func forEach(
        _ type: String, _ body: (StoredRecord) -> Bool
    ) throws(StoreError) {
        var last: RecordID?
        while true {
            let after = last
            let page = share.catalogue.withLock { $0.records(type, after: after, limit: 256) }
            guard let end = page.last else { return }
            for record in page {
                guard body(try record.record(share.faults)) else { return }
            }
            last = end.location.id
        }
    }
}

/// Whether a store takes changes.
package enum StoreState: Sendable, Equatable {
    /// Changes are saved.
    case writable
    /// Nothing is saved for now; with a full disk that ends by itself.
    case readOnly(reason: String, isFull: Bool)
    /// A sync failed: nothing is saved until the process is started anew.
    case failed(reason: String)

    /// What a change that comes now is answered, or `nil` if it is taken.
    var refusal: StoreError? {
        switch self {
        case .writable: nil
        case .readOnly(_, isFull: true): .diskFull
        case .readOnly(let reason, isFull: false): .readOnly(reason: reason)
        case .failed(let reason): .failed(reason: reason, outcomeUnknown: false)
        }
    }
}
