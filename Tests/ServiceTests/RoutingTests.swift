import FormworkHTTP
import FormworkRecords
import FormworkStore
import Foundation
import Groundwork
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A request` {
    private static let missing = String(repeating: "0", count: 26)

    @Test(arguments: [
        "/nothing", "/books/x", "/books/\(missing)", "/books/\(missing)/edit",
        "/books/\(missing)/delete", "/books/new/x", "/Books", "/books/new/edit", "//books",
        "/nothing/", "/person/1", "/books/%2525",
    ])
    func `for what isn't there is 404 in the kind that was asked for`(path: String) throws {
        let service = try TestService()
        for (accept, type) in [
            ("text/html", "text/html"), ("text/plain", "text/plain"),
            ("application/json", "application/problem+json"),
        ] {
            let answer = try service.get(path, [("Accept", accept)])
            #expect(answer.status == .notFound)
            #expect(answer.type == type)
            #expect(answer.isNeverKept)
        }
    }

    @Test func `for any id that isn't there has one shape of answer`() throws {
        let service = try TestService()
        let path = try service.addBook()
        _ = try service.post("\(path)/delete", [])
        let texts = try [path, "/books/x", "/books/\(Self.missing)"].map {
            try service.get($0, [("Accept", "application/json"), ("If-Match", "\"1\"")]).text
        }
        #expect(Set(texts).count == 1)
    }

    @Test(arguments: [
        (FormworkHTTP.Method.delete, "/books", "GET, HEAD, OPTIONS, POST"),
        (.put, "/books/new", "GET, HEAD, OPTIONS"),
        (.post, "/healthz", "GET, HEAD, OPTIONS"),
        (.post, "/", "GET, HEAD, OPTIONS"),
        (.trace, "/books", "GET, HEAD, OPTIONS, POST"),
        (.delete, "/person", "GET, HEAD, OPTIONS, POST"),
        (.put, "/person/delete", "GET, HEAD, OPTIONS, POST"),
    ])
    func `with a method that isn't there is 405 with those that are`(
        method: FormworkHTTP.Method, path: String, allowed: String
    ) throws {
        let service = try TestService()
        let answer = try service.ask(method, path, [("Accept", "application/json")])
        #expect(answer.status == .methodNotAllowed)
        #expect(answer[.allow]?.split(separator: ", ").sorted().joined(separator: ", ") == allowed)
        #expect(answer.type == "application/problem+json")
        let options = try service.ask(.options, path)
        #expect(options.status == .noContent)
        #expect(options[.allow] == answer[.allow])
    }

    @Test func `with a method that nobody knows is 501`() throws {
        let answer = try TestService().ask(FormworkHTTP.Method(rawValue: "BREW"), "/books")
        #expect(answer.status == .notImplemented)
    }

    @Test func `to read never changes anything, whatever it names`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let before = try service.books
        for target in [
            "\(path)/delete", "\(path)/delete?_method=POST", "\(path)?title=x&_method=DELETE",
            "/books?title=x&author=y", "/person/delete",
        ] {
            for method in [FormworkHTTP.Method.get, .head] {
                let answer = try service.ask(
                    method, target, [("X-HTTP-Method-Override", "DELETE")])
                #expect(answer.status == .ok)
            }
        }
        #expect(try service.books == before)
    }

    @Test(arguments: [
        ("/books/", "/books"), ("/books/?page=2", "/books?page=2"), ("/books/new/", "/books/new"),
        ("/person/", "/person"), ("/healthz/", "/healthz"),
    ])
    func `with a solidus too many is sent on`(target: String, location: String) throws {
        let service = try TestService()
        for method in [FormworkHTTP.Method.get, .head, .post] {
            let answer = try service.ask(method, target)
            #expect(answer.status == .permanentRedirect)
            #expect(answer[.location] == location)
        }
    }

    @Test(arguments: ["//evil.example/", "//books/", "/books//", "//evil.example/books/"])
    func `is never sent on to another host`(target: String) throws {
        let answer = try TestService().get(target)
        #expect(answer.status == .notFound)
        #expect(answer[.location] == nil)
    }

    @Test func `for a file gets it, after the routes`() throws {
        let service = try TestService()
        let folder = service.folder.path + "/Public"
        try FileManager.default.createDirectory(
            atPath: folder + "/books", withIntermediateDirectories: true)
        for name in ["page.css", "books/new", "healthz"] {
            try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let file = try service.get("/page.css", [("Accept", "image/png")])
        #expect(file.status == .ok)
        #expect(file.type == "text/css")
        #expect(try service.get("/books/new").type == "text/html")
        #expect(try service.get("/healthz").text == "ok\n")
        #expect(try service.post("/page.css", []).status == .methodNotAllowed)
        #expect(try service.get("/books").type == "text/html")
    }

    @Test func `for what a file can't be had with is refused in the kind asked for`() throws {
        let service = try TestService()
        let folder = service.folder.path + "/Public"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(filePath: folder + "/page.css"))
        let json = ("Accept", "application/json")
        let range = try service.get("/page.css", [json, ("Range", "bytes=1-")])
        #expect(range.status == .rangeNotSatisfiable)
        #expect(range[.contentRange] == "bytes */1")
        #expect(range.type == "application/problem+json")
        let condition = try service.get("/page.css", [("If-Match", "\"x\"")])
        #expect(condition.status == .preconditionFailed)
        #expect(condition.type == "text/html")
        let written = try service.ask(.put, "/page.css", [("Accept", "text/plain")])
        #expect(written.status == .methodNotAllowed)
        #expect(written[.allow] == "GET, HEAD")
        #expect(written.type == "text/plain")
    }

    @Test(arguments: [
        "/../secret", "/%2e%2e/secret", "/..%2fsecret", "/..%5csecret", "/x/../../secret",
        "/.%2e/secret", "/.hidden", "/link", "/folder", "/%2fetc%2fpasswd", "//etc/passwd",
    ])
    func `for a file outside the folder, or one that is no file, gets nothing`(
        path: String
    ) throws {
        let service = try TestService()
        let (root, manager) = (service.folder.path, FileManager.default)
        try manager.createDirectory(
            atPath: root + "/Public/folder", withIntermediateDirectories: true)
        for name in ["secret", "Public/.hidden"] {
            try Data("secret".utf8).write(to: URL(filePath: "\(root)/\(name)"))
        }
        try manager.createSymbolicLink(
            atPath: root + "/Public/link", withDestinationPath: "../secret")
        guard (try? Request(target: path)) != nil else { return }
        #expect(try service.get(path).status == .notFound)
    }

    @Test func `for readiness is told what holds`() throws {
        let service = try TestService()
        let ready = try service.get("/readyz")
        #expect(ready.status == .ok)
        #expect(ready.text == "{\"writable\":true,\"stopping\":false}\n")
        service.stop.press()
        let stopping = try service.get("/readyz")
        #expect(stopping.status == .serviceUnavailable)
        #expect(stopping.text == "{\"writable\":true,\"stopping\":true}\n")
        #expect(try service.get("/healthz").status == .ok)
        let readOnly = try TestService { $0.isReadOnly = true }
        #expect(try readOnly.get("/readyz").text == "{\"writable\":false,\"stopping\":false}\n")
        #expect(try readOnly.get("/readyz").status == .serviceUnavailable)
    }

    @Test(arguments: [
        ("books.example", true), ("BOOKS.example", true), ("books.example:443", true),
        ("books.example:80", true), ("other.example:8080", true), ("127.0.0.1:8080", true),
        ("127.0.0.1", true), ("localhost:1234", true), ("[::1]:8080", true), ("10.1.2.3:1", true),
        ("evil.example", false), ("books.example.evil.example", false),
        ("xbooks.example", false), ("books.example@evil.example", false), ("10.1.2.4", false),
        ("[::2]", false),
    ])
    func `for another host is 421 where the service's names are known`(
        host: String, isTaken: Bool
    ) throws {
        let service = try TestService {
            $0.origins = ["https://books.example", "https://other.example:8080"]
            $0.host = "10.1.2.3"
        }
        let answer = try service.get("/books", [("Host", host)])
        #expect(answer.status == (isTaken ? .ok : .misdirectedRequest))
        #expect(try TestService().get("/books", [("Host", host)]).status == .ok)
    }

    @Test(arguments: [
        ("https://a/books", [], Status.misdirectedRequest),
        ("HTTPS://a/books", [], .misdirectedRequest), ("https://a/books", ["https://a"], .ok),
        ("http://a/books", [], .ok),
    ])
    func `for a URI of https is only for what is reached so`(
        target: String, origins: [String], status: Status
    ) throws {
        let service = try TestService { $0.origins = origins }
        #expect(try service.get(target).status == status)
    }

    @Test func `that couldn't be read is told in words`() throws {
        let service = try TestService()
        for accept in ["text/plain", "*/*", "image/png"] {
            let unknown = try TestAnswer(
                service.handler.failure(.badRequest, nil, [.accept: accept], "no host"))
            #expect(unknown.status == .badRequest)
            #expect(unknown.text == "no host\n")
        }
        let program = try TestAnswer(
            service.handler.failure(.badRequest, nil, [.accept: "application/json"], "no host"))
        #expect(try program.json["detail"]?.string == "no host")
        let page = try TestAnswer(
            service.handler.failure(.badRequest, nil, [.accept: "text/html,*/*;q=0.8"], "no host"))
        #expect(try page.page.all("main").first?.text.contains("no host") == true)
        let request = try Request(target: "/", headers: [.accept: "application/json"])
        let known = try TestAnswer(
            service.handler.failure(.contentTooLarge, request, [:], "too long"))
        #expect(known.status == .contentTooLarge)
        let sentence = "What is sent may have at most 1 MiB; go back and shorten it"
        #expect(try known.json["detail"]?.string == sentence)
    }

    @Test(arguments: ["text/html", "application/json", "text/plain"])
    func `whose answer failed is told an id and nothing else`(accept: String) throws {
        let service = try TestService()
        let request = try Request(target: "/", headers: [.accept: accept])
        let texts = try (0..<2).map { _ in
            try TestAnswer(
                service.handler.failure(
                    .internalServerError, request, request.headers, "in \(accept)"))
        }.map(\.text)
        #expect(texts[0] != texts[1])
        for text in texts {
            #expect(text.contains("error "))
            #expect(!text.contains("in \(accept)"))
        }
    }
}
