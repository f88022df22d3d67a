package import FormworkRecords
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
package final class Store: RecordStore {
    let share: CommitterShare
    let indexing: IndexBuilder
    private let thread: SystemThread
    /// How many bytes at the end of the journal the start found torn.
    package let tornBytes: Int

    init(
        share: CommitterShare, thread: SystemThread, indexing: IndexBuilder, tornBytes: Int
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
    /// - Throws: `ReadError.damaged` or `.failed`.
    package func record(_ type: String, _ id: String) throws(ReadError) -> StoredRecord? {
        guard let id = RecordID(id) else { return nil }
        return try share.record(type, id)
    }

    /// Counts the records of a type.
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
    /// - Throws: `ReadError.closed`.
    package func page(
        _ type: String, offset: Int, limit: Int, newestFirst: Bool = true
    ) throws(ReadError) -> [StoredRecord] {
        let query = ListQuery(isDescending: newestFirst, offset: offset, limit: limit)
        return try listIfIndexed(type, query)?.records ?? []
    }

    /// Reads all records of a type in the order of their creation; changes may come between.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - body: Called with each record; it ends the walk with `false`.
    /// - Throws: `ReadError.damaged` or `.failed`.
    package func forEach(
        _ type: String, _ body: (StoredRecord) -> Bool
    ) throws(ReadError) {
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
