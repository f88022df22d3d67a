import FormworkHTTP
import FormworkRecords
import FormworkStore
import Foundation
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A record that can't be read` {
    /// A service with three books, of which one byte of the second was changed on disk.
    private static func service() throws -> (service: TestService, paths: [String]) {
        let service = try TestService()
        let paths = try ["One", "Two", "Three"].map { title in
            try service.addBook(emma(("title", title), ("author", "Ann")))
        }
        try service.folder.change("\"Two\"", to: "\"Twa\"")
        return (service, paths)
    }

    @Test func `is a row of its own in every kind of list, and the others are shown`() throws {
        let (service, paths) = try Self.service()
        for target in ["/books", "/books?sort=author", "/books?q=ann"] {
            let page = try service.get(target)
            #expect(page.status == .ok)
            let text = try page.page.text
            #expect(text.contains("One") && text.contains("Three") && !text.contains("Tw"))
            #expect(text.contains("This book can\u{2019}t be read."))
            let json = try service.get(target, [("Accept", "application/json")])
            #expect(json.status == .ok)
            let id = String(paths[1].dropFirst("/books/".count))
            #expect(json.text.contains("{\"id\":\"\(id)\",\"unreadable\":true}"))
            #expect(json.text.contains("\"title\":\"Three\""))
            #expect(json.text.contains("\"total\":3"))
            let lines = try service.get(target, [("Accept", "text/plain")]).text
            #expect(lines.contains("\(id)  (can\u{2019}t be read)\n"))
            #expect(lines.contains("  One\n"))
        }
    }

    @Test(arguments: ["text/html", "application/json", "text/plain"])
    func `is told as what it is where it was only to be read`(accept: String) throws {
        let (service, paths) = try Self.service()
        for target in [paths[1], "\(paths[1])/edit", "\(paths[1])/delete", "\(paths[1])/cover"] {
            let answer = try service.get(target, [("Accept", accept)])
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.text.contains("can\u{2019}t be read"))
            #expect(!answer.text.contains("saved:"))
            #expect(!answer.text.contains("Nothing was saved"))
            #expect(!answer.text.contains(service.folder.path))
        }
    }

    @Test func `is told at readyz, which still says that the service can save`() throws {
        let (service, _) = try Self.service()
        #expect(try service.get("/readyz").text == "{\"writable\":true,\"stopping\":false}\n")
        for _ in 0..<3 { _ = try service.get("/books") }
        let ready = try service.get("/readyz")
        #expect(ready.status == .ok)
        #expect(ready.text == "{\"writable\":true,\"stopping\":false,\"unreadable\":1}\n")
        #expect(try service.post("/books", emma).status == .seeOther)
    }

    @Test func `leaves a person's own page with a sentence that fits`() throws {
        let service = try TestService()
        let person = try service.post("/person", [("name", "Ada"), ("isRemembered", "on")])
        let session = try person.cookie("session")
        try service.folder.change("\"Ada\"", to: "\"Ida\"")
        let answer = try service.get("/person", [("Cookie", session)])
        #expect(answer.status == .serviceUnavailable)
        #expect(try answer.page.text.contains("can\u{2019}t be read"))
    }
}

extension TemporaryFolder {
    /// Changes bytes in the files of the records that a store has open.
    func change(_ text: String, to other: String) throws {
        let data = URL(filePath: path + "/Data")
        for name in try FileManager.default.contentsOfDirectory(atPath: data.path)
        where name.hasSuffix(".jsonl") {
            let file = try FileHandle(forUpdating: data.appending(path: name))
            defer { try? file.close() }
            let bytes = try file.readToEnd() ?? Data()
            guard let range = bytes.range(of: Data(text.utf8)) else { continue }
            try file.seek(toOffset: UInt64(range.lowerBound))
            try file.write(contentsOf: Data(other.utf8))
        }
    }
}
