internal import Groundwork

/// What a start needs of one line of the journal.
struct JournalLine {
    /// The number of the line over all files of the journal, from 1.
    var sequence: Int
    /// The number of the sync that the line waited for, from 1.
    var batch: Int
    /// The sequence of the first line of that batch, so that a line tells how far its batch goes back.
    var first: Int
    /// What it changes; several operations are one transaction.
    var operations: [Operation]

    /// A change of one record.
    struct Operation {
        /// Whether the record is saved, else it is removed.
        var isPut: Bool
        /// Which kind of record.
        var type: String
        /// Which record.
        var id: RecordID
        /// Its revision.
        var revision: UInt32
        /// The files that the record names.
        var files: [AttachmentDigest]
        /// Where the sealed object stands that says all this, in the bytes that were read.
        var range: Range<Int>
    }

    /// Reads a line whose checksum is right.
    init(_ bytes: Span<UInt8>, in range: Range<Int>) throws(UnusableLine) {
        let fields = LineFields(bytes, in: range)
        try fields.requireVersion()
        guard let sequence = fields.sequence, let batch = fields.batch, sequence > 0, batch > 0
        else { throw .unreadable("it has no seq or batch") }
        self.sequence = sequence
        self.batch = batch
        first = fields.first ?? sequence
        guard let ranges = fields.operations else {
            operations = [try Operation(fields, at: range, in: bytes)]
            return
        }
        try Self.requireIntact(ranges, in: bytes)
        operations = []
        for range in ranges {
            operations.append(try Operation(LineFields(bytes, in: range), at: range, in: bytes))
        }
    }

    private static func requireIntact(
        _ operations: [Range<Int>], in bytes: Span<UInt8>
    ) throws(UnusableLine) {
        for range in operations where !LineChecksum.isIntact(bytes.extracting(range)) {
            throw .unreadable("an operation in it has a wrong checksum")
        }
    }
}

extension JournalLine.Operation {
    fileprivate init(
        _ fields: LineFields, at range: Range<Int>, in bytes: Span<UInt8>
    ) throws(UnusableLine) {
        if let version = fields.version { try UnusableLine.requireKnown(version) }
        switch fields.operation {
        case LineFields.put: isPut = true
        case LineFields.del: isPut = false
        default: throw .unreadable("its op is unknown")
        }
        guard let type = fields.type, !type.isEmpty, let id = fields.id,
            let revision = fields.revision.flatMap({ UInt32(exactly: $0) }), revision > 0
        else { throw .unreadable("it has no type, id or revision") }
        guard let text = try? UTF8Span(validating: bytes.extracting(type)) else {
            throw .unreadable("its type is no text")
        }
        self.type = String(copying: text)
        self.id = id
        self.revision = revision
        self.range = range
        files = isPut ? fields.digests(in: bytes) : []
    }
}

/// What the first line of a journal file says.
struct JournalHeader: Equatable {
    /// The number of the file.
    var segment: Int
    /// The sequence of the last line before this file.
    var sequence: Int
    /// The number of the last batch before this file; its sync had succeeded.
    var batch: Int
    /// The greatest id that was ever given before this file.
    var lastID: RecordID?
    /// The sequence of the last change of each type before this file.
    ///
    /// The snapshot of a type must hold that change where the segment with it is gone.
    var changes: [String: Int] = [:]
    /// Whether a stop that left nothing open made the file, so that no line follows.
    var isClean = false
}

extension JournalHeader {
    /// Reads a header whose checksum is right.
    init(_ bytes: Span<UInt8>, in range: Range<Int>) throws(UnusableLine) {
        let fields = LineFields(bytes, in: range)
        try fields.requireVersion()
        guard fields.isFormat(FolderLayout.journalFormat, in: bytes), let segment = fields.segment,
            let sequence = fields.sequence, let batch = fields.batch
        else { throw .unreadable("the file doesn't begin with the header of a journal") }
        self.init(
            segment: segment, sequence: sequence, batch: batch, lastID: fields.lastID,
            isClean: fields.isClean)
        guard let range = fields.changes else { return }
        var scanner = ObjectScanner(range)
        while let name = scanner.nextName(in: bytes), let value = scanner.nextValue(in: bytes) {
            guard let text = try? UTF8Span(validating: bytes.extracting(name)),
                let sequence = ASCII.number(bytes, value)
            else { throw .unreadable("the header's types can't be read") }
            changes[String(copying: text)] = sequence
        }
    }
}
