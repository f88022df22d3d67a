package import FormworkRecords
internal import Groundwork
package import System

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
    ) throws(FolderError) -> Store {
        for type in types + options.personalTypes where !FolderLayout.isTypeName(type) {
            throw .invalid(reason: "records can't be of type \(type)")
        }
        // Records come in the order of their creation where nothing else is asked for.
        let indexes = indexes.mapValues { $0 + [.creation] }
        let folder = Folder(path: folder, fileSystem: fileSystem)
        guard !options.isBeside else {
            return try open(folder, Set(types), indexes, options, lock: nil)
        }
        do {
            if try fileSystem.ensureFolder(folder.path) {
                try fileSystem.syncParent(of: folder.path)
            }
        } catch {
            throw folder.unusable(error)
        }
        let lock = try FolderLock(
            folder, wait: options.lockWait, isReadOnly: options.isReadOnly)
        do {
            return try open(folder, Set(types), indexes, options, lock: lock)
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
    /// - Throws: `FolderError.overlapping` where they do.
    package static func checkApart(
        _ folder: String, _ other: String, fileSystem: any FileSystem = SystemFileSystem()
    ) throws(FolderError) {
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
    /// - Throws: `FolderError.unusable` where that can't be seen.
    package static func hasFolder(
        _ folder: String, fileSystem: any FileSystem = SystemFileSystem()
    ) throws(FolderError) -> Bool {
        do {
            _ = try fileSystem.status(folder)
            return true
        } catch  where error.isMissing {
            return false
        } catch {
            throw Folder(path: folder, fileSystem: fileSystem).unusable(error)
        }
    }

    private static func open(
        _ folder: Folder, _ types: Set<String>, _ indexes: [String: [IndexedField]],
        _ options: StoreOptions, lock: FolderLock?
    ) throws(FolderError) -> Store {
        let checks = StartChecks(folder: folder, warn: options.warn)
        checks.checkFileSystem()
        let reader = try read(folder, options)
        try StartChecks.requireNoLinks(in: folder)
        assert(reader.catalogue.fault == nil, reader.catalogue.fault ?? "")
        let state: StoreState =
            options.isReadOnly
            ? .readOnly(reason: "the service was started read-only", isFull: false) : .writable
        let share = CommitterShare(reader, state: state, indexes: indexes, options: options)
        let indexing = IndexBuilder(indexes, of: share.catalogue, faults: share.faults)
        var committer = Committer(
            Journal(reader, segmentLimit: options.segmentLimit),
            Compactor(reader, options: options, share: share), lastID: reader.lastID,
            types: types, options: options, share: share)
        if !options.isReadOnly {
            checks.checkModes()
            try committer.start(in: folder, leftovers: reader.leftovers)
        }
        let ready = committer
        do {
            if !options.isReadOnly { try share.attachments.start() }
            try indexing.start()
            let thread = try SystemThread {
                var committer = ready
                committer.run()
                share.attachments.stop()
                // Only now: a stop still writes, also of a store that its own thread was the last to hold.
                lock?.release()
            }
            return Store(
                share: share, thread: thread, indexing: indexing,
                tornBytes: reader.tornBytes)
        } catch {
            indexing.stop()
            share.attachments.stop()
            throw .unusable(error, advice: "")
        }
    }

    /// Reads the folder; where nothing is to be written, damage is told and all else served.
    private static func read(
        _ folder: Folder, _ options: StoreOptions
    ) throws(FolderError) -> FolderReader {
        guard !options.isBeside else {
            let reader = try FolderReader.besideWriter(folder)
            try reader.requireSound()
            return reader
        }
        let reader = try FolderReader(
            folder, FolderReader.Options(personalTypes: options.personalTypes))
        guard options.isReadOnly else {
            try reader.requireSound()
            return reader
        }
        if !reader.damages.isEmpty { StoreReport(reader).lines.forEach(options.warn) }
        return reader
    }
}

extension Committer {
    /// Tries at the start whether the folder can be written, and mends what a crash left.
    ///
    /// A full disk is no reason to stay away: the store then starts read-only.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - leftovers: The names of segments that the snapshots have made unneeded.
    /// - Throws: `FolderError.unusable`.
    fileprivate mutating func start(
        in folder: Folder, leftovers: [String]
    ) throws(FolderError) {
        let fileSystem = folder.fileSystem
        do {
            for name in leftovers { try fileSystem.remove(folder.path(name)) }
            for name in try fileSystem.list(folder.path) where FolderLayout.isLeftover(name) {
                try fileSystem.remove(folder.path(name))
            }
        } catch {
            throw folder.unusable(error)
        }
        switch heal() {
        case nil: return
        case .refused(let error) where error.isFull: return
        case .refused(let error), .unknown(let error):
            throw folder.unusable(error)
        }
    }
}
