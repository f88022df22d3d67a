internal import Groundwork

/// The end of the journal, where batches are appended; it belongs to the committer's thread.
struct Journal {
    private let fileSystem: any FileSystem
    private let folder: String
    private let segmentLimit: Int
    /// The file that is appended to; `nil` before the first is made.
    private(set) var segment: SegmentFile?
    /// Where its good lines end.
    private(set) var end: Int
    /// The sequence of the last line.
    private(set) var sequence: Int
    /// The number of the last batch.
    private(set) var batch: Int
    private var torn: TornTail?
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
        if let segment, recovery.length > end {
            torn = TornTail(segment: segment, end: end, length: recovery.length)
        }
    }

    /// Makes the journal fit for writing: there is room, nothing torn is left, and what readers already
    /// see is on disk.
    ///
    /// It may be called again after it failed, and on a store that was read-only for a while.
    ///
    /// - Parameters:
    ///   - room: How many bytes must fit, so that a store doesn't turn writable for one small batch.
    ///   - lastID: The greatest id so far, for the header of a first file.
    /// - Returns: Where torn bytes were put and how many, if there were any.
    /// - Throws: What stands in the way.
    mutating func prepare(
        room: Int, lastID: RecordID?
    ) throws(Failure) -> (path: String, count: Int)? {
        var aside: (path: String, count: Int)?
        do {
            try probe(room: room)
            if let torn {
                aside = (try torn.putAside(in: folder, fileSystem), torn.length - torn.end)
                self.torn = nil
            }
        } catch {
            throw .refused(error)
        }
        guard !isReady else { return aside }
        if let segment {
            do {
                try fileSystem.sync(segment.descriptor, path: segment.path)
                try fileSystem.syncFolder(folder)
            } catch {
                throw .unknown(error)
            }
        } else {
            try begin(1, lastID: lastID)
        }
        isReady = true
        return aside
    }

    /// Appends a batch and waits until it is on disk.
    ///
    /// - Parameters:
    ///   - lines: The lines of the batch.
    ///   - count: How many they are.
    /// - Returns: The file and the place in it where the batch begins.
    /// - Throws: Why it wasn't saved.
    mutating func append(
        _ lines: [UInt8], count: Int
    ) throws(Failure) -> (segment: SegmentFile, offset: Int) {
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
        let start = end
        end += lines.count
        sequence += count
        batch += 1
        return (segment, start)
    }

    /// Begins a new file where the one in use is long enough.
    ///
    /// - Parameter lastID: The greatest id so far.
    /// - Returns: The new file, if one was begun.
    /// - Throws: Why it couldn't be.
    mutating func rollIfDue(lastID: RecordID?) throws(Failure) -> SegmentFile? {
        guard let segment, end >= segmentLimit else { return nil }
        try begin(segment.number + 1, lastID: lastID)
        return self.segment
    }

    /// Makes a file under another name and gives it its own only when its header is on disk, so that a
    /// file of the journal never lacks one.
    private mutating func begin(_ number: Int, lastID: RecordID?) throws(Failure) {
        let path = "\(folder)/\(JournalFormat.fileName(number))"
        let draft = path + ".tmp"
        let header = LineWriter.header(
            JournalHeader(segment: number, sequence: sequence, batch: batch, lastID: lastID),
            time: .now())
        let new: SegmentFile
        try? fileSystem.remove(draft)
        do {
            let descriptor = try fileSystem.open(draft, for: .creating)
            new = SegmentFile(
                number: number, path: path, descriptor: descriptor, fileSystem: fileSystem)
        } catch {
            throw .refused(error)
        }
        do {
            try fileSystem.writeAll(new.descriptor, header.span, path: draft)
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
        segment = new
        end = header.count
    }

    /// Cuts off what was written of a batch, and makes sure that it stays cut off: an answer that says
    /// "not saved" must still be true after a power cut.
    private func takeBack(_ segment: SegmentFile) throws(Failure) {
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
