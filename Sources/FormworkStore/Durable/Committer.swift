internal import FormworkRecords
internal import Groundwork
internal import System

/// The one thread that writes: it checks a batch, appends it, waits for the disk, publishes, answers.
///
/// While the disk works the next batch gathers in the queue; there is no timer between.
struct Committer: Sendable {
    let share: CommitterShare
    let options: StoreOptions
    var journal: Journal
    var compactor: Compactor
    private(set) var lastID: RecordID?
    private let types: Set<String>
    private var room = Self.leastRoom
    private var healTime: Int64?
    /// How many bytes must at least fit before a store without room writes again.
    static let leastRoom = 16 << 10

    /// Takes over the journal.
    ///
    /// - Parameters:
    ///   - journal: The end of the journal.
    ///   - compactor: What folds it into snapshots.
    ///   - lastID: The greatest id on disk.
    ///   - types: The types that may be changed.
    ///   - options: How the store was opened.
    ///   - share: What is shared with the store.
    init(
        _ journal: Journal, _ compactor: Compactor, lastID: RecordID?, types: Set<String>,
        options: StoreOptions, share: CommitterShare
    ) {
        self.journal = journal
        self.compactor = compactor
        self.lastID = lastID
        self.types = types
        self.options = options
        self.share = share
    }

    /// Works until the queue is closed and empty.
    mutating func run() {
        while true {
            compactIfDue()
            let delay = state == .writable ? compactor.delay(journal) : nil
            let timeout = healIfDue() ?? delay
            switch share.queue.wait(atMost: timeout, for: { $0.next() }) {
            case .stop: return stop()
            case .batch(let tasks): save(tasks)
            case .compacted(let outcome): finish(outcome)
            case nil: break
            }
        }
    }

    /// Heals a store without room at its times, also while changes keep coming that it refuses.
    ///
    /// - Returns: The time until it is due, in milliseconds; `nil` where there is nothing to heal.
    private mutating func healIfDue() -> Int? {
        guard case .readOnly = state, !options.isReadOnly else {
            healTime = nil
            return nil
        }
        let now = Clock.monotonicMilliseconds
        let time = healTime ?? now + Int64(options.healInterval)
        healTime = time
        guard time <= now else { return Int(time - now) }
        heal()
        healTime = nil
        return 0
    }

    /// Makes the journal fit for writing and says so; otherwise the state says why not.
    ///
    /// - Returns: What stands in the way, if anything does.
    @discardableResult
    mutating func heal() -> WriteFailure? {
        do {
            let wasWritable = state == .writable
            let (files, aside) = try journal.prepare(room: room, lastID: lastID)
            share.catalogue.withLock { catalogue in
                for file in files { catalogue.add(file) }
            }
            if let aside {
                options.warn(
                    "\(aside.count) bytes at the end of the journal were never acknowledged;"
                        + " they are kept in \(aside.path)")
            }
            room = Self.leastRoom
            if !wasWritable {
                state = .writable
                options.warn("changes are saved again")
                share.attachments.sweepIfDue()
            }
            return nil
        } catch {
            enterState(after: error)
            return error
        }
    }

    private mutating func save(_ tasks: [CommitQueue.Task]) {
        if let refusal = state.refusal {
            for task in tasks { task.then(.failure(refusal)) }
            return
        }
        let now = Timestamp.now()
        var plan = BatchPlan(types: types, lastID: lastID, now: now) {
            [share] type, id throws(ReadError) in
            try share.record(type, id)
        }
        let results = tasks.map { task in
            Result { () throws(CommitError) in try plan.add(task) }
        }
        lastID = plan.lastID
        do {
            try save(plan.transactions, at: now)
            for (task, result) in zip(tasks, results) { task.then(result) }
        } catch {
            let answer = enterState(after: error)
            for task in tasks { task.then(.failure(answer)) }
        }
    }

    private mutating func save(
        _ transactions: [[PreparedOperation]], at now: Timestamp
    ) throws(WriteFailure) {
        guard !transactions.isEmpty else { return }
        if let segment = try journal.rollIfDue(lastID: lastID) {
            share.catalogue.withLock { $0.add(segment) }
        }
        var writer = LineWriter(
            batch: journal.batch + 1, sequence: journal.sequence + 1, time: now)
        var saved: [(operation: PreparedOperation, range: Range<Int>)] = []
        for operations in transactions {
            for pair in zip(operations, writer.append(operations)) { saved.append(pair) }
        }
        room = max(Self.leastRoom, writer.bytes.count * 2)
        let (segment, offset) = try journal.append(
            writer.bytes, types: transactions.map { Set($0.map(\.record.type)) })
        room = Self.leastRoom
        let isErasure = saved.contains { $0.operation.isErasure(of: options.personalTypes) }
        if isErasure { compactor.setErasure(journal.sequence) }
        publish(saved, in: segment.number, at: offset)
    }

    /// Lets readers see what was saved, all of it at one moment.
    private func publish(
        _ saved: [(operation: PreparedOperation, range: Range<Int>)], in segment: Int,
        at offset: Int
    ) {
        let rows = saved.map { operation, _ in
            operation.isPut
                ? share.writers[operation.record.type]?.row(
                    operation.document.span, createdAt: operation.record.createdAt) : nil
        }
        share.catalogue.withLock { catalogue in
            for ((operation, range), row) in zip(saved, rows) {
                guard operation.isPut else {
                    catalogue.remove(operation.record.type, operation.id)
                    continue
                }
                catalogue.put(
                    operation.record.type,
                    RecordLocation(
                        id: operation.id, file: segment,
                        offset: offset + range.lowerBound, length: range.count,
                        revision: UInt32(clamping: operation.record.revision)),
                    row: row)
            }
        }
        share.attachments.ledger.publish(
            saved.map { operation, _ in
                let record = operation.record
                return (
                    AttachmentReferences.Record(type: record.type, id: operation.id),
                    operation.isPut ? record.attachments.compactMap(AttachmentDigest.init) : []
                )
            })
    }

    /// Changes the state after a batch that wasn't saved.
    @discardableResult
    func enterState(after failure: WriteFailure) -> CommitError {
        switch failure {
        case .refused(let error):
            let before = state
            state = .readOnly(reason: error.description, isFull: error.isFull)
            if state != before {
                options.warn("nothing is saved until this is mended: \(error)")
            }
            return state.refusal ?? .readOnly(reason: error.description)
        case .unknown(let error):
            state = .failed(reason: error.description)
            options.warn("nothing is saved any more until a restart: \(error)")
            return .failed(reason: error.description, outcomeUnknown: true)
        }
    }

    /// Whether changes are taken.
    private(set) var state: StoreState {
        get { share.state.withLock { $0 } }
        nonmutating set {
            share.state.withLock { state in
                // The thread that keeps files may have found that nothing can be saved any more.
                if case .failed = state { return }
                state = newValue
            }
        }
    }
}

/// What the committer's thread shares with the store.
struct CommitterShare: Sendable {
    /// What waits to be saved.
    let queue = SignalledLock(CommitQueue())
    /// What readers see.
    let catalogue: Lock<Catalogue>
    /// Whether changes are taken.
    let state: Lock<StoreState>
    /// What can't be read.
    let faults: ReadingFaults
    /// The files that records name.
    let attachments: AttachmentKeeper
    /// What reads the keys of the records that are indexed, by their type.
    let writers: [String: RowWriter]

    init(
        _ reader: FolderReader, state: StoreState, indexes: [String: [IndexedField]],
        options: StoreOptions
    ) {
        writers = indexes.mapValues(RowWriter.init)
        catalogue = Lock(reader.catalogue)
        faults = ReadingFaults(remedy: options.remedy, warn: options.warn)
        let state = Lock(state)
        self.state = state
        attachments = AttachmentKeeper(
            reader.references, in: reader.folder, options: options, state: state)
    }

    /// Reads a record as readers see it.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - id: Its id.
    /// - Returns: The record, or `nil` where there is none.
    /// - Throws: `ReadError.damaged` or `.failed`.
    func record(_ type: String, _ id: RecordID) throws(ReadError) -> StoredRecord? {
        try catalogue.withLock { $0.find(type, id) }?.record(faults)
    }
}
