internal import FormworkRecords
internal import Groundwork

/// A change that was checked and has its revision and times: what a line says about one record.
struct PreparedOperation: Sendable {
    /// Whether the record is saved, else it is removed.
    var isPut: Bool
    /// The record as it is after the change, or was before it where it is removed.
    var record: StoredRecord
    /// The record's id in its compact form.
    var id: RecordID
    /// The document's text; empty where the record is removed.
    var document: [UInt8]

    /// Whether it leaves something behind in the files that must not stay there.
    ///
    /// - Parameter types: The types of which nothing that is gone may be left.
    /// - Returns: Whether it removes a record of one, or an earlier revision.
    func isErasure(of types: Set<String>) -> Bool {
        types.contains(record.type) && (!isPut || record.revision > 1)
    }
}

/// Writes the lines of one batch, one a transaction.
struct LineWriter {
    /// The lines so far.
    private(set) var bytes: [UInt8] = []
    private let batch: Int
    private let first: Int
    private let time: Timestamp
    private var sequence: Int

    /// Begins a batch.
    ///
    /// - Parameters:
    ///   - batch: The number of the batch.
    ///   - sequence: The number of its first line.
    ///   - time: When it is written.
    init(batch: Int, sequence: Int, time: Timestamp) {
        self.batch = batch
        self.first = sequence
        self.sequence = sequence
        self.time = time
    }

    /// Writes a transaction.
    ///
    /// - Parameter operations: What it changes, at least one.
    /// - Returns: Where each operation's sealed object stands in `bytes`.
    mutating func append(_ operations: [PreparedOperation]) -> [Range<Int>] {
        let start = bytes.count
        bytes.append(UInt8(ascii: "{"))
        member("v", FolderLayout.version, isFirst: true)
        member("seq", sequence)
        member("batch", batch)
        if sequence != first { member("first", first) }
        sequence += 1
        member("at", time.rfc3339)
        var ranges: [Range<Int>] = []
        if operations.count == 1 {
            bytes.append(UInt8(ascii: ","))
            members(of: operations[0])
        } else {
            member("op", "txn")
            append(#","ops":["#)
            for (index, operation) in operations.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                let start = bytes.count
                bytes.append(UInt8(ascii: "{"))
                members(of: operation)
                LineChecksum.close(&bytes, from: start)
                ranges.append(start..<bytes.count)
            }
            bytes.append(UInt8(ascii: "]"))
        }
        LineChecksum.close(&bytes, from: start)
        if operations.count == 1 { ranges.append(start..<bytes.count) }
        bytes.append(UInt8(ascii: "\n"))
        return ranges
    }

    /// Writes the first line of a segment.
    static func header(_ header: JournalHeader, time: Timestamp) -> [UInt8] {
        var writer = LineWriter(batch: header.batch, sequence: header.sequence, time: time)
        writer.bytes.append(UInt8(ascii: "{"))
        writer.member("v", FolderLayout.version, isFirst: true)
        writer.member("format", FolderLayout.journalFormat)
        writer.member("segment", header.segment)
        writer.member("seq", header.sequence)
        writer.member("batch", header.batch)
        writer.member("at", time.rfc3339)
        if let lastID = header.lastID { writer.member("lastId", lastID.description) }
        for (index, change) in header.changes.sorted(by: { $0.key < $1.key }).enumerated() {
            if index == 0 { writer.append(#","types":{"#) }
            writer.member(change.key, change.value, isFirst: index == 0)
        }
        if !header.changes.isEmpty { writer.append("}") }
        if header.isClean { writer.append(#","clean":true"#) }
        LineChecksum.close(&writer.bytes, from: 0)
        writer.bytes.append(UInt8(ascii: "\n"))
        return writer.bytes
    }

    /// Writes the first line of a snapshot.
    static func header(_ header: SnapshotHeader, time: Timestamp) -> [UInt8] {
        var writer = LineWriter(batch: 0, sequence: header.sequence, time: time)
        writer.bytes.append(UInt8(ascii: "{"))
        writer.member("v", FolderLayout.version, isFirst: true)
        writer.member("format", FolderLayout.snapshotFormat)
        writer.member("type", header.type)
        writer.member("seq", header.sequence)
        writer.member("count", header.count)
        writer.member("at", time.rfc3339)
        if let lastID = header.lastID { writer.member("lastId", lastID.description) }
        LineChecksum.close(&writer.bytes, from: 0)
        writer.bytes.append(UInt8(ascii: "\n"))
        return writer.bytes
    }

    /// Writes what an operation says; members that this version doesn't know stand before the document,
    /// so that a walk may end there.
    private mutating func members(of operation: PreparedOperation) {
        let record = operation.record
        member("op", operation.isPut ? "put" : "del", isFirst: true)
        member("type", record.type)
        member("id", record.id)
        member("revision", record.revision)
        guard operation.isPut else { return }
        member("createdAt", record.createdAt.rfc3339)
        member("updatedAt", record.updatedAt.rfc3339)
        if !record.attachments.isEmpty {
            name("files")
            JSON.array(record.attachments.map(JSON.string)).write(into: &bytes)
        }
        for unknown in record.unknown.members {
            name(unknown.name)
            unknown.value.write(into: &bytes)
        }
        name("doc")
        bytes.append(contentsOf: operation.document)
    }

    private mutating func member(_ name: String, _ value: Int, isFirst: Bool = false) {
        self.name(name, isFirst: isFirst)
        append(String(value))
    }

    private mutating func member(_ name: String, _ value: String, isFirst: Bool = false) {
        self.name(name, isFirst: isFirst)
        JSON.writeString(value, into: &bytes)
    }

    private mutating func name(_ name: String, isFirst: Bool = false) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        JSON.writeString(name, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
