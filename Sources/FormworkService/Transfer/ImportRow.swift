internal import Formwork
internal import Groundwork

/// One record of a file that is imported.
struct ImportRow {
    /// The line of the file on which it begins, from 1.
    let line: Int
    /// The content of the row, or why it can't be read.
    let content: Result<Content, Fault>

    /// The content of a row.
    struct Content {
        /// The id and the times of a record that was exported; `nil` for a new record.
        let origin: RecordOrigin?
        /// The fields.
        let submission: Submission
        /// The names of all values in the row.
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
    /// Adds a piece of the file.
    mutating func append(_ more: [UInt8])

    /// Says that no more pieces will come.
    mutating func finish()

    /// Reads the next record; `nil` where another piece has to come first, and at the end.
    ///
    /// - Throws: `ImportRow.Fault` where no record of the file can be read.
    mutating func next() throws(ImportRow.Fault) -> ImportRow?
}
