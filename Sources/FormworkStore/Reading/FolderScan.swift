internal import Groundwork

/// Reads every intact record of a folder, whatever else is wrong with it.
///
/// It is for folders that a start refuses: what is damaged is listed, and of a record whose last line
/// is, the newest one that is whole counts.
struct FolderScan {
    /// The records that can still be read.
    private(set) var catalogue = Catalogue()
    /// The files that these name.
    private(set) var references = FileReferences()
    /// The types that have been met.
    private(set) var types: Set<String> = []
    /// What is wrong, in the order of the files.
    private(set) var damages: [DamagedLine] = []
    /// The files of the journal, in order.
    private(set) var segments: [RecordFile] = []
    /// The greatest sequence that is written anywhere.
    private(set) var sequence = 0
    /// The greatest batch that is written anywhere.
    private(set) var batch = 0
    /// The greatest id that is written anywhere.
    private(set) var lastID: RecordID?

    private let fileSystem: any FileSystem
    private var ends: [String: Int] = [:]
    private var unsure: Set<RecordID> = []
    private var last: Int?

    /// A place that can't be read, and where its bytes are.
    struct DamagedLine {
        /// What a person is told.
        var damage: Damage
        /// The file.
        var file: RecordFile
        /// Its bytes in the file; none where a line is missing.
        var range: Range<Int>
    }

    /// Reads the folder.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - fileSystem: The way to it.
    /// - Throws: `StoreError.newerFormat`, or `.unusable` where reading failed.
    init(_ folder: String, _ fileSystem: any FileSystem) throws(StoreError) {
        self.fileSystem = fileSystem
        let names = try StoreError.wrapping { () throws(SystemError) in
            try fileSystem.list(folder).sorted()
        }
        for (index, type) in names.compactMap(BaseFormat.type(ofFile:)).enumerated() {
            let path = "\(folder)/\(BaseFormat.fileName(type))"
            try readBase(type, try open(path, BaseFormat.firstNumber + index))
        }
        for number in names.compactMap(JournalFormat.number(ofFile:)).sorted() {
            let file = try open("\(folder)/\(JournalFormat.fileName(number))", number)
            segments.append(file)
            try readSegment(file)
        }
    }

    private func open(_ path: String, _ number: Int) throws(StoreError) -> RecordFile {
        let descriptor = try StoreError.wrapping { () throws(SystemError) in
            try fileSystem.open(path, for: .reading)
        }
        return RecordFile(
            number: number, path: path, descriptor: descriptor, fileSystem: fileSystem)
    }

    private mutating func readBase(_ type: String, _ file: RecordFile) throws(StoreError) {
        catalogue.add(type)
        catalogue.add(file)
        types.insert(type)
        var reader = LineReader(fileSystem, descriptor: file.descriptor, path: file.path)
        var number = 0
        var header: BaseHeader?
        while let line = try reader.nextLine() {
            number += 1
            let window = reader.window.span
            let isIntact = reader.isIntact(line)
            if number == 1, isIntact {
                header = try readable(file) { () throws(JournalLine.Failure) in
                    try BaseHeader(window, in: line.range)
                }
                if let header {
                    meet(header.sequence, header.lastID)
                    ends[type] = header.sequence
                    continue
                }
            }
            var record: BaseLine?
            if isIntact {
                record = try readable(file) { () throws(JournalLine.Failure) in
                    try BaseLine(window, in: line.range, of: type)
                }
            }
            guard let record else {
                let id = SealedMembers(window, in: line.range, isBase: true).id
                if let id { unsure.insert(id) }
                note("the line was changed after it was saved", file, line, number, id)
                continue
            }
            meet(sequence, record.id)
            references.set(record.files, for: FileReferences.Record(type: type, id: record.id))
            catalogue.put(
                type,
                IndexSlot(
                    id: record.id, segment: file.number, offset: line.offset,
                    length: line.range.count, revision: record.revision))
        }
        if let header, number - 1 < header.count {
            noteMissing("\(header.count - number + 1) records are missing", file, reader, number)
        }
    }

    private mutating func readSegment(_ file: RecordFile) throws(StoreError) {
        catalogue.add(file)
        var reader = LineReader(fileSystem, descriptor: file.descriptor, path: file.path)
        var number = 0
        while let line = try reader.nextLine() {
            number += 1
            let window = reader.window.span
            guard reader.isIntact(line) else {
                let id = SealedMembers(window, in: line.range).id
                note("the line was changed after it was saved", file, line, number, id)
                last = nil
                continue
            }
            if number == 1 {
                let header = try readable(file) { () throws(JournalLine.Failure) in
                    try JournalHeader(window, in: line.range)
                }
                if let header {
                    meet(header.sequence, header.lastID)
                    batch = max(batch, header.batch)
                    types.formUnion(header.changes.keys)
                    continue
                }
            }
            let entry = try readable(file) { () throws(JournalLine.Failure) in
                try JournalLine(window, in: line.range)
            }
            guard let entry, entry.sequence > last ?? 0 else {
                note("it is no line of the journal", file, line, number, nil)
                continue
            }
            if let last, entry.sequence > last + 1 {
                let reason = "seq \(last + 1) is missing before seq \(entry.sequence)"
                noteMissing(reason, file, reader, number)
            }
            last = entry.sequence
            meet(entry.sequence, nil)
            batch = max(batch, entry.batch)
            for operation in entry.operations {
                let offset = line.offset + operation.range.lowerBound - line.range.lowerBound
                apply(operation, of: entry.sequence, file, offset: offset)
            }
        }
    }

    private mutating func apply(
        _ operation: JournalLine.Operation, of sequence: Int, _ file: RecordFile, offset: Int
    ) {
        types.insert(operation.type)
        meet(sequence, operation.id)
        guard sequence > ends[operation.type] ?? 0 || unsure.contains(operation.id) else { return }
        catalogue.take(operation, in: file, at: offset, &references)
    }

    private mutating func meet(_ sequence: Int, _ id: RecordID?) {
        self.sequence = max(self.sequence, sequence)
        lastID = [lastID, id].compactMap(\.self).max()
    }

    private func readable<Result>(
        _ file: RecordFile, _ body: () throws(JournalLine.Failure) -> Result
    ) throws(StoreError) -> Result? {
        do {
            return try body()
        } catch {
            guard case .newer(let version) = error else { return nil }
            throw .newerFormat(
                path: file.path, found: version, known: JournalFormat.version)
        }
    }

    private mutating func note(
        _ reason: String, _ file: RecordFile, _ line: LineReader.Line, _ number: Int,
        _ id: RecordID?
    ) {
        let damage = Damage(
            path: file.path, line: number, offset: line.offset, reason: reason,
            id: id?.description)
        let end = line.offset + line.range.count + (line.isTerminated ? 1 : 0)
        damages.append(DamagedLine(damage: damage, file: file, range: line.offset..<end))
    }

    private mutating func noteMissing(
        _ reason: String, _ file: RecordFile, _ reader: LineReader, _ number: Int
    ) {
        let damage = Damage(
            path: file.path, line: number, offset: reader.offset, reason: reason)
        damages.append(
            DamagedLine(damage: damage, file: file, range: reader.offset..<reader.offset))
    }
}
