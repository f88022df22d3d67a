internal import Groundwork

/// Decides when the journal is folded into the bases, and keeps the one compaction that runs.
///
/// It belongs to the committer's thread; the work is done on another.
struct Compactor: Sendable {
    /// The base of each type that has one.
    private(set) var bases: [String: Base]
    private let folder: String
    private let fileSystem: any FileSystem
    private let options: StoreOptions
    private let share: CommitterShare
    private var lastErasure: Int?
    private var running: Running?
    private var nextNumber: Int
    private var notBefore: Int64 = 0
    private var isBroken = false
    /// How many files the journal may have.
    private static let mostFiles = 16

    private struct Running {
        var thread: SystemThread
        var sequence: Int
        var last: Int
        var start: Int64
    }

    /// Takes over the bases.
    ///
    /// - Parameters:
    ///   - recovery: What is on disk.
    ///   - folder: The store's folder.
    ///   - options: How the store was opened.
    ///   - share: What is shared with the store.
    ///   - fileSystem: The way to the folder.
    init(
        _ recovery: Recovery, folder: String, options: StoreOptions, share: CommitterShare,
        _ fileSystem: any FileSystem
    ) {
        bases = recovery.bases
        lastErasure = recovery.lastErasure
        nextNumber = BaseFormat.firstNumber + recovery.bases.count
        self.folder = folder
        self.fileSystem = fileSystem
        self.options = options
        self.share = share
    }

    /// Takes note that a saved line left something of a person behind in the files.
    ///
    /// - Parameter sequence: The line's sequence.
    mutating func noteErasure(_ sequence: Int) { lastErasure = sequence }

    /// Whether a compaction runs now.
    var isRunning: Bool { running != nil }

    /// Whether something is left in the files that must not stay.
    var hasErasure: Bool { lastErasure != nil }

    /// How long until a compaction should begin, in milliseconds.
    ///
    /// - Parameter journal: The journal.
    /// - Returns: 0 where it should begin now, `nil` where there is nothing to wait for: it is wanted when
    ///   a person's data waits to be erased, more is garbage than not, or the journal has too many files.
    func delay(_ journal: Journal) -> Int? {
        guard !isRunning, !isBroken, isWanted(journal) else { return nil }
        return Int(clamping: max(0, notBefore - monotonicMilliseconds()))
    }

    private func isWanted(_ journal: Journal) -> Bool {
        guard !journal.earlier.isEmpty || !staleTypes(journal).isEmpty else { return false }
        if hasErasure || journal.earlier.count >= Self.mostFiles { return true }
        let live = share.catalogue.withLock { $0.bytes }
        let garbage = bases.values.reduce(journal.bytes) { $0 + $1.size } - live
        return garbage > live && garbage > options.compactionThreshold
    }

    /// The types that changed since their bases were written.
    private func staleTypes(_ journal: Journal) -> [String] {
        journal.changes.filter { $1 > bases[$0]?.header.sequence ?? 0 }.keys.sorted()
    }

    /// Begins a compaction on a thread of its own, which tells the queue when it has ended.
    ///
    /// - Parameters:
    ///   - journal: The journal, which goes on in a file that has no line yet.
    ///   - lastID: The greatest id so far.
    mutating func begin(_ journal: Journal, lastID: RecordID?) {
        let compaction = prepare(journal, lastID: lastID)
        let queue = share.queue
        do {
            let thread = try SystemThread {
                let outcome = compaction.run()
                queue.change { $0.finish(outcome) }
            }
            running = Running(
                thread: thread, sequence: journal.sequence, last: journal.earlier.count,
                start: monotonicMilliseconds())
        } catch {
            fail(.unusable(error, advice: ""))
        }
    }

    /// Takes note of how the compaction that ran has ended.
    ///
    /// - Parameters:
    ///   - outcome: What came of it.
    ///   - journal: Forgets the files that are gone.
    mutating func finish(_ outcome: Compaction.Outcome, _ journal: inout Journal) {
        guard let running else { return }
        running.thread.join()
        self.running = nil
        let duration = monotonicMilliseconds() - running.start
        // At most a tenth of the time goes into erasing, however often people change their data.
        notBefore = monotonicMilliseconds() + duration * 9
        settle(outcome, running.sequence, running.last, &journal)
    }

    /// Compacts on this thread, at the stop.
    ///
    /// - Parameters:
    ///   - journal: The journal, which nothing more is added to.
    ///   - lastID: The greatest id so far.
    mutating func runNow(_ journal: inout Journal, lastID: RecordID?) {
        guard !isBroken, !isRunning else { return }
        let outcome = prepare(journal, lastID: lastID).run()
        settle(outcome, journal.sequence, journal.earlier.count, &journal)
    }

    private mutating func prepare(_ journal: Journal, lastID: RecordID?) -> Compaction {
        let types = staleTypes(journal)
        defer { nextNumber += types.count }
        return Compaction(
            folder: folder, fileSystem: fileSystem, published: share.catalogue,
            records: share.catalogue.withLock { $0 }, sequence: journal.sequence, lastID: lastID,
            types: types, bases: bases, needless: journal.earlier.map(\.file),
            firstNumber: nextNumber, erased: hasErasure ? options.personalTypes : [])
    }

    private mutating func settle(
        _ outcome: Compaction.Outcome, _ sequence: Int, _ last: Int, _ journal: inout Journal
    ) {
        bases.merge(outcome.bases) { $1 }
        for path in outcome.erasedFiles {
            options.warn("\(path) was removed: it may have held what a person had erased")
        }
        isBroken = outcome.isFinal
        if let failure = outcome.failure { return fail(failure) }
        journal.forgetEarlier(last)
        if let lastErasure, lastErasure <= sequence { self.lastErasure = nil }
    }

    private mutating func fail(_ error: StoreError) {
        notBefore = monotonicMilliseconds() + Int64(options.compactionRetry)
        let erasing = hasErasure ? ", and data that should be gone is still in them" : ""
        options.warn("the files could not be made smaller\(erasing): \(error)")
    }
}
