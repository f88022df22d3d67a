internal import Groundwork

/// The one thread that writes and removes kept files, in the order in which it is asked.
final class BlobKeeper: Sendable {
    /// Who needs which file.
    let ledger: BlobLedger
    /// The files.
    let files: BlobFiles
    private let fileSystem: any FileSystem
    private let state: Lock<StoreState>
    private let options: StoreOptions
    private let queue = SignalledLock(Queue())
    private let thread = Lock<SystemThread?>(nil)

    private struct Queue: Sendable {
        var jobs: [Job] = []
        var isClosed = false

        mutating func takeJobs() -> [Job] {
            defer { jobs = [] }
            return jobs
        }
    }

    private enum Job: Sendable {
        case sweep
        case keep(FileContent, @Sendable (Result<KeptFile, StoreError>) -> Void)
        case remove(FileDigest)
    }

    /// Prepares to keep files.
    ///
    /// - Parameters:
    ///   - references: The files that the records name.
    ///   - folder: The store's folder.
    ///   - options: How the store was opened.
    ///   - state: Whether changes are taken.
    ///   - fileSystem: The way to the folder.
    init(
        _ references: FileReferences, in folder: String, options: StoreOptions,
        state: Lock<StoreState>, _ fileSystem: any FileSystem
    ) {
        ledger = BlobLedger(references)
        files = BlobFiles(in: folder, fileSystem)
        self.fileSystem = fileSystem
        self.state = state
        self.options = options
    }

    /// Begins to work; first it looks through the folder for what nobody needs.
    ///
    /// - Throws: What pthread_create(3) said.
    func start() throws(SystemError) {
        ledger.tell { [weak self] in self?.add(.remove($0)) }
        add(.sweep)
        let thread = try SystemThread { [self] in run() }
        self.thread.withLock { $0 = thread }
    }

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
    private func add(_ job: Job) -> Bool {
        queue.change { queue in
            guard !queue.isClosed else { return false }
            queue.jobs.append(job)
            return true
        }
    }

    private func run() {
        while true {
            let jobs = queue.wait(atMost: nil) { queue in
                queue.jobs.isEmpty && !queue.isClosed ? nil : queue.takeJobs()
            }
            guard let jobs, !jobs.isEmpty else { return }
            for job in jobs { perform(job) }
        }
    }

    private func perform(_ job: Job) {
        switch job {
        case .sweep: sweep()
        case .keep(let content, let then):
            then(Result { () throws(StoreError) in try keep(content) })
        case .remove(let file): remove(file)
        }
    }

    private func keep(_ content: FileContent) throws(StoreError) -> KeptFile {
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
        let (file, known) = try StoreError.wrapping { () throws(SystemError) in
            let file = try content.digest(fileSystem)
            return (file, try files.size(file))
        }
        let added = content.length - (known ?? 0)
        guard added <= 0 || ledger.bytes + added <= options.filesQuota else {
            throw .filesFull(quota: options.filesQuota)
        }
        do {
            try files.write(file, content)
        } catch {
            throw refuse(error)
        }
        return ledger.add(file, bytes: added)
    }

    /// Draws the consequence of a file that couldn't be written: after a failed sync nothing is saved any
    /// more, since nobody knows what the disk has.
    private func refuse(_ error: SystemError) -> StoreError {
        if error.call == "fsync" {
            state.withLock { $0 = .failed(reason: error.description) }
            options.warn("nothing is saved any more until a restart: \(error)")
            return .failed(reason: error.description, outcomeUnknown: false)
        }
        return error.isFull ? .diskFull : .unusable(error, advice: "")
    }

    /// Removes a file that nobody needs, while changes are saved: else a record may name it again after
    /// a restart, when a line that was never synced is gone.
    private func remove(_ file: FileDigest) {
        guard state.withLock({ $0 }) == .writable, !ledger.isNeeded(file) else { return }
        do {
            ledger.count(bytes: -(try files.remove(file)))
        } catch {
            options.warn("a file that nobody needs is still there: \(error)")
        }
    }

    private func sweep() {
        var missing = Set(ledger.named)
        var isWhole = true
        do {
            try files.forEach { found in
                switch found {
                case .draft(let path): try? fileSystem.remove(path)
                case .file(let file, let size):
                    missing.remove(file)
                    ledger.count(bytes: size)
                    remove(file)
                }
                isWhole = !queue.change { $0.isClosed }
                return isWhole
            }
        } catch {
            return options.warn("the kept files can't be looked through: \(error)")
        }
        for file in missing.sorted() where isWhole && ledger.isNeeded(file) {
            options.warn("a record names a file that is missing: \(files.path(file))")
        }
    }
}
