internal import Groundwork

/// Writes what the journal changed into the bases, and removes the files that this makes needless.
///
/// Each new base is a file of its own name until it is whole and synced; renaming it over the old one
/// is what counts. Of the lines that the journal still has, a start skips those that a base already
/// goes past; so any mix of old and new bases is the same store. The journal's files go last.
struct Compaction: Sendable {
    /// The store's folder.
    let folder: String
    /// The way to it.
    let fileSystem: any FileSystem
    /// What readers see, told when the records stand elsewhere.
    let published: Lock<Catalogue>
    /// The records as they were after the line of `sequence`.
    let records: Catalogue
    /// Up to which line of the journal the new bases go.
    let sequence: Int
    /// The greatest id so far.
    let lastID: RecordID?
    /// The types that changed since their bases were written.
    let types: [String]
    /// The bases so far.
    let bases: [String: Base]
    /// The journal's files that end with that line or before it.
    let needless: [RecordFile]
    /// The number that the first new file gets in the index.
    let firstNumber: Int
    /// The types of which nothing that is gone may be left; none where nothing has to be erased.
    var erased: Set<String> = []
    /// Whether files are replaced whatever they are, as a repair does that has read them all.
    var isRepair = false

    /// What came of it.
    struct Outcome: Sendable {
        /// The base of each type that has a new one.
        var bases: [String: Base] = [:]
        /// The files that were kept aside and may have held something of a person.
        var erasedFiles: [String] = []
        /// Why the old files are still there, if they are.
        var failure: StoreError?
        /// Whether a sync of the folder failed, so that none may be tried again.
        var isFinal = false
    }

    /// How many bytes must be free beside what is written.
    private static let spare = 1 << 20

    /// Does it; nothing that was saved is lost wherever it ends.
    ///
    /// - Returns: What came of it.
    func run() -> Outcome {
        var outcome = Outcome()
        var drafts: [BaseWriter] = []
        do throws(StoreError) {
            try checkRoom()
            for (index, type) in types.enumerated() {
                let header = BaseHeader(
                    type: type, sequence: sequence, count: records.count(type), lastID: lastID)
                drafts.append(
                    try BaseWriter(
                        header, of: records, number: firstNumber + index, in: folder, fileSystem))
            }
            if !isRepair { try checkPlaces() }
            // First: once the bases count, no start reads the line that tells of an erasure.
            if !erased.isEmpty { outcome.erasedFiles = try eraseAside() }
            try rename(drafts)
        } catch {
            for draft in drafts { try? fileSystem.remove(draft.draft) }
            outcome.failure = error
            return outcome
        }
        do throws(SystemError) {
            if !drafts.isEmpty { try fileSystem.syncFolder(folder) }
            publish(drafts)
            for draft in drafts { outcome.bases[draft.base.header.type] = draft.base }
            for file in needless { try remove(file) }
            if !needless.isEmpty { try fileSystem.syncFolder(folder) }
        } catch {
            outcome.failure = .unusable(error, advice: "")
            outcome.isFinal = error.call == "fsync"
        }
        return outcome
    }

    private func checkRoom() throws(StoreError) {
        for type in types where !BaseFormat.isTypeName(type) {
            throw .invalid(reason: "records of type \(type) can't have a file of that name")
        }
        let needed = types.reduce(Self.spare) { $0 + records.bytes($1) }
        let free = try StoreError.wrapping { () throws(SystemError) in
            try fileSystem.freeSpace(folder)
        }
        guard types.isEmpty || free >= needed else {
            throw .invalid(reason: "\(needed) bytes are needed in \(folder), \(free) are free")
        }
    }

    /// Refuses to put a new base over one that somebody has put there meanwhile.
    private func checkPlaces() throws(StoreError) {
        for type in types {
            let path = "\(folder)/\(BaseFormat.fileName(type))"
            let isOurs = try StoreError.wrapping { () throws(SystemError) in
                guard let base = bases[type] else {
                    return !(try fileSystem.list(folder).contains(BaseFormat.fileName(type)))
                }
                return try fileSystem.length(base.file.descriptor, at: path) == base.size
            }
            guard isOurs else {
                throw .invalid(
                    reason: "\(path) was changed by somebody else; stop the service and look at it"
                        + " with check, or with check --accept if it was edited")
            }
        }
    }

    private func eraseAside() throws(StoreError) -> [String] {
        let quarantine = Quarantine(folder: folder, fileSystem: fileSystem)
        let others = records.typeNames.subtracting(erased)
        return try StoreError.wrapping { () throws(SystemError) in
            try quarantine.erase(erased, others: others)
        }
    }

    private func rename(_ drafts: [BaseWriter]) throws(StoreError) {
        for draft in drafts {
            try StoreError.wrapping { () throws(SystemError) in
                try fileSystem.rename(draft.draft, to: draft.base.file.path)
            }
        }
    }

    /// Lets readers find the records in the new files, some at a time so that nobody waits for long.
    private func publish(_ drafts: [BaseWriter]) {
        for draft in drafts {
            let type = draft.base.header.type
            published.withLock { $0.add(draft.base.file) }
            for start in stride(from: 0, to: draft.moves.count, by: 256) {
                let moves = draft.moves[start..<min(start + 256, draft.moves.count)]
                published.withLock { $0.move(type, moves) }
            }
        }
        let old = types.compactMap { bases[$0]?.file.number } + needless.map(\.number)
        published.withLock { $0.removeFiles(old) }
    }

    private func remove(_ file: RecordFile) throws(SystemError) {
        do {
            try fileSystem.remove(file.path)
        } catch  where error.isMissing {}
    }
}
