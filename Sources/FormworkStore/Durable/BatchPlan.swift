internal import FormworkRecords
internal import Groundwork

/// Checks the transactions of one batch against what is published and against each other.
///
/// A transaction sees those before it in the batch, though nobody else does yet; one that can't be
/// carried out leaves no trace.
struct BatchPlan {
    /// What is to be saved, one element a transaction.
    private(set) var transactions: [[PreparedOperation]] = []
    /// The greatest id so far.
    private(set) var lastID: RecordID?
    private let types: Set<String>
    private let published: @Sendable (String, RecordID) throws(ReadError) -> StoredRecord?
    private let now: Timestamp
    private var pending: [Key: StoredRecord?] = [:]
    private var random = SystemRandomNumberGenerator()

    private struct Key: Hashable {
        var type: String
        var id: RecordID
    }

    /// Begins a batch.
    ///
    /// - Parameters:
    ///   - types: The types that may be changed.
    ///   - lastID: The greatest id so far.
    ///   - now: The time that the records get.
    ///   - published: Reads a record as readers see it.
    init(
        types: Set<String>, lastID: RecordID?, now: Timestamp,
        published:
            @escaping @Sendable (String, RecordID) throws(ReadError) -> StoredRecord?
    ) {
        self.types = types
        self.lastID = lastID
        self.now = now
        self.published = published
    }

    /// Checks a transaction and adds it.
    ///
    /// - Parameter task: The transaction.
    /// - Returns: The records after it, or as they were where they are removed.
    /// - Throws: Why it can't be carried out.
    mutating func add(_ task: CommitQueue.Task) throws(CommitError) -> [StoredRecord] {
        // Undone key by key: a copy of all that is pending would cost its size for each transaction.
        var undo: [(key: Key, value: StoredRecord??)] = []
        do throws(CommitError) {
            var operations: [PreparedOperation] = []
            for (change, document) in zip(task.changes, task.documents) {
                let operation = try prepare(change, document)
                let key = Key(type: operation.record.type, id: operation.id)
                undo.append((key, pending[key]))
                pending[key] = .some(operation.isPut ? operation.record : nil)
                operations.append(operation)
            }
            if !operations.isEmpty { transactions.append(operations) }
            return operations.map(\.record)
        } catch {
            for (key, value) in undo.reversed() { pending[key] = value }
            throw error
        }
    }

    private mutating func prepare(
        _ change: Change, _ text: [UInt8]
    ) throws(CommitError) -> PreparedOperation {
        guard types.contains(change.type) else {
            throw .invalid(reason: "there are no records of type \(change.type)")
        }
        switch change {
        case .create(let type, let given, let document, let attachments):
            let id = if let given { try chosen(given) } else { fresh() }
            try take(id, in: type)
            let record = StoredRecord(
                type: type, id: id.description, revision: 1, createdAt: now, updatedAt: now,
                document: document, attachments: attachments)
            return PreparedOperation(isPut: true, record: record, id: id, document: text)
        case .restore(let given):
            let id = try chosen(given.id)
            guard given.revision > 0, UInt32(exactly: given.revision) != nil else {
                throw .invalid(reason: "\(given.revision) is no revision of a record")
            }
            try take(id, in: given.type)
            return PreparedOperation(isPut: true, record: given, id: id, document: text)
        case .update(let type, let name, let expected, let document, let attachments):
            let (id, current) = try existing(type, name, expected)
            guard current.revision < Int(UInt32.max) else {
                throw .invalid(reason: "\(name) has the greatest revision that there is")
            }
            let record = StoredRecord(
                type: type, id: name, revision: current.revision + 1,
                createdAt: current.createdAt, updatedAt: now, document: document,
                attachments: attachments ?? current.attachments, unknown: current.unknown)
            return PreparedOperation(isPut: true, record: record, id: id, document: text)
        case .delete(let type, let name, let expected):
            let (id, current) = try existing(type, name, expected)
            return PreparedOperation(isPut: false, record: current, id: id, document: [])
        }
    }

    private mutating func take(_ id: RecordID, in type: String) throws(CommitError) {
        if let current = try current(type, id) { throw .conflict(current: current) }
        lastID = max(lastID ?? id, id)
    }

    private func existing(
        _ type: String, _ name: String, _ expected: Int?
    ) throws(CommitError) -> (id: RecordID, record: StoredRecord) {
        guard let id = RecordID(name), let current = try current(type, id) else {
            throw .notFound(type: type, id: name)
        }
        if let expected, expected != current.revision { throw .conflict(current: current) }
        return (id, current)
    }

    private func current(_ type: String, _ id: RecordID) throws(CommitError) -> StoredRecord? {
        if let known = pending[Key(type: type, id: id)] { return known }
        do {
            return try published(type, id)
        } catch {
            throw .unreadable(error)
        }
    }

    private mutating func fresh() -> RecordID {
        let start = lastID ?? RecordID(high: 0, low: 0)
        return start.next(at: UInt64(clamping: now.milliseconds), using: &random)
    }

    /// Takes an id that the caller chose, if ids after it still sort by time.
    private func chosen(_ text: String) throws(CommitError) -> RecordID {
        guard let id = RecordID(chosen: text, at: now) else {
            throw .invalid(reason: "\(text) is no id of a record")
        }
        return id
    }
}
