import FormworkStore
import Foundation
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
        #expect(try Maintenance.check(settings, .none) == 0)
        let base = URL(filePath: folder.path + "/Data/books.jsonl")
        var bytes = try Data(contentsOf: base)
        bytes[bytes.count - 5] ^= 1
        try bytes.write(to: base)
        #expect(try Maintenance.check(settings, .none) == 65)
        #expect(throws: StoreError.self) { try TestService(in: folder) }
        #expect(try Maintenance.check(settings, .accept) == 0)
        try bytes.write(to: base)
        #expect(try Maintenance.check(settings, .repair) == 0)
        #expect(try Maintenance.check(settings, .none) == 0)
    }

    @Test func `is copied while it is served, and only to a new place`() throws {
        let (folder, settings) = try Self.folder()
        let service = try TestService(in: folder)
        try Maintenance.backUp(settings, to: folder.path + "/copy")
        let again = #expect(throws: ServeFailure.self) {
            try Maintenance.backUp(settings, to: folder.path + "/copy")
        }
        #expect(again?.exitCode == 73)
        let inUse = #expect(throws: ServeFailure.self) { try Maintenance.check(settings, .none) }
        #expect(inUse?.exitCode == 75)
        service.store.close()
        let copy = try Store.check(folder: folder.path + "/copy")
        #expect(copy.records["books"] == 1)
    }
}
