internal import FormworkRecords
internal import Groundwork
internal import System

/// Keeps files and removes them, on one thread of its own, in the order in which it is asked.
final class AttachmentKeeper: Sendable {
    /// Who needs which file.
    let ledger: AttachmentLedger
    /// The files.
    let files: AttachmentFiles
    private let state: Lock<StoreState>
    private let options: StoreOptions
    private let queue = SignalledLock(Queue())
    private let thread = Lock<SystemThread?>(nil)

    private struct Queue: Sendable {
        var jobs: [Job] = []
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
        _ references: AttachmentReferences, in folder: Folder, options: StoreOptions,
        state: Lock<StoreState>
    ) {
        ledger = AttachmentLedger(references)
        files = AttachmentFiles(in: folder)
        self.state = state
        self.options = options
    }

    /// Begins to work; first it looks through the folder for what nobody needs.
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
        _ content: AttachmentContent,
        then: @escaping @Sendable (Result<AttachmentHold, CommitError>) -> Void
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
        var worker = Worker(
            ledger: ledger, files: files, state: state, options: options,
            isStopping: { [queue] in queue.read { $0.isClosed } })
        while let jobs = nextJobs(atMost: worker.delay) {
            worker.carryOut(jobs)
        }
    }

    /// Waits for what is asked for and takes all of it; `nil` once nothing more comes.
    private func nextJobs(atMost delay: Int?) -> [Job]? {
        let jobs: [Job]?? = queue.wait(atMost: delay) { queue in
            if queue.jobs.isEmpty { return queue.isClosed ? .some(nil) : nil }
            defer { queue.jobs = [] }
            return queue.jobs
        }
        return jobs ?? []
    }
}

/// What the thread that keeps files is asked for.
private enum Job: Sendable {
    /// Look through the folder.
    case sweep
    /// Keep a file, and say how that went.
    case keep(AttachmentContent, @Sendable (Result<AttachmentHold, CommitError>) -> Void)
    /// Remove a file that nobody needed when this was asked.
    case remove(AttachmentDigest)
}

/// Does what the keeper's thread is asked for.
private struct Worker {
    let ledger: AttachmentLedger
    let files: AttachmentFiles
    let state: Lock<StoreState>
    let options: StoreOptions
    /// Whether the store is about to close.
    let isStopping: @Sendable () -> Bool
    /// Attachments to remove if they are still unreferenced then.
    private var unreferenced: Set<AttachmentDigest> = []
    private var isSweepDue = true
    /// How long a backup is given before it is looked again whether it has ended, in milliseconds.
    private static let patience = 500

    /// When there is something to do that nobody asks for: the time until then, in milliseconds.
    var delay: Int? { unreferenced.isEmpty ? nil : Self.patience }

    init(
        ledger: AttachmentLedger, files: AttachmentFiles, state: Lock<StoreState>,
        options: StoreOptions, isStopping: @escaping @Sendable () -> Bool
    ) {
        self.ledger = ledger
        self.files = files
        self.state = state
        self.options = options
        self.isStopping = isStopping
    }

    private var fileSystem: any FileSystem { files.fileSystem }

    /// Does what was asked for, and what had to wait.
    ///
    /// - Parameter jobs: What was asked for, in this order.
    mutating func carryOut(_ jobs: [Job]) {
        for job in jobs {
            switch job {
            case .sweep: if isSweepDue { sweep() }
            case .keep(let content, let then):
                removeUnreferenced()
                then(Result { () throws(CommitError) in try keep(content) })
            case .remove(let file): unreferenced.insert(file)
            }
        }
        removeUnreferenced()
    }

    private mutating func keep(_ content: AttachmentContent) throws(CommitError) -> AttachmentHold {
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
        let (file, known): (AttachmentDigest, Int?)
        do {
            file = try content.digest(fileSystem)
            known = try files.size(file)
        } catch {
            throw .failed(reason: error.description, outcomeUnknown: false)
        }
        let added = content.length - (known ?? 0)
        guard added <= 0 || ledger.bytes + added <= options.attachmentsQuota else {
            throw .attachmentsFull(quota: options.attachmentsQuota)
        }
        do {
            try files.write(file, content)
        } catch {
            // It may have its name by now, though nobody knows whether the disk has that.
            ledger.count(bytes: ((try? files.size(file)) ?? 0) - (known ?? 0))
            unreferenced.insert(file)
            throw refuse(error)
        }
        return ledger.add(file, bytes: added)
    }

    /// The error of an attachment that couldn't be written.
    ///
    /// After a failed sync nobody knows what the disk holds, so that nothing is saved any more.
    private func refuse(_ error: SystemError) -> CommitError {
        if error.call == "fsync" {
            state.withLock { $0 = .failed(reason: error.description) }
            options.warn("nothing is saved any more until a restart: \(error)")
            return .failed(reason: error.description, outcomeUnknown: false)
        }
        if error.isFull { return .diskFull }
        options.warn("a file can't be kept: \(error)")
        return .failed(reason: error.description, outcomeUnknown: false)
    }

    /// Removes unreferenced attachments, unless a backup is copying: its records may still name them.
    ///
    /// Nothing is removed once a sync has failed: a record may name it that only a restart will find. What
    /// is removed is synced, or a power cut brings back what a person has erased.
    private mutating func removeUnreferenced() {
        if case .failed = state.withLock({ $0 }) { unreferenced = [] }
        unreferenced = unreferenced.filter { !ledger.isNeeded($0) }
        guard !unreferenced.isEmpty,
            let lock = RemovalLock(toRemoveFrom: files.storeFolder.path, fileSystem)
        else { return }
        defer { lock.release() }
        var folders: Set<String> = []
        for file in unreferenced.sorted() where !ledger.isNeeded(file) {
            do {
                ledger.count(bytes: -(try files.remove(file)))
                folders.insert(files.folder(of: file))
            } catch {
                options.warn("a file that nobody needs is still there: \(error)")
            }
        }
        unreferenced = []
        do {
            for folder in folders.sorted() { try fileSystem.syncFolder(folder) }
        } catch {
            _ = refuse(error)
            options.warn("a file that nobody needs may come back after a power cut: \(error)")
        }
    }

    /// Counts the files, and finds those that nobody needs.
    ///
    /// Before the journal is fit for writing, which takes room on the disk, nobody knows whether the
    /// disk has the last line, and a record may name again what only that line drops.
    private mutating func sweep() {
        isSweepDue = state.withLock { $0 != .writable }
        ledger.count(bytes: -ledger.bytes)
        var missing = Set(ledger.named)
        var modes = ModeCare(fileSystem)
        var isWhole = true
        files.forEach { found in
            switch found {
            case .draft(let path): try? fileSystem.remove(path)
            case .unreadable(let error):
                isWhole = false
                options.warn("kept files can't be looked at: \(error)")
            case .file(let file, let status):
                missing.remove(file)
                ledger.count(bytes: status.size)
                modes.close(files.path(file), status)
                if !isSweepDue, !ledger.isNeeded(file) { unreferenced.insert(file) }
            }
            if isStopping() { isWhole = false }
            return !isStopping()
        }
        modes.report(in: files.folder, options.warn)
        guard isWhole, !isSweepDue else { return }
        for file in missing.sorted() where ledger.isNeeded(file) {
            options.warn("a record names a file that is missing: \(files.path(file))")
        }
    }
}
