internal import FormworkRecords
internal import Groundwork

/// The lines of a folder that a person edited, with new checksums.
///
/// Editors' habits are understood: a byte-order mark, carriage returns, spaces at the end, empty lines.
struct HandEdits {
    /// The forms of the records; an edited record must keep all rules of its form.
    let rules: DocumentRules
    /// The edited lines, one after the other.
    private(set) var bytes: [UInt8] = []
    /// A line for the operator about each edit.
    private(set) var notes: [String] = []

    init(_ rules: DocumentRules) { self.rules = rules }

    /// Gives an edited line a new checksum.
    ///
    /// - Parameters:
    ///   - line: The line that was read last.
    ///   - reader: What read it.
    ///   - location: Where it stands.
    /// - Returns: The new line without its end; empty where there is nothing in it, and `nil` where it is
    ///   the torn end of a file rather than an edit.
    /// - Throws: `FolderError.damaged` with the column where it is no JSON.
    mutating func seal(
        _ line: LineReader.Line, of reader: LineReader, _ location: Damage
    ) throws(FolderError) -> [UInt8]? {
        var text = reader.window[line.range]
        var location = location
        if location.line == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) {
            text = text.dropFirst(3)
            location.offset += 3
        }
        while let last = text.last, last == UInt8(ascii: "\r") || last == UInt8(ascii: " ") {
            text.removeLast()
        }
        guard !text.isEmpty else {
            tell("\(location.path):\(location.line): taken out")
            return []
        }
        do {
            let value = try JSON.parse(Array(text), maximumDepth: StoredRecord.deepestLine)
            if case .object(let object) = value {
                let sealed = Self.sealed(object)
                let words = String(decoding: sealed, as: UTF8.self)
                tell("\(location.path):\(location.line): \(words)")
                return sealed
            }
            location.reason = "the line is no JSON object"
        } catch {
            guard line.isTerminated else { return nil }
            location.offset += error.offset
            location.reason = "column \(error.column): \(error.reason.sentence)"
        }
        throw .damaged(location)
    }

    /// Adds an edited line, if a start would take it and its records keep the rules of their forms.
    ///
    /// - Parameters:
    ///   - line: The line with its new checksum.
    ///   - type: The type of the snapshot that it stands in; `nil` for a segment.
    ///   - location: Where it stands.
    /// - Returns: Where it begins in ``bytes``.
    /// - Throws: `FolderError.damaged` or `.newerFormat`.
    mutating func add(
        _ line: [UInt8], of type: String?, _ location: Damage
    ) throws(FolderError) -> Int {
        do throws(UnusableLine) {
            if let type {
                try check(line, of: type)
            } else {
                let operations = try JournalLine(line.span, in: 0..<line.count).operations
                for operation in operations where operation.isPut {
                    try check(
                        Array(line[operation.range]), naming: operation.files,
                        orElse: "a saved record has createdAt, updatedAt and doc")
                }
            }
        } catch {
            throw error.error(at: location)
        }
        defer { bytes += line }
        return bytes.count
    }

    /// Adds something that a person is told.
    mutating func tell(_ note: String) { notes.append(note) }

    private func check(_ line: [UInt8], of type: String) throws(UnusableLine) {
        let reason = "a record of \(type) has a type, id, revision, createdAt, updatedAt and doc"
        let record: SnapshotLine
        do throws(UnusableLine) {
            record = try SnapshotLine(line.span, in: 0..<line.count, of: type)
        } catch {
            throw if case .newer = error { error } else { .unreadable(reason) }
        }
        try check(line, naming: record.files, orElse: reason)
    }

    /// Refuses a record that can't be read, that names attachments which a start would miss, or that breaks
    /// a rule of its form.
    private func check(
        _ object: [UInt8], naming files: [AttachmentDigest], orElse reason: String
    ) throws(UnusableLine) {
        guard let record = StoredRecord(sealed: object) else { throw .unreadable(reason) }
        guard RecordID(chosen: record.id, at: .now()) != nil else {
            throw .unreadable("its id is of a time to come, so that none could follow it")
        }
        guard record.attachments == files.map(\.description) else {
            throw .unreadable("files names each file by the 64 digits of its SHA-256")
        }
        if let fault = rules(record.type, record.document).first { throw .unreadable(fault.text) }
    }

    /// Writes an object with a new checksum, and each operation of a transaction with one of its own.
    ///
    /// The document comes to the end: a start looks for nothing behind it.
    static func sealed(_ object: JSON.Object) -> [UInt8] {
        var bytes = [UInt8(ascii: "{")]
        func add(_ name: String, _ value: [UInt8]) {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            JSON.writeString(name, into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes += value
        }
        for member in object.members {
            switch (member.name, member.value) {
            case ("crc", _), ("doc", _): continue
            case ("ops", .array(let operations)):
                let written = operations.map { operation in
                    guard case .object(let inner) = operation else { return operation.bytes }
                    return sealed(inner)
                }
                let inside = written.joined(separator: [UInt8(ascii: ",")])
                add("ops", [UInt8(ascii: "[")] + inside + [UInt8(ascii: "]")])
            case (let name, let value): add(name, value.bytes)
            }
        }
        if let document = object["doc"] { add("doc", document.bytes) }
        LineChecksum.close(&bytes, from: 0)
        return bytes
    }
}
