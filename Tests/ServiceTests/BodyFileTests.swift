import FormworkHTTP
import Foundation
import System
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A long form in parts` {
    private func part(_ disposition: String, _ content: String) -> String {
        "--b\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }

    /// A request for a new book whose body is in a file.
    private func request(_ path: String, length: Int) throws -> Request {
        var request = try Request(
            method: .post, target: "/books",
            headers: [
                .host: "library.example", .contentType: "multipart/form-data; boundary=b",
                .accept: "text/plain",
            ])
        request.bodyFile = OpenFile(
            descriptor: unsafe open(path, O_RDONLY), offset: 0, length: length
        ) { close($0) }
        return request
    }

    @Test func `is read from a file as from memory`() throws {
        let service = try TestService()
        let almost = String(repeating: "\r\n--", count: 60_000)
        let body =
            part("name=title", "Emma") + part("name=cover; filename=x", almost)
            + part("name=author", "Jane Austen") + "--b--\r\n"
        let path = service.folder.path + "/body"
        try Data(body.utf8).write(to: URL(filePath: path))

        let whole = try request(path, length: body.utf8.count)
        #expect(service.handler.takesFile(for: whole))
        #expect(try service.ask(whole).status == .created)
        #expect(try service.books[0].hasPrefix(#"{"title":"Emma","author":"Jane Austen""#))

        // As if the disk failed: there are fewer bytes than there were.
        let short = try request(path, length: body.utf8.count + 1)
        #expect(try service.ask(short).status == .serviceUnavailable)
        #expect(try service.books.count == 1)
    }

    @Test func `is the only body that is taken as a file`() throws {
        let service = try TestService()
        for type in ["application/json", "application/x-www-form-urlencoded", "text/plain"] {
            let head = try Request(method: .post, target: "/", headers: [.contentType: type])
            #expect(!service.handler.takesFile(for: head))
        }
        #expect(!service.handler.takesFile(for: try Request(method: .post, target: "/")))
    }
}
