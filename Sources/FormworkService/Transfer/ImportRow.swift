internal import Formwork
internal import Groundwork

/// One record that is to be brought in, as it was read.
struct ImportRow {
    /// The line of the file on which it begins, from 1.
    let line: Int
    /// What it holds; where it can't be read, why.
    let content: Result<Content, Fault>

    /// What a row holds.
    struct Content {
        /// What the record was elsewhere; `nil` for one that is new.
        let origin: RecordOrigin?
        /// The fields.
        let submission: Submission
        /// The names of all values in it.
        let names: [RawText]
    }

    /// Why a row can't be read.
    struct Fault: Error {
        /// The name of the value; empty for the whole row.
        var field = ""
        /// The reason in words.
        let message: String
    }
}

/// Reads the records of a file that comes in pieces.
protocol ImportRows {
    /// Adds what came of the file.
    mutating func append(_ more: [UInt8])

    /// Says that no more will come.
    mutating func finish()

    /// Takes the next record; `nil` where more has to come first, or at the end.
    ///
    /// - Throws: `ImportRow.Fault` where no record of the file can be read.
    mutating func next() throws(ImportRow.Fault) -> ImportRow?
}

extension TransferFormat {
    /// How many bytes one record may take.
    private static var longest: Int { 8 << 20 }

    /// Begins to read a file.
    var rows: any ImportRows {
        switch self {
        case .jsonl: JSONRows(longest: Self.longest)
        case .csv: CSVRows(longest: Self.longest)
        }
    }
}
