import Foundation
import Groundwork
import Testing

@testable import FormworkStore
import System

/// The folder of a simulated store.
let simulatedFolder = "/s"
/// Its first journal file.
let firstJournal = "/s/journal-000001.jsonl"

/// Opens a store on a simulated disk.
func openStore(
    _ fileSystem: SimulatedFileSystem, types: [String] = ["books", "profiles"],
    options: StoreOptions = quietOptions()
) throws(StoreError) -> Store {
    try Store.open(
        folder: simulatedFolder, types: types, options: options, fileSystem: fileSystem)
}

/// Options that say nothing, heal quickly, and leave the journal as it is at a stop.
func quietOptions(
    segmentLimit: Int = 64 << 20, foldLimit: Int = 0, compactionThreshold: Int = 64 << 20,
    personalTypes: Set<String> = [], warn: @escaping @Sendable (String) -> Void = { _ in }
) -> StoreOptions {
    StoreOptions(
        segmentLimit: segmentLimit, healInterval: 5, personalTypes: personalTypes,
        compactionThreshold: compactionThreshold, compactionRetry: 5, foldLimit: foldLimit,
        warn: warn)
}

/// What a test remembers from another thread.
final class Notes: Sendable {
    private let list = Lock<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func add(_ note: String) { list.withLock { $0.append(note) } }
}

/// Runs with a real folder that is removed afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory
        .appending(path: "formwork-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path)
}

extension Change {
    /// Saves a new book.
    static func book(_ title: String, id: String? = nil) -> Change {
        .create(type: "books", id: id, document: ["title": .string(title)])
    }

    /// Gives a book another title.
    static func retitle(_ id: String, _ title: String, expecting revision: Int? = nil) -> Change {
        .update(
            type: "books", id: id, expectedRevision: revision,
            document: ["title": .string(title)])
    }

    /// Removes a book.
    static func removeBook(_ id: String, expecting revision: Int? = nil) -> Change {
        .delete(type: "books", id: id, expectedRevision: revision)
    }
}

extension StoredRecord {
    /// The title of a book.
    var title: String? {
        guard case .string(let title)? = document["title"] else { return nil }
        return title
    }
}

extension Store {
    /// The title of every book by its id.
    func titles() throws(StoreError) -> [String: String] {
        var titles: [String: String] = [:]
        try forEach("books") { record in
            titles[record.id] = record.title ?? ""
            return true
        }
        return titles
    }

    /// Saves one change and gives the record after it.
    func save(_ change: Change) throws -> StoredRecord {
        try #require(try commit([change]).first)
    }

    /// Waits until the store takes changes again.
    func waitUntilWritable() -> Bool { isReached { state == .writable } }
}

/// Waits until something that another thread does is done.
func isReached(_ condition: () -> Bool) -> Bool {
    for _ in 0..<2000 {
        if condition() { return true }
        Thread.sleep(forTimeInterval: 0.005)
    }
    return false
}

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
