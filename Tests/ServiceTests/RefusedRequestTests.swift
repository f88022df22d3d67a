import FormworkHTTP
import Testing

@testable import FormworkService

@Suite struct `A request that was refused before its route` {
    private static let page = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    private func refusal(
        _ status: Status, _ headers: [(String, String)], target: String = "/books"
    ) throws -> TestAnswer {
        var fields = Headers()
        for (name, value) in headers { fields.add(try #require(HeaderName(name)), value) }
        let request = try Request(method: .post, target: target, headers: fields)
        let service = try TestService()
        return try TestAnswer(service.handler.failure(status, request, fields, "too much"))
    }

    @Test(arguments: [
        (Status.badRequest, "too much"), (.requestTimeout, "send it once more"),
        (.contentTooLarge, "at most 1 MiB; go back"), (.uriTooLong, "8 KiB; go back"),
        (.expectationFailed, "100-continue"), (.requestHeaderFieldsTooLarge, "cookies"),
        (.serviceUnavailable, "too much"),
    ])
    func `is told to a browser on a page of the site, with the limit and the way back`(
        status: Status, words: String
    ) throws {
        let answer = try refusal(status, [("Accept", Self.page), ("Host", "a")])
        #expect(answer.status == status)
        #expect(answer.type == "text/html")
        #expect(answer.isNeverKept)
        let page = try answer.page
        #expect(page.all("nav").first != nil)
        let main = try #require(page.element(id: "main"))
        #expect(main.text.contains(words))
        #expect(main.all("a").isEmpty)
    }

    @Test(arguments: [
        ("text/plain", "text/plain"), ("application/json", "application/problem+json"),
        ("*/*", "text/html"), (nil, "text/plain"),
    ])
    func `is told in the kind that was asked for`(accept: String?, type: String) throws {
        for status in [Status.badRequest, .contentTooLarge, .requestHeaderFieldsTooLarge] {
            let answer = try refusal(status, accept.map { [("Accept", $0)] } ?? [])
            #expect(answer.type == type)
            #expect(answer.status == status)
        }
    }

    @Test func `is told in the kind of its body where it asks for none`() throws {
        let answer = try refusal(.contentTooLarge, [("Content-Type", "application/json")])
        #expect(answer.type == "application/problem+json")
        let parts = try refusal(
            .contentTooLarge,
            [("Content-Type", "multipart/form-data; boundary=b"), ("Accept", "text/plain")])
        #expect(parts.text.contains("at most 8 MiB; go back and choose a smaller file"))
    }

    @Test(arguments: [
        ("http://a/books/new?x=%22", "/books/new?x=%22"), ("http://a/", "/"), ("http://b/x", nil),
        ("https://a/x", nil), ("http://a", nil), ("http://a//evil.example", nil),
        ("http://a/\\evil.example", nil), ("http://a.evil.example/", nil), ("javascript:x", nil),
        ("http://a@evil.example/", nil), ("http://a:81/", nil), ("", nil),
    ])
    func `has a link to the page it came from, and to no other site`(
        referer: String, path: String?
    ) throws {
        let answer = try refusal(
            .contentTooLarge, [("Accept", Self.page), ("Host", "a"), ("Referer", referer)])
        let main = try #require(try answer.page.element(id: "main"))
        #expect(main.all("a").map { $0["href"] } == (path.map { [$0] } ?? []))
    }
}
