package import Groundwork

extension Store {
    /// Opens a folder, or makes it.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - types: The types of records that may be changed, named in lower-case letters, digits, `-` and
    ///     `_`; records of others are kept as they are.
    ///   - indexes: By which fields the records of a type are found and sorted.
    ///   - options: What may be chosen.
    ///   - fileSystem: The way to the files.
    /// - Returns: The store; read-only for now where the disk is full.
    /// - Throws: Why it can't be opened; `exitCode` is what the process should end with.
    package static func open(
        folder: String, types: [String], indexes: [String: [IndexedField]] = [:],
        options: StoreOptions = StoreOptions(),
        fileSystem: any FileSystem = SystemFileSystem()
    ) throws(StoreError) -> Store {
        for type in types + options.personalTypes where !BaseFormat.isTypeName(type) {
            throw .invalid(reason: "records can't be of type \(type)")
        }
        // Records come in the order of their creation where nothing else is asked for.
        let indexes = indexes.mapValues { $0 + [.creation] }
        guard !options.isBeside else {
            return try open(
                folder, types: Set(types), indexes: indexes, options: options,
                fileSystem: fileSystem, lock: nil)
        }
        try makeFolder(folder, fileSystem)
        let lock = try FolderLock(
            folder, wait: options.lockWait, isReadOnly: options.isReadOnly, fileSystem)
        do {
            return try open(
                folder, types: Set(types), indexes: indexes, options: options,
                fileSystem: fileSystem, lock: lock)
        } catch {
            lock.release()
            throw error
        }
    }

    /// Tells whether two folders are one, or one lies in the other, by device and inode.
    ///
    /// - Parameters:
    ///   - folder: A folder; it needn't be there yet.
    ///   - other: Another.
    ///   - fileSystem: The way to both.
    /// - Throws: `StoreError.overlapping` where they do.
    package static func checkApart(
        _ folder: String, _ other: String, fileSystem: any FileSystem = SystemFileSystem()
    ) throws(StoreError) {
        if fileSystem.lies(folder, within: other) || fileSystem.lies(other, within: folder) {
            throw .overlapping(folder, other)
        }
    }

    /// Tells what a folder is, whatever paths lead to it.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - fileSystem: The way to it.
    /// - Returns: `nil` where it isn't there.
    package static func identity(
        of folder: String, fileSystem: any FileSystem = SystemFileSystem()
    ) -> FileIdentity? { (try? fileSystem.status(folder))?.identity }

    /// Tells whether there is a folder, and makes none.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - fileSystem: The way to it.
    /// - Returns: Whether something of this name is there.
    /// - Throws: `StoreError.unusable` where that can't be seen.
    package static func hasFolder(
        _ folder: String, fileSystem: any FileSystem = SystemFileSystem()
    ) throws(StoreError) -> Bool {
        do {
            _ = try fileSystem.status(folder)
            return true
        } catch  where error.isMissing {
            return false
        } catch {
            throw StoreError.unusable(error, in: folder, fileSystem)
        }
    }

    private static func open(
        _ folder: String, types: Set<String>, indexes: [String: [IndexedField]],
        options: StoreOptions, fileSystem: any FileSystem, lock: FolderLock?
    ) throws(StoreError) -> Store {
        let care = FolderCare(folder: folder, fileSystem: fileSystem, warn: options.warn)
        care.checkFileSystem()
        let recovery = try recovery(folder, options, fileSystem)
        try FolderCare.checkKinds(in: folder, fileSystem)
        assert(recovery.catalogue.fault == nil, recovery.catalogue.fault ?? "")
        let journal = Journal(
            recovery, folder: folder, segmentLimit: options.segmentLimit, fileSystem)
        let state: StoreState =
            options.isReadOnly
            ? .readOnly(reason: "the service was started read-only", isFull: false) : .writable
        let share = CommitterShare(
            recovery, state: state, indexes: indexes, folder: folder, options: options, fileSystem)
        let indexing = IndexBuilding(indexes, of: share.catalogue, faults: share.faults)
        let compactor = Compactor(
            recovery, folder: folder, options: options, share: share, fileSystem)
        var committer = Committer(
            journal, compactor, lastID: recovery.lastID, types: types, options: options,
            share: share)
        if !options.isReadOnly {
            care.checkModes()
            try committer.start(in: folder, leftovers: recovery.leftovers, fileSystem)
        }
        let ready = committer
        do {
            if !options.isReadOnly { try share.blobs.start() }
            try indexing.start()
            let thread = try SystemThread {
                var committer = ready
                committer.run()
                share.blobs.stop()
                // Only now: a stop still writes, also of a store that its own thread was the last to hold.
                lock?.release()
            }
            return Store(
                share: share, thread: thread, indexing: indexing,
                tornBytes: recovery.length - recovery.end)
        } catch {
            indexing.stop()
            share.blobs.stop()
            throw .unusable(error, advice: "")
        }
    }

    /// Reads the folder; where nothing is to be written, damage is told and all else served.
    private static func recovery(
        _ folder: String, _ options: StoreOptions, _ fileSystem: any FileSystem
    ) throws(StoreError) -> Recovery {
        do throws(StoreError) {
            guard !options.isBeside else {
                return try Recovery.besideWriter(folder, view: options.view, fileSystem)
            }
            return try Recovery(
                folder, personalTypes: options.personalTypes, view: options.view, fileSystem)
        } catch {
            if options.isBeside { throw error }
            guard options.isReadOnly, case .damaged(let damage) = error else { throw error }
            let scan = try FolderScan(folder, fileSystem)
            for line in StoreReport(scan, refused: damage).lines { options.warn(line) }
            return Recovery(scan)
        }
    }

    /// Makes the folder where it is missing, and sees to it that its name is on disk.
    private static func makeFolder(
        _ folder: String, _ fileSystem: any FileSystem
    ) throws(StoreError) {
        do {
            if try fileSystem.ensureFolder(folder) { try fileSystem.syncParent(of: folder) }
        } catch {
            throw StoreError.unusable(error, in: folder, fileSystem)
        }
    }
}

extension Committer {
    /// Tries at the start whether the folder can be written, and mends what a crash left.
    ///
    /// A full disk is no reason to stay away: the store then starts read-only.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - leftovers: The paths of files that the bases have made needless.
    ///   - fileSystem: The way to it.
    /// - Throws: `StoreError.unusable`.
    fileprivate mutating func start(
        in folder: String, leftovers: [String], _ fileSystem: any FileSystem
    ) throws(StoreError) {
        do {
            for path in leftovers { try fileSystem.remove(path) }
            for name in try fileSystem.list(folder) where JournalFormat.isLeftover(name) {
                try fileSystem.remove("\(folder)/\(name)")
            }
        } catch {
            throw StoreError.unusable(error, in: folder, fileSystem)
        }
        switch heal() {
        case nil: return
        case .refused(let error) where error.isFull: return
        case .refused(let error), .unknown(let error):
            throw StoreError.unusable(error, in: folder, fileSystem)
        }
    }
}

extension Change {
    /// Writes the document and reads it back, so that nothing is acknowledged that couldn't be read.
    ///
    /// - Returns: The document's text; empty where a record is removed.
    /// - Throws: `StoreError.invalid`.
    func text() throws(StoreError) -> [UInt8] {
        switch self {
        case .delete: return []
        case .restore(let record): return try Self.text(record.document)
        case .create(_, _, let document, _), .update(_, _, _, let document, _):
            return try Self.text(document)
        }
    }

    private static func text(_ document: JSON.Object) throws(StoreError) -> [UInt8] {
        let text = JSON.object(document).bytes
        guard text.count <= longest else {
            throw .invalid(reason: "the record takes more than \(longest) bytes")
        }
        do {
            _ = try JSON.parse(text, maximumDepth: StoredRecord.deepest)
            return text
        } catch {
            throw .invalid(reason: "the record can't be kept as JSON: \(error)")
        }
    }

    /// How long the text of a document may be, in bytes.
    private static var longest: Int { 64 << 20 }
}
