internal import Groundwork
internal import System

/// The end of the journal, where batches are appended; it belongs to the committer's thread.
struct Journal {
    private let folder: Folder
    private let segmentLimit: Int
    /// The file that is appended to; `nil` before the first is made.
    private(set) var segment: DataFile?
    /// Where its good lines end.
    private(set) var end: Int
    /// The sequence of the last line.
    private(set) var sequence: Int
    /// The number of the last batch.
    private(set) var batch: Int
    /// The sequence of the last change of each type.
    private(set) var changes: [String: Int]
    /// The files before the one in use, with their lengths in bytes.
    private(set) var earlier: [(file: DataFile, length: Int)]
    /// Whether a stop that left nothing open made the file in use, so that nothing may follow in it.
    private(set) var isClean: Bool
    private var tear: FolderReader.DamagedBytes?
    private var aside: (path: String, count: Int)?
    private var hasLines: Bool
    private var hasReserve = false
    private var isReady = false

    /// Goes on where the reading ended.
    ///
    /// - Parameters:
    ///   - reader: What is on disk.
    ///   - segmentLimit: At which length a new file is begun, in bytes.
    init(_ reader: FolderReader, segmentLimit: Int) {
        folder = reader.folder
        self.segmentLimit = segmentLimit
        segment = reader.segments.last?.file
        end = reader.end
        sequence = reader.rule.sequence
        batch = reader.rule.batch
        changes = reader.changes
        earlier = Array(reader.segments.dropLast())
        isClean = reader.isClean
        hasLines = end > reader.headerEnd
        tear = reader.tear
    }

    private var fileSystem: any FileSystem { folder.fileSystem }

    /// How many bytes its files have.
    var bytes: Int { earlier.reduce(end) { $0 + $1.length } }

    /// Forgets the first files, which are gone.
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
    ) throws(WriteFailure) -> (files: [DataFile], aside: (path: String, count: Int)?) {
        do {
            try probe(room: room)
            if let tear {
                let path = try Quarantine(folder: folder).copy(tear.range, of: tear.file)
                aside = (path, tear.range.count)
                self.tear = nil
            }
        } catch {
            throw .refused(error)
        }
        guard !isReady else { return ([], nil) }
        var files: [DataFile] = []
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
    ) throws(WriteFailure) -> (segment: DataFile, offset: Int) {
        guard let segment else { preconditionFailure("a batch needs a prepared journal") }
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
    private func checkPlace(_ segment: DataFile, length: Int) throws(WriteFailure) {
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
    mutating func rollIfDue(lastID: RecordID?) throws(WriteFailure) -> DataFile? {
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
    mutating func roll(lastID: RecordID?, isClean: Bool = false) throws(WriteFailure) -> DataFile? {
        guard let segment, isReady, hasLines || isClean && !self.isClean else { return nil }
        return try begin(segment.number + 1, lastID: lastID, isClean: isClean)
    }

    /// Makes a file under another name and gives it its own only when its header is on disk, so that a
    /// file of the journal never lacks one.
    private mutating func begin(
        _ number: Int, lastID: RecordID?, isClean: Bool = false
    ) throws(WriteFailure) -> DataFile {
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
    private func reserve(_ file: DataFile) -> Bool {
        guard let free = try? fileSystem.freeSpace(folder.path) else { return false }
        let length = min(segmentLimit, Self.greatestReserve, free / 4)
        let done: Void? = try? fileSystem.reserve(file.descriptor, upTo: length, path: file.path)
        return done != nil
    }

    private static let greatestReserve = 64 << 20

    /// Puts a copy of a file in its place, up to where its good lines end.
    private func renew(_ old: DataFile, length: Int) throws(WriteFailure) -> DataFile {
        try publish(old.number) { descriptor, draft throws(SystemError) in
            try fileSystem.copy(
                old.descriptor, 0..<length, from: old.path, to: descriptor, path: draft)
        }
    }

    private func publish(
        _ number: Int, _ write: (Int32, String) throws(SystemError) -> Void
    ) throws(WriteFailure) -> DataFile {
        let path = folder.path(FolderLayout.segment(number))
        let descriptor = try fileSystem.replace(path, in: folder.path, write)
        return DataFile(
            number: number, path: path, descriptor: descriptor, fileSystem: fileSystem)
    }

    /// Cuts off what was written of a batch, and makes sure that it stays cut off: an answer that says
    /// "not saved" must still be true after a power cut.
    private func takeBack(_ segment: DataFile) throws(WriteFailure) {
        do {
            try fileSystem.truncate(segment.descriptor, to: end, path: segment.path)
            try fileSystem.sync(segment.descriptor, path: segment.path)
        } catch {
            throw .unknown(error)
        }
    }

    /// Writes, syncs and removes a file.
    private func probe(room: Int) throws(SystemError) {
        let path = folder.path("probe.tmp")
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
