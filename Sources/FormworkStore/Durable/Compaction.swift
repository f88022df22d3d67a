internal import Groundwork
internal import System

/// Writes what the journal changed into new snapshots, and removes the segments that are then unneeded.
///
/// A new snapshot has a draft's name until it is whole and synced; renaming it over the old one is what
/// counts. A start skips the journal's lines that a snapshot already holds, so any mix of old and new snapshots
/// is the same store. The segments go last.
struct Compaction: Sendable {
    /// The store's folder.
    let folder: Folder
    /// What readers see, told when the records stand elsewhere.
    let published: Lock<Catalogue>
    /// The records as they were after the line of `sequence`.
    let records: Catalogue
    /// Up to which line of the journal the new snapshots go.
    let sequence: Int
    /// The greatest id so far.
    let lastID: RecordID?
    /// The types that changed since their snapshots were written.
    let types: [String]
    /// The snapshots so far.
    let snapshots: [String: Snapshot]
    /// The segments that end with that line or before it.
    let unneeded: [DataFile]
    /// The number that the first new file gets in the index.
    let firstNumber: Int
    /// The types of which nothing that is gone may be left; none where nothing has to be erased.
    var erased: Set<String> = []
    /// Whether files are replaced whatever they are, as a repair does that has read them all.
    var isRepair = false

    /// What came of it.
    struct Outcome: Sendable {
        /// The snapshot of each type that has a new one.
        var snapshots: [String: Snapshot] = [:]
        /// The files that were kept aside and may have held something of a person.
        var erasedFiles: [String] = []
        /// Why the old files are still there, if they are.
        var failure: FolderError?
        /// Whether a sync of the folder failed, so that none may be tried again.
        var isFinal = false
    }

    private var fileSystem: any FileSystem { folder.fileSystem }

    /// How many bytes must be free beside what is written.
    private static let spare = 1 << 20

    /// Does it; nothing that was saved is lost wherever it ends.
    func run() -> Outcome {
        var outcome = Outcome()
        var drafts: [SnapshotWriter] = []
        do throws(FolderError) {
            try checkRoom()
            for (index, type) in types.enumerated() {
                let header = SnapshotHeader(
                    type: type, sequence: sequence, count: records.count(type), lastID: lastID)
                drafts.append(
                    try SnapshotWriter(
                        header, of: records, number: firstNumber + index, in: folder))
            }
            if !isRepair { try checkPlaces() }
            // First: once the snapshots count, no start reads the line that tells of an erasure.
            if !erased.isEmpty { outcome.erasedFiles = try eraseAside() }
            try rename(drafts)
        } catch {
            for draft in drafts { try? fileSystem.remove(draft.draft) }
            outcome.failure = error
            return outcome
        }
        do throws(SystemError) {
            if !drafts.isEmpty { try folder.sync() }
            publish(drafts)
            for draft in drafts { outcome.snapshots[draft.snapshot.header.type] = draft.snapshot }
            for file in unneeded { try remove(file) }
            if !unneeded.isEmpty { try folder.sync() }
        } catch {
            outcome.failure = .unusable(error, advice: "")
            outcome.isFinal = error.call == "fsync"
        }
        return outcome
    }

    private func checkRoom() throws(FolderError) {
        for type in types where !FolderLayout.isTypeName(type) {
            throw .invalid(reason: "records of type \(type) can't have a file of that name")
        }
        let needed = types.reduce(Self.spare) { $0 + records.bytes($1) }
        let free = try FolderError.wrapping { () throws(SystemError) in
            try fileSystem.freeSpace(folder.path)
        }
        guard types.isEmpty || free >= needed else {
            throw .invalid(reason: "\(needed) bytes are needed in \(folder.path), \(free) are free")
        }
    }

    /// Refuses to put a new snapshot over one that somebody has put there meanwhile.
    private func checkPlaces() throws(FolderError) {
        for type in types {
            let name = FolderLayout.snapshot(type)
            let path = folder.path(name)
            let isOurs = try FolderError.wrapping { () throws(SystemError) in
                guard let old = snapshots[type] else {
                    return !(try fileSystem.list(folder.path).contains(name))
                }
                return try fileSystem.length(old.file.descriptor, at: path) == old.size
            }
            guard isOurs else {
                throw .damaged(
                    Damage(
                        path: path, line: 0, offset: 0, reason: "it was changed by somebody else"))
            }
        }
    }

    private func eraseAside() throws(FolderError) -> [String] {
        let quarantine = Quarantine(folder: folder)
        let others = records.typeNames.subtracting(erased)
        return try FolderError.wrapping { () throws(SystemError) in
            try quarantine.erase(erased, others: others)
        }
    }

    private func rename(_ drafts: [SnapshotWriter]) throws(FolderError) {
        for draft in drafts {
            try FolderError.wrapping { () throws(SystemError) in
                try fileSystem.rename(draft.draft, to: draft.snapshot.file.path)
            }
        }
    }

    /// Lets readers find the records in the new files, some at a time so that nobody waits for long.
    private func publish(_ drafts: [SnapshotWriter]) {
        for draft in drafts {
            let type = draft.snapshot.header.type
            published.withLock { $0.add(draft.snapshot.file) }
            for start in stride(from: 0, to: draft.moves.count, by: 256) {
                let moves = draft.moves[start..<min(start + 256, draft.moves.count)]
                published.withLock { $0.move(type, moves) }
            }
        }
        let old = types.compactMap { snapshots[$0]?.file.number } + unneeded.map(\.number)
        published.withLock { $0.removeFiles(old) }
    }

    private func remove(_ file: DataFile) throws(SystemError) {
        do {
            try fileSystem.remove(file.path)
        } catch  where error.isMissing {}
    }
}
