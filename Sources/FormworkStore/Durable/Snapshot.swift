internal import Groundwork

/// All records of one type as they were after a line of the journal, in a file of their own.
///
/// The file has a header, then a line a record in the order of their ids.
struct Snapshot: Sendable {
    /// The open file.
    let file: DataFile
    /// What its first line says.
    let header: SnapshotHeader
    /// Its length in bytes.
    let size: Int
}

/// What the first line of a snapshot says.
struct SnapshotHeader: Equatable {
    /// Which records the file has.
    var type: String
    /// The sequence of the journal's line up to which it goes.
    var sequence: Int
    /// How many records follow.
    var count: Int
    /// The greatest id that was ever given, of any type.
    var lastID: RecordID?
}

extension SnapshotHeader {
    /// Reads a header whose checksum is right.
    init(_ bytes: Span<UInt8>, in range: Range<Int>) throws(UnusableLine) {
        let fields = LineFields(bytes, in: range)
        try fields.requireVersion()
        guard fields.isFormat(FolderLayout.snapshotFormat, in: bytes), let type = fields.type,
            let text = try? UTF8Span(validating: bytes.extracting(type)),
            let sequence = fields.sequence, let count = fields.count, sequence >= 0, count >= 0
        else { throw .unreadable("the file doesn't begin with the header of a snapshot") }
        self.init(
            type: String(copying: text), sequence: sequence, count: count, lastID: fields.lastID)
    }
}

/// What a start needs of one line of a snapshot.
struct SnapshotLine {
    /// Which record.
    let id: RecordID
    /// Its revision.
    let revision: UInt32
    /// The attachments that the record names.
    let files: [AttachmentDigest]

    /// Reads a line whose checksum is right.
    init(
        _ bytes: Span<UInt8>, in range: Range<Int>, of type: String
    ) throws(UnusableLine) {
        let fields = LineFields(bytes, in: range, isSnapshot: true)
        if let version = fields.version { try UnusableLine.requireKnown(version) }
        guard fields.isOf(type, in: bytes), let id = fields.id,
            let revision = fields.revision.flatMap({ UInt32(exactly: $0) }), revision > 0
        else { throw .unreadable("it is no record of \(type)") }
        self.id = id
        self.revision = revision
        files = fields.digests(in: bytes)
    }
}

/// Why a line with a right checksum can't be used.
enum UnusableLine: Error, Equatable {
    /// A newer version wrote it.
    case newer(Int)
    /// It lacks something or says it in another way; the text says what.
    case unreadable(String)

    /// Refuses a version other than the one that was ever written.
    static func requireKnown(_ version: Int) throws(UnusableLine) {
        if version > FolderLayout.version { throw .newer(version) }
        if version < FolderLayout.version {
            throw .unreadable("version \(version) was never written")
        }
    }

    /// What it means for the folder.
    func error(at location: Damage) -> FolderError {
        switch self {
        case .newer(let version):
            return .newerFormat(
                path: location.path, found: version, known: FolderLayout.version)
        case .unreadable(let reason):
            var damage = location
            damage.reason = reason
            return .damaged(damage)
        }
    }
}
