internal import FormworkRecords

/// What waits for the committer's thread.
struct CommitQueue: Sendable {
    /// A transaction that waits.
    struct Task: Sendable {
        /// What it changes.
        var changes: [Change]
        /// The text of each change's document; empty where a record is removed.
        var documents: [[UInt8]]
        /// Keep the attachments that the changed records name, until they do.
        var holds: [AttachmentHold]
        /// Whom to tell.
        var then: @Sendable (Result<[StoredRecord], CommitError>) -> Void
    }

    /// What the thread does next.
    enum Work: Sendable {
        /// Save these together.
        case batch([Task])
        /// Take note of how a compaction has ended.
        case compacted(Compaction.Outcome)
        /// End.
        case stop
    }

    private var tasks: [Task] = []
    private var outcome: Compaction.Outcome?
    private var isClosed = false
    /// How many bytes of documents one batch holds at most, but for one large transaction.
    private static let batchLimit = 4 << 20

    /// Adds a transaction.
    ///
    /// - Parameter task: The transaction.
    /// - Returns: Whether it was taken; it isn't once the queue is closed.
    mutating func add(_ task: Task) -> Bool {
        guard !isClosed else { return false }
        tasks.append(task)
        return true
    }

    /// Takes no more; what waits is still saved.
    mutating func close() -> Bool {
        defer { isClosed = true }
        return !isClosed
    }

    /// Says how the compaction that ran has ended.
    mutating func finish(_ outcome: Compaction.Outcome) { self.outcome = outcome }

    /// Takes how a compaction has ended.
    ///
    /// - Returns: `nil` while none has.
    mutating func takeOutcome() -> Compaction.Outcome? {
        defer { outcome = nil }
        return outcome
    }

    /// Takes all that fits in a batch.
    ///
    /// - Returns: `nil` while there is nothing to do.
    mutating func next() -> Work? {
        if let outcome = takeOutcome() { return .compacted(outcome) }
        guard !tasks.isEmpty else { return isClosed ? .stop : nil }
        var size = 0
        var count = 0
        while count < tasks.count, count == 0 || size < Self.batchLimit {
            size += tasks[count].documents.reduce(0) { $0 + $1.count }
            count += 1
        }
        let batch = Array(tasks[..<count])
        tasks.removeFirst(count)
        return .batch(batch)
    }
}
