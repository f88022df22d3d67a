internal import FormworkRecords
import Foundation
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkStore

/// The folder of a simulated store.
let simulatedFolder = "/s"
/// Its first journal file.
let firstJournal = "/s/journal-000001.jsonl"

/// Opens a store on a simulated disk.
func openStore(
    _ fileSystem: SimulatedFileSystem, types: [String] = ["books", "profiles"],
    options: StoreOptions = quietOptions()
) throws(FolderError) -> Store {
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
    let folder = try TemporaryFolder()
    try withExtendedLifetime(folder) { try body(folder.path) }
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
    func titles() throws(ReadError) -> [String: String] {
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

extension FolderError {
    /// What a caller can tell apart without a look into the words.
    enum Kind: Sendable {
        case damaged, inUse, unusable, forbidden
    }

    /// The kind of the error.
    var kind: Kind {
        switch self {
        case .damaged, .newerFormat: .damaged
        case .inUse: .inUse
        case .unusable(let error, _) where error.isPermission: .forbidden
        case .unusable, .invalid, .overlapping: .unusable
        }
    }
}
