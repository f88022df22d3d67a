internal import Groundwork

/// The members of a record that aren't fields: the store's own, before the fields in every format.
enum RecordMember: String, CaseIterable {
    case id
    case revision
    case createdAt
    case updatedAt
}

/// The id, revision and times of an imported record, which it keeps where the id is free.
struct RecordOrigin {
    /// Its id.
    let id: String
    /// How often it was saved.
    let revision: Int
    /// When it was saved first; `nil` where the file doesn't say.
    let createdAt: Timestamp?
    /// When it was saved last; `nil` where the file doesn't say.
    let updatedAt: Timestamp?

    /// No id, revision or time is longer, in scalars.
    private static var longest: Int { 128 }

    /// Reads the members of a row; `nil` for a row without an id, whatever else it has.
    ///
    /// - Parameter text: Finds the text of a member; `nil` for a member that the row lacks.
    /// - Throws: A fault for the first member that can't be read.
    init?(_ text: (RecordMember) throws(ImportRow.Fault) -> RawText?) throws(ImportRow.Fault) {
        guard let id = try text(.id) else { return nil }
        // An empty id is refused later, as one that no record can have.
        self.id = id.bounded(to: Self.longest) ?? ""
        revision = try Self.revision(try text(.revision))
        createdAt = try Self.time(try text(.createdAt), .createdAt)
        updatedAt = try Self.time(try text(.updatedAt), .updatedAt)
    }

    private static func revision(_ text: RawText?) throws(ImportRow.Fault) -> Int {
        guard let text else { return 1 }
        guard let revision = text.bounded(to: longest).flatMap({ UInt32($0) }), revision > 0 else {
            throw ImportRow.Fault(
                field: RecordMember.revision.rawValue,
                message: "a whole number from 1 was expected")
        }
        return Int(revision)
    }

    private static func time(
        _ text: RawText?, _ member: RecordMember
    ) throws(ImportRow.Fault) -> Timestamp? {
        guard let text else { return nil }
        guard let time = text.bounded(to: longest).flatMap({ Timestamp(rfc3339: $0) }) else {
            throw ImportRow.Fault(
                field: member.rawValue,
                message: "a time such as 2026-11-29T23:50:00.123Z was expected")
        }
        return time
    }
}
