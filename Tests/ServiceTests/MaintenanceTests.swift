import FormworkRecords
import FormworkStore
import Foundation
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `The folder of the records` {
    /// A folder with one book in it, and its settings.
    private static func folder() throws -> (TemporaryFolder, Settings) {
        let folder = try TemporaryFolder()
        let service = try TestService(in: folder)
        _ = try service.addBook()
        service.store.close()
        var settings = Settings()
        settings.dataFolder = folder.path + "/Data"
        return (folder, settings)
    }

    @Test func `is checked with 65 where it is damaged, and repaired`() throws {
        let (folder, settings) = try Self.folder()
        #expect(try Maintenance.check(settings, .none, .sample) == 0)
        let base = URL(filePath: folder.path + "/Data/books.jsonl")
        var bytes = try Data(contentsOf: base)
        bytes[bytes.count - 5] ^= 1
        try bytes.write(to: base)
        #expect(try Maintenance.check(settings, .none, .sample) == 65)
        #expect(throws: FolderError.self) { try TestService(in: folder) }
        #expect(try Maintenance.check(settings, .accept, .sample) == 0)
        try bytes.write(to: base)
        #expect(try Maintenance.check(settings, .repair, .sample) == 0)
        #expect(try Maintenance.check(settings, .none, .sample) == 0)
    }

    @Test func `is copied while it is served, and only to a new place`() throws {
        let (folder, settings) = try Self.folder()
        let service = try TestService(in: folder)
        #expect(try Maintenance.backUp(settings, to: folder.path + "/copy") == 0)
        let again = #expect(throws: ServeFailure.self) {
            try Maintenance.backUp(settings, to: folder.path + "/copy")
        }
        #expect(again?.exitCode == 73)
        #expect(try Maintenance.check(settings, .none, .sample) == 0)
        let inUse = #expect(throws: ServeFailure.self) {
            try Maintenance.check(settings, .accept, .sample)
        }
        #expect(inUse?.exitCode == 75)
        service.store.close()
        let copy = try Store.check(folder: folder.path + "/copy")
        #expect(copy.records["books"] == 1)
    }

    @Test func `takes records from a file, with 65 where some are refused`() throws {
        let (folder, settings) = try Self.folder()
        let file = folder.path + "/books.csv"
        func bring(_ text: String, isDryRun: Bool = false) throws -> Int32 {
            try Data(text.utf8).write(to: URL(filePath: file))
            return try Maintenance.import(
                "books", from: file, as: .csv, isDryRun: isDryRun, settings, .sample)
        }
        func count() throws -> Int? {
            try Store.check(folder: settings.dataFolder).records["books"]
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: settings.dataFolder)
        #expect(try bring("title,author\na,b\n,c\n", isDryRun: true) == 65)
        #expect(try bring("title,author\na,b\n", isDryRun: true) == 0)
        #expect(try count() == 1)
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: settings.dataFolder))
                == Set(files))
        #expect(try bring("title,author\na,b\n,c\n") == 65)
        #expect(try count() == 2)
        #expect(try bring("title,author\nd,e\n") == 0)
        #expect(try count() == 3)
    }

    @Test func `isn't made by an import that is only tried, nor by an export`() throws {
        let (folder, settings) = try Self.folder()
        var elsewhere = settings
        elsewhere.dataFolder = folder.path + "/None"
        let file = folder.path + "/books.jsonl"
        try Data("{\"title\":\"a\",\"author\":\"b\"}".utf8).write(to: URL(filePath: file))
        func bring(isDryRun: Bool) throws -> Int32 {
            try Maintenance.import("books", from: file, isDryRun: isDryRun, elsewhere, .sample)
        }
        #expect(try bring(isDryRun: true) == 0)
        let failure = #expect(throws: ServeFailure.self) {
            try Maintenance.export("books", as: .jsonl, elsewhere, .sample)
        }
        #expect(failure?.exitCode == 73)
        #expect(!FileManager.default.fileExists(atPath: elsewhere.dataFolder))
        #expect(try bring(isDryRun: false) == 0)
        #expect(try Store.check(folder: elsewhere.dataFolder).records["books"] == 1)
    }

    @Test(arguments: [
        ("people", "/dev/null", 64), ("authors", "/dev/null", 64), ("books", "/none", 66),
        ("books", "/", 74),
    ])
    func `takes nothing that isn't its own or can't be read`(
        type: String, file: String, code: Int32
    ) throws {
        let (folder, settings) = try Self.folder()
        let failure = #expect(throws: ServeFailure.self) {
            try Maintenance.import(type, from: file, settings, .sample)
        }
        #expect(failure?.exitCode == code)
        #expect(failure?.description.contains(code == 64 ? type : file) == true)
        withExtendedLifetime(folder) {}
    }
}
