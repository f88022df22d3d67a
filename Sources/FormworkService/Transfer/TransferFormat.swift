/// The formats in which records are exported and imported.
enum TransferFormat: String, Sendable, CaseIterable {
    /// A JSON object a line.
    case jsonl
    /// Comma-separated values with a row of names first (RFC 4180).
    case csv

    /// How many bytes one record may take.
    private static var longest: Int { 8 << 20 }

    /// Makes a reader of the format.
    var rows: any ImportRows {
        switch self {
        case .jsonl: JSONRows(longest: Self.longest)
        case .csv: CSVRows(longest: Self.longest)
        }
    }
}
