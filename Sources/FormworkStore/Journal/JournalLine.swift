internal import Groundwork

/// What one line of the journal says, as far as a start needs to know it.
struct JournalLine {
    /// The number of the line over all files of the journal, from 1.
    var sequence: Int
    /// The number of the sync that the line waited for, from 1.
    var batch: Int
    /// The sequence of the first line of that batch; what a bad place before it may have held follows.
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
        var files: [FileDigest]
        /// Where the sealed object stands that says all this, in the bytes that were read.
        var range: Range<Int>
    }

    /// Why a line with a right checksum can't be used.
    enum Failure: Error, Equatable {
        /// A newer version wrote it.
        case newer(Int)
        /// It lacks something or says it in another way; the text says what.
        case unreadable(String)
    }

    /// Reads a line whose checksum is right.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in which the line stands.
    ///   - range: Where it stands, without the line end.
    ///   - upcasters: What lifts it where it is of an older version.
    /// - Throws: What makes it unusable.
    init(
        _ bytes: Span<UInt8>, in range: Range<Int>, _ upcasters: Upcasters = .all
    ) throws(Failure) {
        let members = SealedMembers(bytes, in: range)
        try members.requireVersion()
        if let lifted = try upcasters.lift(bytes, in: range, from: members.version) {
            self = try JournalLine(lifted.span, in: 0..<lifted.count, upcasters)
            // A record is read where it stands in the file, and lifted again.
            if let places = members.operations { try Self.requireIntact(places, in: bytes) }
            try move(to: members.operations ?? [range])
            return
        }
        guard let sequence = members.sequence, let batch = members.batch, sequence > 0, batch > 0
        else { throw .unreadable("it has no seq or batch") }
        self.sequence = sequence
        self.batch = batch
        first = members.first ?? sequence
        guard let places = members.operations else {
            operations = [try Operation(members, at: range, in: bytes)]
            return
        }
        try Self.requireIntact(places, in: bytes)
        operations = []
        for place in places {
            operations.append(try Operation(SealedMembers(bytes, in: place), at: place, in: bytes))
        }
    }

    private static func requireIntact(
        _ operations: [Range<Int>], in bytes: Span<UInt8>
    ) throws(Failure) {
        for place in operations where !Seal.isIntact(bytes.extracting(place)) {
            throw .unreadable("an operation in it has a wrong checksum")
        }
    }

    private mutating func move(to places: [Range<Int>]) throws(Failure) {
        guard places.count == operations.count else {
            throw .unreadable("its operations can't be found")
        }
        for (index, place) in places.enumerated() { operations[index].range = place }
    }
}

extension JournalLine.Operation {
    fileprivate init(
        _ members: SealedMembers, at range: Range<Int>, in bytes: Span<UInt8>
    ) throws(JournalLine.Failure) {
        if let version = members.version, version > JournalFormat.version {
            throw .newer(version)
        }
        switch members.operation {
        case SealedMembers.put: isPut = true
        case SealedMembers.del: isPut = false
        default: throw .unreadable("its op is unknown")
        }
        guard let type = members.type, !type.isEmpty, let id = members.id,
            let revision = members.revision.flatMap({ UInt32(exactly: $0) }), revision > 0
        else { throw .unreadable("it has no type, id or revision") }
        guard let text = try? UTF8Span(validating: bytes.extracting(type)) else {
            throw .unreadable("its type is no text")
        }
        self.type = String(copying: text)
        self.id = id
        self.revision = revision
        self.range = range
        files = isPut ? members.digests(in: bytes) : []
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
    /// The sequence of the last change of each type before this file: if no file stands before it, the
    /// base of each goes at least so far.
    var changes: [String: Int] = [:]
    /// Whether a stop that left nothing open made the file, so that no line follows.
    var isClean = false

    /// Names the parts of a header.
    ///
    /// - Parameters:
    ///   - segment: The number of the file.
    ///   - sequence: The sequence of the last line before it.
    ///   - batch: The number of the last batch before it.
    ///   - lastID: The greatest id before it.
    ///   - changes: The sequence of the last change of each type before it.
    ///   - isClean: Whether no line follows.
    init(
        segment: Int, sequence: Int, batch: Int, lastID: RecordID?, changes: [String: Int] = [:],
        isClean: Bool = false
    ) {
        self.segment = segment
        self.sequence = sequence
        self.batch = batch
        self.lastID = lastID
        self.changes = changes
        self.isClean = isClean
    }

    /// Reads a header whose checksum is right.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in which the line stands.
    ///   - range: Where it stands, without the line end.
    ///   - upcasters: What lifts it where it is of an older version.
    /// - Throws: What makes it unusable.
    init(
        _ bytes: Span<UInt8>, in range: Range<Int>, _ upcasters: Upcasters = .all
    ) throws(JournalLine.Failure) {
        let members = SealedMembers(bytes, in: range)
        try members.requireVersion()
        if let lifted = try upcasters.lift(bytes, in: range, from: members.version) {
            try self.init(lifted.span, in: 0..<lifted.count, upcasters)
            return
        }
        guard members.isFormat(JournalFormat.name, in: bytes), let segment = members.segment,
            let sequence = members.sequence, let batch = members.batch
        else { throw .unreadable("the file doesn't begin with the header of a journal") }
        self.init(
            segment: segment, sequence: sequence, batch: batch, lastID: members.lastID,
            isClean: members.isClean)
        guard let range = members.changes else { return }
        var scanner = ObjectScanner(range)
        while let name = scanner.nextName(in: bytes), let value = scanner.nextValue(in: bytes) {
            guard let text = try? UTF8Span(validating: bytes.extracting(name)),
                let sequence = ASCII.number(bytes, value)
            else { throw .unreadable("the header's types can't be read") }
            changes[String(copying: text)] = sequence
        }
    }
}
