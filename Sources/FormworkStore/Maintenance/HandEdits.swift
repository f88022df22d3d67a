internal import Groundwork

/// The lines of one file that a person changed, sealed anew.
///
/// A byte-order mark, carriage returns and empty lines are taken out; a base's header gets the number of
/// its records.
struct HandEdits {
    /// The new line for each changed one, with its end, by the range that it replaces.
    private(set) var edits: [(range: Range<Int>, line: [UInt8], number: Int)] = []
    /// What a person is told of the number of records, where it isn't what the header said.
    private(set) var note: String?
    private let file: RecordFile
    private let rules: DocumentRules
    private var length = 0
    private var lastID: RecordID?

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The open file.
    ///   - type: The type that it is the base of; `nil` for a file of the journal.
    ///   - rules: The forms of the records; a changed one must keep all of its form's.
    ///   - fileSystem: The way to it.
    /// - Throws: `StoreError.damaged` with the line, and the column where it is no JSON.
    init(
        _ file: RecordFile, type: String?, _ rules: DocumentRules,
        _ fileSystem: any FileSystem
    ) throws(StoreError) {
        self.file = file
        self.rules = rules
        var reader = LineReader(fileSystem, descriptor: file.descriptor, path: file.path)
        var number = 0
        var count = 0
        var header: (range: Range<Int>, bytes: [UInt8])?
        while let line = try reader.nextLine() {
            number += 1
            let place = Damage(path: file.path, line: number, offset: line.offset, reason: "")
            let isIntact = reader.isIntact(line)
            let old = Array(reader.window[line.range])
            let new = isIntact ? old : try Self.sealed(old, place)
            let range = line.offset..<line.offset + old.count + (line.isTerminated ? 1 : 0)
            if new.isEmpty {
                edits.append((range, [], number))
                continue
            }
            count += 1
            if count == 1 { header = (range, new) }
            // A line that nobody changed stays, whatever the form says of it today.
            let rules = isIntact ? .none : rules
            if let type, count > 1 { try check(new, type, rules, place) }
            if type == nil { try Self.checkJournal(new, isHeader: count == 1, rules, place) }
            if !isIntact { edits.append((range, new + [UInt8(ascii: "\n")], number)) }
        }
        length = reader.offset
        if let type, let header { try countRecords(header.range, header.bytes, type, count - 1) }
    }

    /// Writes the file with its new lines beside the old one.
    ///
    /// - Parameters:
    ///   - draft: The path that it gets.
    ///   - fileSystem: The way to it.
    /// - Throws: What the file system said.
    func write(_ draft: String, _ fileSystem: any FileSystem) throws(SystemError) {
        try? fileSystem.remove(draft)
        let target = try fileSystem.open(draft, for: .creating)
        defer { fileSystem.close(target) }
        var offset = 0
        for edit in edits {
            try fileSystem.copy(
                file.descriptor, offset..<edit.range.lowerBound, from: file.path, to: target,
                path: draft)
            try fileSystem.writeAll(target, edit.line.span, path: draft)
            offset = edit.range.upperBound
        }
        try fileSystem.copy(
            file.descriptor, offset..<length, from: file.path, to: target, path: draft)
        try fileSystem.sync(target, path: draft)
    }

    /// Gives a changed line its checksum; empty where there is nothing in it.
    private static func sealed(
        _ line: [UInt8], _ place: Damage
    ) throws(StoreError) -> [UInt8] {
        var text = line[...]
        var place = place
        if place.line == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) {
            text = text.dropFirst(3)
            place.offset += 3
        }
        while let last = text.last, last == UInt8(ascii: "\r") || last == UInt8(ascii: " ") {
            text.removeLast()
        }
        guard !text.isEmpty else { return [] }
        let bytes = Array(text)
        do {
            guard case .object = try JSON.parse(bytes, maximumDepth: StoredRecord.deepestLine)
            else {
                place.reason = "the line is no JSON object"
                throw StoreError.damaged(place)
            }
        } catch let failure as JSON.Failure {
            place.offset += failure.offset
            place.reason = "column \(failure.column): \(failure.reason.sentence)"
            throw .damaged(place)
        } catch {
            throw .damaged(place)
        }
        return Seal.renewed(bytes)
    }

    private mutating func check(
        _ line: [UInt8], _ type: String, _ rules: DocumentRules, _ place: Damage
    ) throws(StoreError) {
        lastID = try place.explaining { () throws(JournalLine.Failure) in
            let record: BaseLine?
            do throws(JournalLine.Failure) {
                record = try BaseLine(line.span, in: 0..<line.count, of: type)
            } catch {
                guard case .unreadable = error else { throw error }
                record = nil
            }
            let reason =
                "a record of \(type) has a type, id, revision, createdAt, updatedAt and doc"
            guard let record else { throw .unreadable(reason) }
            try Self.checkRecord(line, naming: record.files, rules, orElse: reason)
            guard lastID.map({ $0 < record.id }) ?? true else {
                throw .unreadable("the records are not in the order of their ids")
            }
            return record.id
        }
    }

    private static func checkJournal(
        _ line: [UInt8], isHeader: Bool, _ rules: DocumentRules, _ place: Damage
    ) throws(StoreError) {
        try place.explaining { () throws(JournalLine.Failure) in
            if isHeader {
                _ = try JournalHeader(line.span, in: 0..<line.count)
                return
            }
            for operation in try JournalLine(line.span, in: 0..<line.count).operations
            where operation.isPut {
                try checkRecord(
                    Array(line[operation.range]), naming: operation.files, rules,
                    orElse: "a saved record has createdAt, updatedAt and doc")
            }
        }
    }

    /// Refuses a record that can't be read, names files that a start, which looks at less, would take for
    /// needless, or isn't what its form takes.
    private static func checkRecord(
        _ object: [UInt8], naming files: [FileDigest], _ rules: DocumentRules,
        orElse reason: String
    ) throws(JournalLine.Failure) {
        guard let record = StoredRecord(sealed: object) else { throw .unreadable(reason) }
        guard RecordID(chosen: record.id, at: .now()) != nil else {
            throw .unreadable("its id is of a time to come, so that none could follow it")
        }
        guard record.files == files.map(\.description) else {
            throw .unreadable("files names each file by the 64 digits of its SHA-256")
        }
        if let fault = rules(record.type, record.document).first { throw .unreadable(fault.text) }
    }

    /// Corrects the number of records that a base's header says.
    private mutating func countRecords(
        _ range: Range<Int>, _ line: [UInt8], _ type: String, _ count: Int
    ) throws(StoreError) {
        let place = Damage(path: file.path, line: 1, offset: 0, reason: "")
        var header = try place.explaining { () throws(JournalLine.Failure) in
            try BaseHeader(line.span, in: 0..<line.count)
        }
        guard header.count != count else { return }
        note = "\(file.path): the header said \(header.count) records, and there are \(count)"
        header.count = count
        header.lastID = [header.lastID, lastID].compactMap(\.self).max()
        edits.removeAll { $0.range == range }
        edits.insert((range, LineWriter.header(header, time: .now()), 1), at: 0)
    }
}
