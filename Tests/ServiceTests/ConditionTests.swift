import FormworkHTTP
import Testing

@testable import FormworkService

@Suite struct `The tag of a record` {
    private static let json = ("Accept", "application/json")

    @Test(arguments: [
        ("If-None-Match", "\"1\"", Status.notModified), ("If-None-Match", "W/\"1\"", .notModified),
        ("If-None-Match", "\"2\", \"1\"", .notModified), ("If-None-Match", "*", .notModified),
        ("If-None-Match", "\"2\"", .ok), ("If-None-Match", "1", .ok),
        ("If-None-Match", "W\"1\"", .ok),
        ("If-Match", "\"1\"", .ok), ("If-Match", "*", .ok),
        ("If-Match", "\"2\"", .preconditionFailed),
        ("If-Match", "W/\"1\"", .preconditionFailed),
    ])
    func `is compared with the conditions of who reads`(
        name: String, value: String, status: Status
    ) throws {
        let service = try TestService()
        let path = try service.addBook()
        for method in [FormworkHTTP.Method.get, .head] {
            let answer = try service.ask(method, path, [Self.json, (name, value)])
            #expect(answer.status == status)
            #expect((answer[.etag] == "\"1\"") == (status != .preconditionFailed))
        }
    }

    @Test(arguments: [
        ("If-None-Match", "*", Status.preconditionFailed),
        ("If-None-Match", "\"1\"", .preconditionFailed), ("If-None-Match", "\"2\"", .ok),
        ("If-Match", "\"1\"", .ok), ("If-Match", "W\"1\"", .preconditionFailed),
        ("If-Match", "W/\"1\"", .preconditionFailed), ("If-Match", "*", .ok),
    ])
    func `is compared with the conditions of who writes`(
        name: String, value: String, status: Status
    ) throws {
        let service = try TestService()
        let path = try service.addBook()
        let answer = try service.post(path, [("title", "New")], [Self.json, (name, value)])
        #expect(answer.status == status)
        #expect(try service.books[0].contains("New") == (status == .ok))
    }
}

@Suite struct `Several cookies of one name` {
    @Test func `are all tried`() throws {
        let service = try TestService()
        let saved = try service.post(
            "/person", [("name", "Ada"), ("isRemembered", "on")], [("Accept", "application/json")])
        let cookie = try #require(saved[.setCookie]?.split(separator: ";").first.map(String.init))
        for cookies in [
            "\(cookie); session=x", "session=x; \(cookie)", "session=a.b; session=; \(cookie)",
        ] {
            let answer = try service.get(
                "/person", [("Cookie", cookies), ("Accept", "application/json")])
            #expect(answer.status == .ok)
        }
    }

    @Test func `hold the notice in any place, and HEAD leaves it there`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let cookies = [("Cookie", "notice=deleted; notice=created")]
        #expect(try service.ask(.head, path, cookies)[.setCookie] == nil)
        let page = try service.get(path, cookies)
        #expect(page[.setCookie]?.contains("Max-Age=0") == true)
        #expect(page.text.contains("is saved"))
    }
}
