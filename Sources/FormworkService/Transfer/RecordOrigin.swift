internal import Groundwork

/// What a record that is brought in was elsewhere: it stays so, where its id is free.
struct RecordOrigin {
    /// Its id.
    let id: String
    /// How often it was saved.
    let revision: Int
    /// When it was saved first; `nil` where that isn't told.
    let createdAt: Timestamp?
    /// When it was saved last; `nil` where that isn't told.
    let updatedAt: Timestamp?

    /// No id, revision or time is longer, in scalars.
    private static var longest: Int { 128 }

    /// Reads it; `nil` where there is no id, whatever else is told then.
    ///
    /// - Parameter text: Finds what a row says of it; `nil` for what it leaves out.
    /// - Throws: The first of it that can't be read.
    init?(_ text: (RecordMember) throws(ImportRow.Fault) -> RawText?) throws(ImportRow.Fault) {
        guard let id = try text(.id) else { return nil }
        // No id is as long; where it is wrong is told where it is taken.
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
