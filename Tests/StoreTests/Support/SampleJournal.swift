import FormworkRecords
import Groundwork

@testable import FormworkStore

/// A journal made of batches of lines, each one new book with the title `tN`, for tests of what a start
/// makes of a file.
struct SampleJournal {
    /// The whole file.
    private(set) var bytes: [UInt8]
    /// Where each line ends, the header first.
    private(set) var lineEnds: [Int]
    /// The batch of each line, 0 for the header.
    private(set) var batches: [Int] = [0]
    /// The id of each line's book; none for the header.
    private(set) var ids: [String] = [""]

    /// Writes a journal.
    ///
    /// - Parameter sizes: How many lines each batch has.
    init(_ sizes: [Int]) {
        let time = Timestamp(milliseconds: 1_795_996_200_123)
        bytes = LineWriter.header(
            JournalHeader(segment: 1, sequence: 0, batch: 0, lastID: nil), time: time)
        lineEnds = [bytes.count]
        var sequence = 1
        for (batch, size) in sizes.enumerated() {
            var writer = LineWriter(batch: batch + 1, sequence: sequence, time: time)
            for _ in 0..<size {
                let id = RecordID(high: 0x1A2_2F3F_1E5B << 16, low: UInt64(sequence))
                let document: JSON.Object = ["title": .string("t\(sequence)")]
                let record = StoredRecord(
                    type: "books", id: id.description, revision: 1, createdAt: time,
                    updatedAt: time, document: document)
                _ = writer.append([
                    PreparedOperation(
                        isPut: true, record: record, id: id,
                        document: JSON.object(document).bytes)
                ])
                lineEnds.append(bytes.count + writer.bytes.count)
                batches.append(batch + 1)
                ids.append(id.description)
                sequence += 1
            }
            bytes += writer.bytes
        }
    }

    /// Which line a byte belongs to, the header being 0.
    func line(at offset: Int) -> Int { lineEnds.firstIndex { offset < $0 } ?? lineEnds.count }

    /// How many lines of records stand wholly before a place.
    func records(before offset: Int) -> Int { lineEnds.filter { $0 <= offset }.count - 1 }
}
