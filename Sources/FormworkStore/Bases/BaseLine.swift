/// What one line of a base says, as far as a start needs to know it.
struct BaseLine {
    /// Which record.
    let id: RecordID
    /// Its revision.
    let revision: UInt32
    /// The files that the record names.
    let files: [FileDigest]

    /// Reads a line whose checksum is right.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in which the line stands.
    ///   - range: Where it stands, without the line end.
    ///   - type: The type that the base is of.
    ///   - upcasters: What lifts it where it is of an older version.
    /// - Throws: What makes it unusable.
    init(
        _ bytes: Span<UInt8>, in range: Range<Int>, of type: String, _ upcasters: Upcasters = .all
    ) throws(JournalLine.Failure) {
        let members = SealedMembers(bytes, in: range, isBase: true)
        if let lifted = try upcasters.lift(bytes, in: range, from: members.version) {
            self = try BaseLine(lifted.span, in: 0..<lifted.count, of: type, upcasters)
            return
        }
        guard members.isOf(type, in: bytes), let id = members.id,
            let revision = members.revision.flatMap({ UInt32(exactly: $0) }), revision > 0
        else { throw .unreadable("it is no record of \(type)") }
        self.id = id
        self.revision = revision
        files = members.digests(in: bytes)
    }
}
