internal import Groundwork

/// The end of the journal, where batches are appended; it belongs to the committer's thread.
struct Journal {
    private let fileSystem: any FileSystem
    private let folder: String
    private let segmentLimit: Int
    /// The file that is appended to; `nil` before the first is made.
    private(set) var segment: RecordFile?
    /// Where its good lines end.
    private(set) var end: Int
    /// The sequence of the last line.
    private(set) var sequence: Int
    /// The number of the last batch.
    private(set) var batch: Int
    /// The sequence of the last change of each type.
    private(set) var changes: [String: Int]
    /// The files before the one in use, with their lengths in bytes.
    private(set) var earlier: [(file: RecordFile, length: Int)]
    /// Whether a stop that left nothing open made the file in use, so that nothing may follow in it.
    private(set) var isClean: Bool
    private var torn: TornTail?
    private var aside: (path: String, count: Int)?
    private var hasLines: Bool
    private var hasReserve = false
    private var isReady = false

    /// Why a batch wasn't saved.
    enum Failure: Error {
        /// There is no trace of it on disk.
        case refused(SystemError)
        /// What is on disk is not known, so nothing may be written any more.
        case unknown(SystemError)
    }

    /// Continues where recovery ended.
    ///
    /// - Parameters:
    ///   - recovery: What is on disk.
    ///   - folder: The store's folder.
    ///   - segmentLimit: At which length a new file is begun, in bytes.
    ///   - fileSystem: The way to it.
    init(
        _ recovery: Recovery, folder: String, segmentLimit: Int, _ fileSystem: any FileSystem
    ) {
        self.fileSystem = fileSystem
        self.folder = folder
        self.segmentLimit = segmentLimit
        segment = recovery.segments.last
        end = recovery.end
        sequence = recovery.rule.sequence
        batch = recovery.rule.batch
        changes = recovery.changes
        earlier = Array(zip(recovery.segments, recovery.lengths).dropLast())
        isClean = recovery.isClean
        hasLines = end > recovery.start
        if let segment, recovery.length > end {
            torn = TornTail(segment: segment, end: end, length: recovery.length)
        }
    }

    /// How many bytes its files have.
    var bytes: Int { earlier.reduce(end) { $0 + $1.length } }

    /// Takes note that the first files are gone.
    ///
    /// - Parameter count: How many.
    mutating func forgetEarlier(_ count: Int) { earlier.removeFirst(count) }

    /// Makes the journal fit for writing: there is room, nothing torn is left, and what readers already
    /// see is on disk.
    ///
    /// Bytes that a process could not sync may be in the cache of the system alone and yet count as
    /// written; so after a stop that wasn't clean the last file is copied, and the copy synced. It may be
    /// called again after it failed, and on a store that was read-only for a while.
    ///
    /// - Parameters:
    ///   - room: How many bytes must fit, so that a store doesn't turn writable for one small batch.
    ///   - lastID: The greatest id so far, for the header of a new file.
    /// - Returns: The files that were made, and where torn bytes were put and how many, if any were.
    /// - Throws: What stands in the way.
    mutating func prepare(
        room: Int, lastID: RecordID?
    ) throws(Failure) -> (files: [RecordFile], aside: (path: String, count: Int)?) {
        do {
            try probe(room: room)
            if let torn {
                aside = (try torn.putAside(in: folder, fileSystem), torn.length - torn.end)
                self.torn = nil
            }
        } catch {
            throw .refused(error)
        }
        guard !isReady else { return ([], nil) }
        var files: [RecordFile] = []
        if let segment, !isClean {
            let copy = try renew(segment, length: end)
            self.segment = copy
            files.append(copy)
            if hasLines { files.append(try begin(segment.number + 1, lastID: lastID)) }
        } else if segment == nil {
            files.append(try begin(1, lastID: lastID))
        }
        isReady = true
        defer { aside = nil }
        return (files, aside)
    }

    /// Appends a batch and waits until it is on disk.
    ///
    /// - Parameters:
    ///   - lines: The lines of the batch.
    ///   - types: The types that each line changes.
    /// - Returns: The file and the place in it where the batch begins.
    /// - Throws: Why it wasn't saved.
    mutating func append(
        _ lines: [UInt8], types: [Set<String>]
    ) throws(Failure) -> (segment: RecordFile, offset: Int) {
        guard let segment else {
            throw .refused(SystemError(call: "write", path: folder, code: 0))
        }
        do {
            try fileSystem.writeAll(segment.descriptor, lines.span, path: segment.path)
        } catch {
            guard error.isFull || error.isReadOnly else { throw .unknown(error) }
            try takeBack(segment)
            throw .refused(error)
        }
        do {
            try fileSystem.syncData(segment.descriptor, path: segment.path)
        } catch {
            throw .unknown(error)
        }
        try checkPlace(segment, length: end + lines.count)
        let start = end
        end += lines.count
        for types in types {
            sequence += 1
            for type in types { changes[type] = sequence }
        }
        batch += 1
        hasLines = true
        return (segment, start)
    }

    /// Sees to it that what was written stands where a start looks for it: the folder may be gone, or
    /// an editor may have put another file in the place of this one.
    private func checkPlace(_ segment: RecordFile, length: Int) throws(Failure) {
        do throws(SystemError) {
            guard try fileSystem.length(segment.descriptor, at: segment.path) == length else {
                throw SystemError.replacedFile(segment.path)
            }
        } catch  where error.isPermission {
            // Whoever may not look any more hasn't taken it away.
        } catch {
            throw .unknown(error)
        }
    }

    /// Begins a new file where the one in use is long enough, or may not be gone on with.
    ///
    /// - Parameter lastID: The greatest id so far.
    /// - Returns: The new file, if one was begun.
    /// - Throws: Why it couldn't be.
    mutating func rollIfDue(lastID: RecordID?) throws(Failure) -> RecordFile? {
        guard let segment, isClean || end >= segmentLimit else { return nil }
        return try begin(segment.number + 1, lastID: lastID)
    }

    /// Begins a new file, if the one in use has a line at all.
    ///
    /// - Parameters:
    ///   - lastID: The greatest id so far.
    ///   - isClean: Whether no line will follow; then it is begun in any case.
    /// - Returns: The new file, if one was begun.
    /// - Throws: Why it couldn't be.
    mutating func roll(lastID: RecordID?, isClean: Bool = false) throws(Failure) -> RecordFile? {
        guard let segment, isReady, hasLines || isClean && !self.isClean else { return nil }
        return try begin(segment.number + 1, lastID: lastID, isClean: isClean)
    }

    /// Makes a file under another name and gives it its own only when its header is on disk, so that a
    /// file of the journal never lacks one.
    private mutating func begin(
        _ number: Int, lastID: RecordID?, isClean: Bool = false
    ) throws(Failure) -> RecordFile {
        let header = LineWriter.header(
            JournalHeader(
                segment: number, sequence: sequence, batch: batch, lastID: lastID,
                changes: changes, isClean: isClean),
            time: .now())
        let new = try publish(number) { descriptor, draft throws(SystemError) in
            try fileSystem.writeAll(descriptor, header.span, path: draft)
        }
        if let segment {
            // Cutting a file where it ends gives back what was kept behind its end.
            if hasReserve {
                try? fileSystem.truncate(segment.descriptor, to: end, path: segment.path)
            }
            earlier.append((segment, end))
        }
        segment = new
        end = header.count
        hasLines = false
        self.isClean = isClean
        hasReserve = !isClean && reserve(new)
        return new
    }

    /// Keeps room for a while of writing on a full disk, but no more than a quarter of what is free.
    private func reserve(_ file: RecordFile) -> Bool {
        guard let free = try? fileSystem.freeSpace(folder) else { return false }
        let length = min(segmentLimit, Self.greatestReserve, free / 4)
        let done: Void? = try? fileSystem.reserve(file.descriptor, upTo: length, path: file.path)
        return done != nil
    }

    private static let greatestReserve = 64 << 20

    /// Puts a copy of a file in its place, up to where its good lines end.
    private func renew(_ old: RecordFile, length: Int) throws(Failure) -> RecordFile {
        try publish(old.number) { descriptor, draft throws(SystemError) in
            try fileSystem.copy(
                old.descriptor, 0..<length, from: old.path, to: descriptor, path: draft)
        }
    }

    private func publish(
        _ number: Int, _ write: (Int32, String) throws(SystemError) -> Void
    ) throws(Failure) -> RecordFile {
        let path = "\(folder)/\(JournalFormat.fileName(number))"
        let draft = path + ".tmp"
        let new: RecordFile
        try? fileSystem.remove(draft)
        do {
            let descriptor = try fileSystem.open(draft, for: .creating)
            new = RecordFile(
                number: number, path: path, descriptor: descriptor, fileSystem: fileSystem,
                upcasters: segment?.upcasters ?? .all)
        } catch {
            throw .refused(error)
        }
        do {
            try write(new.descriptor, draft)
        } catch {
            try? fileSystem.remove(draft)
            throw .refused(error)
        }
        do {
            try fileSystem.sync(new.descriptor, path: draft)
            try fileSystem.rename(draft, to: path)
            try fileSystem.syncFolder(folder)
        } catch {
            throw .unknown(error)
        }
        return new
    }

    /// Cuts off what was written of a batch, and makes sure that it stays cut off: an answer that says
    /// "not saved" must still be true after a power cut.
    private func takeBack(_ segment: RecordFile) throws(Failure) {
        do {
            try fileSystem.truncate(segment.descriptor, to: end, path: segment.path)
            try fileSystem.sync(segment.descriptor, path: segment.path)
        } catch {
            throw .unknown(error)
        }
    }

    /// Writes, syncs and removes a file.
    private func probe(room: Int) throws(SystemError) {
        let path = "\(folder)/probe.tmp"
        try? fileSystem.remove(path)
        let descriptor = try fileSystem.open(path, for: .creating)
        defer {
            fileSystem.close(descriptor)
            try? fileSystem.remove(path)
        }
        let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: room)
        try fileSystem.writeAll(descriptor, bytes.span, path: path)
        try fileSystem.sync(descriptor, path: path)
    }
}
