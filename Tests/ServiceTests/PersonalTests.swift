import FormworkHTTP
import FormworkRecords
import FormworkStore
import Groundwork
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A record of one's own` {
    private static let remembered = [
        (name: "name", value: "Ada"), (name: "isRemembered", value: "on"),
    ]
    private static let forgotten = [(name: "name", value: "Ada")]

    private static func register(
        _ service: TestService, _ fields: [(name: String, value: String)]
    ) throws -> String {
        let answer = try service.post("/person", fields)
        #expect(answer.status == .seeOther)
        #expect(answer[.location] == "/person")
        return try answer.cookie("session")
    }

    private static func name(_ service: TestService, _ cookie: String?) throws -> String? {
        let headers = cookie.map { [("Cookie", $0)] } ?? []
        return try service.get("/person", headers).page.value(of: "name")
    }

    @Test func `is saved and known again where its owner wants to be remembered`() throws {
        let folder = try TemporaryFolder()
        let service = try TestService(in: folder)
        let answer = try service.post("/person", Self.remembered)
        let cookie = try answer.cookie("session")
        let whole = try #require(answer.cookies.first { $0.hasPrefix("session=") })
        #expect(whole.hasSuffix("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"))
        #expect(try Self.name(service, cookie) == "Ada")
        #expect(service.store.count("people") == 1)
        service.store.close()
        let restarted = try TestService(in: folder)
        #expect(try Self.name(restarted, cookie) == "Ada")
        #expect(try Self.name(restarted, nil) == "")
    }

    @Test func `is kept in memory alone where its owner doesn't`() throws {
        let folder = try TemporaryFolder()
        let service = try TestService(in: folder)
        let answer = try service.post("/person", Self.forgotten)
        let cookie = try answer.cookie("session")
        let whole = try #require(answer.cookies.first { $0.hasPrefix("session=") })
        #expect(whole.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
        #expect(!whole.contains("Max-Age"))
        #expect(try Self.name(service, cookie) == "Ada")
        #expect(service.store.count("people") == 0)
        service.store.close()
        #expect(try Self.name(TestService(in: folder), cookie) == "")
    }

    @Test func `is stored without the secret that opens it, and never shown with its keys`() throws
    {
        let service = try TestService()
        let cookie = try Self.register(service, Self.remembered)
        let secret = try #require(cookie.split(separator: ".").last)
        #expect(secret.utf8.count >= 43)
        let stored = try #require(
            try service.store.page("people", offset: 0, limit: 1, newestFirst: true).first)
        let text = String(decoding: JSON.object(stored.document).bytes, as: UTF8.self)
        #expect(!text.contains(secret))
        #expect(text.contains(SessionSecret.hash(String(secret))))
        for accept in ["text/html", "application/json", "text/plain"] {
            let answer = try service.get("/person", [("Cookie", cookie), ("Accept", accept)])
            #expect(answer.text.contains("Ada"))
            #expect(!answer.text.contains("_keys"))
            #expect(!answer.text.contains(SessionSecret.hash(String(secret))))
            #expect(answer.isNeverKept)
        }
    }

    @Test func `is opened by nothing but its own cookie`() throws {
        let service = try TestService()
        let ada = try Self.register(service, Self.remembered)
        let bob = try Self.register(service, [("name", "Bob"), ("isRemembered", "on")])
        let eve = try Self.register(service, [("name", "Eve")])
        let parts = [ada, bob].map { $0.dropFirst("session=".count).split(separator: ".") }
        let (adaID, adaSecret) = (parts[0][0], parts[0][1])
        let (bobID, bobSecret) = (parts[1][0], parts[1][1])
        let hash = SessionSecret.hash(String(adaSecret))
        for value in [
            "\(adaID).\(bobSecret)", "\(bobID).\(adaSecret)", "\(adaID).", ".\(adaSecret)", ".",
            "", "\(adaID)", "\(adaSecret)", "\(adaID).\(hash)", "\(adaID).\(adaSecret).x",
            "\(adaID).\(adaSecret)x", "\(adaID).\(adaSecret.dropLast())",
            "../\(adaID).\(adaSecret)",
            "\(adaID.uppercased()).\(adaSecret)", String(repeating: "x", count: 4_000),
            "\(adaID).\(eve.dropFirst("session=".count))",
        ] {
            #expect(try Self.name(service, "session=\(value)") == "", "\(value)")
            let json = try service.get(
                "/person", [("Cookie", "session=\(value)"), ("Accept", "application/json")])
            #expect(json.status == .notFound)
        }
        #expect(try Self.name(service, ada) == "Ada")
        #expect(try Self.name(service, "other=1; \(bob); x=y") == "Bob")
        #expect(try Self.name(service, eve) == "Eve")
    }

    @Test func `isn't changed or deleted by another browser`() throws {
        let service = try TestService()
        let ada = try Self.register(service, Self.remembered)
        let eve = try Self.register(service, [("name", "Eve"), ("isRemembered", "on")])
        let adaID = ada.dropFirst("session=".count).prefix { $0 != "." }
        let forged = "session=\(adaID).\(eve.split(separator: ".")[1])"
        _ = try service.post("/person", [("name", "Mallory")], [("Cookie", forged)])
        _ = try service.post("/person/delete", [], [("Cookie", forged)])
        #expect(try service.post("/person/delete", []).status == .seeOther)
        #expect(try Self.name(service, ada) == "Ada")
        for path in ["/person/\(adaID)", "/books/\(adaID)"] {
            #expect(try service.get(path).status == .notFound)
        }
        #expect(try !service.get("/books").text.contains("Ada"))
    }

    @Test func `takes no secret that a browser brought along`() throws {
        let service = try TestService()
        let brought = "session=chosen-by-somebody-else"
        let answer = try service.post("/person", Self.forgotten, [("Cookie", brought)])
        #expect(try answer.cookie("session") != brought)
        #expect(try Self.name(service, brought) == "")
    }

    @Test func `gets a new secret when it is saved, and the old one opens nothing`() throws {
        let service = try TestService()
        let first = try Self.register(service, Self.forgotten)
        let answer = try service.post("/person", Self.remembered, [("Cookie", first)])
        let second = try answer.cookie("session")
        #expect(try Self.name(service, first) == "")
        #expect(try Self.name(service, second) == "Ada")
        #expect(service.store.count("people") == 1)
    }

    @Test func `is erased from disk when its owner no longer wants to be remembered`() throws {
        let service = try TestService()
        let cookie = try Self.register(service, Self.remembered)
        let shown = [(name: "_shown", value: "name isRemembered")]
        let answer = try service.post("/person", Self.forgotten + shown, [("Cookie", cookie)])
        #expect(answer.status == .seeOther)
        #expect(service.store.count("people") == 0)
        let session = try answer.cookie("session")
        #expect(!session.contains("."))
        #expect(try Self.name(service, cookie) == "")
        #expect(try Self.name(service, session) == "Ada")
    }

    @Test func `keeps what isn't sent`() throws {
        let service = try TestService()
        let cookie = try Self.register(service, Self.remembered)
        let answer = try service.send(
            .post, "/person", json: #"{"name":"Ada L."}"#, [("Cookie", cookie)])
        #expect(answer.status == .ok)
        #expect(try answer.json["isRemembered"] == .bool(true))
        #expect(answer[.etag] == "\"2\"")
        #expect(try Self.name(service, cookie) == "Ada L.")
    }

    @Test(arguments: [true, false])
    func `is deleted with its cookie`(isRemembered: Bool) throws {
        let service = try TestService()
        let cookie = try Self.register(service, isRemembered ? Self.remembered : Self.forgotten)
        #expect(try service.get("/person/delete", [("Cookie", cookie)]).page.all("form").count == 1)
        #expect(try Self.name(service, cookie) == "Ada")
        let answer = try service.post("/person/delete", [], [("Cookie", cookie)])
        #expect(answer.status == .seeOther)
        #expect(answer[.location] == "/")
        #expect(answer.cookies == ["session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"])
        #expect(service.store.count("people") == 0)
        #expect(try Self.name(service, cookie) == "")
    }

    @Test func `is told to a program and a terminal`() throws {
        let service = try TestService()
        let json = [("Accept", "application/json")]
        #expect(try service.get("/person", json).status == .notFound)
        let created = try service.post("/person", Self.remembered, json)
        #expect(created.status == .created)
        #expect(
            try created.json.members.map(\.name) == [
                "id", "revision", "createdAt", "updatedAt", "name", "isRemembered",
            ])
        let kept = try service.post("/person", Self.forgotten, json)
        #expect(kept.status == .ok)
        #expect(
            kept.text == #"{"id":null,"revision":null,"name":"Ada","isRemembered":false}"# + "\n")
        let text = try service.post("/person", Self.forgotten, [("Accept", "text/plain")])
        #expect(text.text == "name: Ada\nisRemembered: off\n")
        let help = try service.get("/person", [("Accept", "text/plain")]).text
        #expect(help.contains("name*"))
        #expect(help.contains("curl http://library.example/person --data-urlencode 'name='"))
        let asked = try service.get(
            "/person/delete", json + [("Cookie", try created.cookie("session"))])
        #expect(asked.type == "application/json")
        let deleted = try service.post(
            "/person/delete", [], json + [("Cookie", try created.cookie("session"))])
        #expect(deleted.status == .noContent)
    }

    @Test func `tells its owner what was done with it`() throws {
        let service = try TestService()
        for (fields, words) in [
            (Self.remembered, "Your person is saved"),
            (Self.forgotten, "You are known until you close the browser; nothing is kept"),
        ] {
            let answer = try service.post("/person", fields)
            let cookies = "\(try answer.cookie("session")); \(try answer.cookie("notice"))"
            let page = try service.get("/person", [("Cookie", cookies)])
            #expect(try page.page.text.contains(words))
            #expect(page.cookies.first?.contains("Path=/person; Max-Age=0") == true)
        }
    }
}
