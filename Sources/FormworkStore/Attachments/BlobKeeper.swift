internal import Groundwork

/// Keeps files and removes them, on one thread of its own, in the order in which it is asked.
final class BlobKeeper: Sendable {
    /// Who needs which file.
    let ledger: BlobLedger
    /// The files.
    let files: BlobFiles
    private let state: Lock<StoreState>
    private let options: StoreOptions
    private let queue = SignalledLock(Queue())
    private let thread = Lock<SystemThread?>(nil)

    private struct Queue: Sendable {
        var jobs: [BlobJob] = []
        var isClosed = false
    }

    /// Prepares to keep files.
    ///
    /// - Parameters:
    ///   - references: The files that the records name.
    ///   - folder: The store's folder.
    ///   - options: How the store was opened.
    ///   - state: Whether changes are taken.
    init(
        _ references: FileReferences, in folder: Folder, options: StoreOptions,
        state: Lock<StoreState>
    ) {
        ledger = BlobLedger(references)
        files = BlobFiles(in: folder)
        self.state = state
        self.options = options
    }

    /// Begins to work; first it looks through the folder for what nobody needs.
    ///
    /// - Throws: What pthread_create(3) said.
    func start() throws(SystemError) {
        // Also while a stop still finishes what waits; once it has, nobody looks at the queue again.
        ledger.tell { [weak self] file in self?.queue.change { $0.jobs.append(.remove(file)) } }
        sweepIfDue()
        let thread = try SystemThread { [self] in run() }
        self.thread.withLock { $0 = thread }
    }

    /// Looks through the folder, unless that was done since the journal is fit for writing.
    func sweepIfDue() { add(.sweep) }

    /// Finishes what waits and ends.
    func stop() {
        queue.change { $0.isClosed = true }
        thread.withLock { $0.take() }?.join()
    }

    /// Keeps a file.
    ///
    /// - Parameters:
    ///   - content: Its bytes.
    ///   - then: Called once, on the thread that writes, when the file is on disk, or with the reason why
    ///     it isn't.
    func keep(
        _ content: FileContent, then: @escaping @Sendable (Result<KeptFile, StoreError>) -> Void
    ) {
        if let refusal = state.withLock({ $0.refusal }) { return then(.failure(refusal)) }
        if !add(.keep(content, then)) { then(.failure(.closed)) }
    }

    @discardableResult
    private func add(_ job: BlobJob) -> Bool {
        queue.change { queue in
            guard !queue.isClosed else { return false }
            queue.jobs.append(job)
            return true
        }
    }

    private func run() {
        var worker = BlobWorker(
            ledger: ledger, files: files, fileSystem: files.fileSystem, state: state,
            options: options,
            isStopping: { [queue] in queue.change { $0.isClosed } })
        while let jobs = nextJobs(atMost: worker.delay) {
            worker.carryOut(jobs)
        }
    }

    /// Waits for what is asked for and takes all of it; `nil` once nothing more comes.
    private func nextJobs(atMost delay: Int?) -> [BlobJob]? {
        let jobs: [BlobJob]?? = queue.wait(atMost: delay) { queue in
            if queue.jobs.isEmpty { return queue.isClosed ? .some(nil) : nil }
            defer { queue.jobs = [] }
            return queue.jobs
        }
        return jobs ?? []
    }
}
