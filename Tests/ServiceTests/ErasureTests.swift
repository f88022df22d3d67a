import FormworkRecords
import FormworkStore
import Foundation
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A person who is erased` {
    /// Whether any file of the records has a text in it.
    private static func isKept(_ text: String, _ service: TestService) throws -> Bool {
        let folder = service.folder.path + "/Data"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return names.contains { name in
            let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
            return data.range(of: Data(text.utf8)) != nil
        }
    }

    @Test func `is in no file of the records after the stop`() throws {
        let service = try TestService()
        let person = try service.post(
            "/person", [("name", "Ada Lovelace"), ("isRemembered", "on")])
        let session = try person.cookie("session")
        #expect(try Self.isKept("Ada Lovelace", service))
        _ = try service.post("/person/delete", [], [("Cookie", session)])
        service.store.close()
        #expect(try !Self.isKept("Ada Lovelace", service))
    }
}
