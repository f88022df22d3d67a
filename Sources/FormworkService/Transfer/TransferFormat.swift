/// The formats in which records leave the service and come in.
enum TransferFormat: String, Sendable, CaseIterable {
    /// A JSON object a line.
    case jsonl
    /// Comma-separated values with a row of names first (RFC 4180).
    case csv
}

/// What the service itself says of a record, before its fields.
enum RecordMember: String, CaseIterable {
    case id
    case revision
    case createdAt
    case updatedAt
}
