internal import Groundwork
internal import System

/// Decides when the journal is folded into snapshots, and keeps the one compaction that runs.
///
/// It belongs to the committer's thread; the work is done on another.
struct Compactor: Sendable {
    /// The snapshot of each type that has one.
    private(set) var snapshots: [String: Snapshot]
    private let folder: Folder
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

    /// Goes on with the snapshots that were read.
    init(_ reader: FolderReader, options: StoreOptions, share: CommitterShare) {
        snapshots = reader.snapshots
        lastErasure = reader.lastErasure
        nextNumber = DataFile.firstSnapshot + reader.snapshots.count
        folder = reader.folder
        self.options = options
        self.share = share
    }

    /// Remembers that the line of a sequence left something of a person behind in the files.
    mutating func setErasure(_ sequence: Int) { lastErasure = sequence }

    /// Whether a compaction runs now.
    var isRunning: Bool { running != nil }

    /// Whether something is left in the files that must not stay.
    var hasErasure: Bool { lastErasure != nil }

    /// How long until a compaction should begin, in milliseconds; `nil` where none is wanted.
    ///
    /// One is wanted when a person's data waits to be erased, when more than half of the bytes are garbage, or
    /// when the journal has too many segments.
    func delay(_ journal: Journal) -> Int? {
        guard !isRunning, !isBroken, isWanted(journal) else { return nil }
        return Int(clamping: max(0, notBefore - Clock.monotonicMilliseconds))
    }

    private func isWanted(_ journal: Journal) -> Bool {
        guard !journal.earlier.isEmpty || !staleTypes(journal).isEmpty else { return false }
        if hasErasure || journal.earlier.count >= Self.mostFiles { return true }
        let live = share.catalogue.withLock { $0.bytes }
        let garbage = snapshots.values.reduce(journal.bytes) { $0 + $1.size } - live
        return garbage > live && garbage > options.compactionThreshold
    }

    /// The types that changed since their snapshots were written.
    private func staleTypes(_ journal: Journal) -> [String] {
        journal.changes.filter { $1 > snapshots[$0]?.header.sequence ?? 0 }.keys.sorted()
    }

    /// Begins a compaction on a thread of its own, which tells the queue when it has ended.
    ///
    /// - Parameters:
    ///   - journal: The journal, whose segment in use has no line yet.
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
                start: Clock.monotonicMilliseconds)
        } catch {
            fail(.unusable(error, advice: ""))
        }
    }

    /// Ends the compaction that ran.
    ///
    /// - Parameters:
    ///   - outcome: What came of it.
    ///   - journal: Forgets the files that are gone.
    mutating func finish(_ outcome: Compaction.Outcome, _ journal: inout Journal) {
        guard let running else { return }
        running.thread.join()
        self.running = nil
        let duration = Clock.monotonicMilliseconds - running.start
        // At most a tenth of the time goes into erasing, however often people change their data.
        notBefore = Clock.monotonicMilliseconds + duration * 9
        apply(outcome, running.sequence, running.last, &journal)
    }

    /// Compacts on this thread, at the stop.
    ///
    /// - Parameters:
    ///   - journal: The journal, which nothing more is added to.
    ///   - lastID: The greatest id so far.
    mutating func runNow(_ journal: inout Journal, lastID: RecordID?) {
        guard !isBroken, !isRunning else { return }
        let outcome = prepare(journal, lastID: lastID).run()
        apply(outcome, journal.sequence, journal.earlier.count, &journal)
    }

    private mutating func prepare(_ journal: Journal, lastID: RecordID?) -> Compaction {
        let types = staleTypes(journal)
        defer { nextNumber += types.count }
        return Compaction(
            folder: folder, published: share.catalogue,
            records: share.catalogue.withLock { $0 }, sequence: journal.sequence, lastID: lastID,
            types: types, snapshots: snapshots, unneeded: journal.earlier.map(\.file),
            firstNumber: nextNumber, erased: hasErasure ? options.personalTypes : [])
    }

    private mutating func apply(
        _ outcome: Compaction.Outcome, _ sequence: Int, _ last: Int, _ journal: inout Journal
    ) {
        snapshots.merge(outcome.snapshots) { $1 }
        for path in outcome.erasedFiles {
            options.warn("\(path) was removed: it may have held what a person had erased")
        }
        isBroken = outcome.isFinal
        if let failure = outcome.failure { return fail(failure) }
        journal.forgetEarlier(last)
        if let lastErasure, lastErasure <= sequence { self.lastErasure = nil }
    }

    private mutating func fail(_ error: FolderError) {
        notBefore = Clock.monotonicMilliseconds + Int64(options.compactionRetry)
        let erasing = hasErasure ? ", and data that should be gone is still in them" : ""
        var reason = "\(error)"
        if case .damaged = error, !options.remedy.isEmpty { reason += "; \(options.remedy)" }
        options.warn("the files could not be made smaller\(erasing): \(reason)")
    }
}
