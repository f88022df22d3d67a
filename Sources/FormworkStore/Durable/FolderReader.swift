internal import Groundwork
import System

/// Reads the snapshots and the journal of a folder: what is there, and what is damaged.
///
/// A start, a check, a repair and a backup all read with this; nothing on disk is changed. A start refuses a
/// folder with damages. A repair goes on with all that is intact: of a record whose last line is damaged, the
/// newest one that is intact counts.
struct FolderReader {
    /// Every record that counts.
    var catalogue = Catalogue()
    /// The attachments that the records name.
    var references = AttachmentReferences()
    /// The snapshot of each type that has one with a header.
    var snapshots: [String: Snapshot] = [:]
    /// The segments that were read, in order, with their lengths in bytes.
    var segments: [(file: DataFile, length: Int)] = []
    /// The names of segments that a crash kept from being removed.
    var leftovers: [String] = []
    /// Every type that a line names.
    var types: Set<String> = []
    /// What is damaged, in the order in which it is read.
    var damages: [DamagedBytes] = []
    /// What a crash tore off the end of the journal: it was never acknowledged.
    var tear: DamagedBytes?

    /// The order of the journal's lines so far.
    var rule = TailRule(sequence: 0, batch: 0)
    /// The sequence of the last change of each type.
    var changes: [String: Int] = [:]
    /// The greatest sequence that any line says.
    var lastSequence = 0
    /// The greatest batch that any line says.
    var lastBatch = 0
    /// The greatest id that any line says, also of records that are gone.
    var lastID: RecordID?
    /// The sequence of the last line that left bytes of a person behind, if there is one.
    var lastErasure: Int?
    /// Whether the last stop left nothing open.
    var isClean = false
    /// Where the header of the last segment ends.
    var headerEnd = 0
    /// Where the good lines of the last segment end.
    var end = 0

    /// Takes what a person edited; `nil` where an edited line is a damaged one.
    var edits: HandEdits?
    let folder: Folder
    let options: Options
    /// The ids of damaged lines of snapshots: an older line of the journal may be all that is left of them.
    var unsure: Set<RecordID> = []
    /// Damaged lines of which it isn't known yet whether they are the torn end of the journal.
    var suspects: [DamagedBytes] = []
    /// The intact lines behind these, with the numbers of their files.
    var pending: [(line: JournalLine, file: Int)] = []
    private var lines = 0
    /// The first damage of the file that is being read, which counts the intact lines behind.
    private var firstDamage: Int?

    /// How a folder is read.
    struct Options: Sendable {
        /// The types of which nothing that is gone may be left.
        var personalTypes: Set<String> = []
        /// Told now and then how many lines were read.
        var progress: @Sendable (Int) -> Void = { _ in }
        /// After how many lines it is told.
        static let interval = 1 << 12
    }

    /// Bytes that can't be used.
    struct DamagedBytes {
        /// What the operator is told.
        var damage: Damage
        /// The file.
        var file: DataFile
        /// Where the bytes stand in the file; empty where something is missing, or stands in a wrong order.
        var range: Range<Int>
    }

    /// Reads the folder.
    init(
        _ folder: Folder, _ options: Options = Options(), edits: HandEdits? = nil
    ) throws(FolderError) {
        self.folder = folder
        self.options = options
        self.edits = edits
        let names: [String]
        do {
            names = try folder.fileSystem.list(folder.path).sorted()
        } catch {
            throw folder.unusable(error)
        }
        for (index, type) in names.compactMap(FolderLayout.type).enumerated() {
            let name = FolderLayout.snapshot(type)
            try readSnapshot(type, try folder.open(name, as: DataFile.firstSnapshot + index))
        }
        try readJournal(names)
        if let edits = self.edits { catalogue.add(DataFile(edits: edits.bytes, of: folder)) }
    }

    /// Reads a folder in which another process may be writing.
    ///
    /// The files are opened one after the other. Where a compaction comes between, they are of two moments,
    /// and are read again. Damage that is found twice is damage.
    static func besideWriter(
        _ folder: Folder, _ options: Options = Options()
    ) throws(FolderError) -> FolderReader {
        var last: FolderError?
        for _ in 1..<8 {
            do throws(FolderError) {
                let reader = try FolderReader(folder, options)
                guard let damage = reader.damages.first?.damage, last != .damaged(damage) else {
                    return reader
                }
                last = .damaged(damage)
            } catch {
                guard case .unusable(let cause, _) = error, cause.isMissing, error != last else {
                    throw error
                }
                last = error
            }
        }
        return try FolderReader(folder, options)
    }

    /// Refuses a damaged folder.
    func requireSound() throws(FolderError) {
        if let first = damages.first { throw .damaged(first.damage) }
    }

    /// How many bytes at the end of the journal are torn off.
    var tornBytes: Int { tear?.range.count ?? 0 }

    private mutating func readSnapshot(
        _ type: String, _ file: DataFile
    ) throws(FolderError) {
        beginFile()
        catalogue.add(type)
        catalogue.add(file)
        types.insert(type)
        var reader = LineReader(
            folder.fileSystem, descriptor: file.descriptor, path: file.path)
        var location = Damage(path: file.path, line: 0, offset: 0, reason: "")
        var header: SnapshotHeader?
        var count = 0
        var last: RecordID?
        while let line = try reader.nextLine() {
            location.line += 1
            location.offset = line.offset
            countLine()
            let range = line.fileRange
            if reader.isIntact(line) {
                countIntact()
                let window = reader.window.span
                if location.line == 1 {
                    header = try readHeader(window, line.range, type, file, location, range)
                    if header != nil { continue }
                }
                count += 1
                try addRecord(
                    window, line.range, of: type, file, file.number, at: line.offset, location,
                    range, &last)
            } else if let new = try edits?.seal(line, of: reader, location) {
                if new.isEmpty { continue }
                let bytes = new.span
                if header == nil, count == 0 {
                    header = try readHeader(bytes, 0..<new.count, type, file, location, range)
                    if header != nil { continue }
                }
                count += 1
                let offset = try edits?.add(new, of: type, location) ?? 0
                try addRecord(
                    bytes, 0..<new.count, of: type, file, DataFile.edits, at: offset, location,
                    range, &last)
            } else {
                if location.line > 1 { count += 1 }
                let fields = LineFields(reader.window.span, in: line.range, isSnapshot: true)
                if let id = fields.id { unsure.insert(id) }
                location.id = fields.id?.description
                location.reason =
                    location.line == 1
                    ? "the header is damaged" : "the line was changed after it was saved"
                add(location, file, range)
                location.id = nil
            }
        }
        guard let header else {
            if location.line == 0 {
                location.line = 1
                location.reason = "the header is damaged"
                add(location, file, 0..<0)
            }
            return
        }
        snapshots[type] = Snapshot(file: file, header: header, size: reader.offset)
        see(header.sequence, header.lastID)
        guard count != header.count else { return }
        if edits != nil {
            edits?.tell(
                "\(file.path): the header said \(header.count) records, and there are \(count)")
        } else {
            location.line = count + 1
            location.offset = reader.offset
            location.reason =
                "the file has \(count) records, but its header says \(header.count)"
            add(location, file, reader.offset..<reader.offset)
        }
    }

    /// Reads the header of a snapshot; `nil` where the line is none.
    private mutating func readHeader(
        _ bytes: Span<UInt8>, _ line: Range<Int>, _ type: String, _ file: DataFile,
        _ location: Damage, _ range: Range<Int>
    ) throws(FolderError) -> SnapshotHeader? {
        do throws(UnusableLine) {
            let header = try SnapshotHeader(bytes, in: line)
            if header.type != type {
                throw .unreadable("it is the snapshot of \(header.type)")
            }
            return header
        } catch {
            try add(error, at: location, file, range.lowerBound..<range.lowerBound)
            return nil
        }
    }

    private mutating func addRecord(
        _ bytes: Span<UInt8>, _ line: Range<Int>, of type: String, _ file: DataFile, _ number: Int,
        at offset: Int, _ location: Damage, _ range: Range<Int>, _ last: inout RecordID?
    ) throws(FolderError) {
        let record: SnapshotLine
        do throws(UnusableLine) {
            record = try SnapshotLine(bytes, in: line, of: type)
        } catch {
            return try add(error, at: location, file, range)
        }
        if let last, last >= record.id {
            var location = location
            location.id = record.id.description
            location.reason = "the records are not in the order of their ids"
            add(location, file, range.lowerBound..<range.lowerBound)
        }
        last = record.id
        see(0, record.id)
        references.set(record.files, for: AttachmentReferences.Record(type: type, id: record.id))
        catalogue.put(
            type,
            RecordLocation(
                id: record.id, file: number, offset: offset, length: line.count,
                revision: record.revision))
    }
}

// What both halves of the reading share.
extension FolderReader {
    /// Counts damages of another file from now on.
    mutating func beginFile() { firstDamage = nil }

    mutating func countLine() {
        lines += 1
        if lines.isMultiple(of: Options.interval) { options.progress(lines) }
    }

    /// Counts an intact line behind the first damage of the file.
    mutating func countIntact() {
        if let firstDamage { damages[firstDamage].damage.intactAfter? += 1 }
    }

    /// Remembers the greatest sequence and id.
    mutating func see(_ sequence: Int, _ id: RecordID?) {
        lastSequence = max(lastSequence, sequence)
        if let id, lastID.map({ $0 < id }) ?? true { lastID = id }
    }

    mutating func add(_ damage: Damage, _ file: DataFile, _ range: Range<Int>) {
        add(DamagedBytes(damage: damage, file: file, range: range))
    }

    mutating func add(_ bytes: DamagedBytes) {
        var bytes = bytes
        bytes.damage.intactAfter = firstDamage == nil ? bytes.damage.intactAfter ?? 0 : nil
        firstDamage = firstDamage ?? damages.count
        damages.append(bytes)
    }

    /// Adds a line with a right checksum that can't be used.
    mutating func add(
        _ failure: UnusableLine, at location: Damage, _ file: DataFile, _ range: Range<Int>
    ) throws(FolderError) {
        let error = failure.error(at: location)
        guard case .damaged(let damage) = error, edits == nil else { throw error }
        add(damage, file, range)
    }
}

extension LineReader.Line {
    /// Where the line stands in its file, with its end.
    var fileRange: Range<Int> { offset..<offset + range.count + (isTerminated ? 1 : 0) }
}
