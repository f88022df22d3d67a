import FormworkHTTP
import FormworkRecords
import FormworkStore
import Testing

@testable import FormworkService

@Suite struct `Registering with a browser` {
    private static let form = [
        (name: "name", value: "Ada"), (name: "isRemembered", value: "on"),
        (name: "_shown", value: "name isRemembered"),
    ]
    private static let browser = ("Sec-Fetch-Site", "same-origin")

    @Test(arguments: ["/", "/person"])
    func `that keeps cookies saves the profile`(path: String) throws {
        let service = try TestService()
        let cookie = try service.get(path).cookie("cookies")
        let answer = try service.post("/person", Self.form, [Self.browser, ("Cookie", cookie)])
        #expect(answer.status == .seeOther)
        #expect(service.store.count("people") == 1)
        #expect(try !answer.cookie("session").isEmpty)
    }

    @Test(arguments: [
        [browser], [("Origin", "http://library.example")], [browser, ("Cookie", "other=cookies")],
        [browser, ("Cookie", "session=x")],
    ])
    func `that keeps none saves nothing, and says so`(headers: [(String, String)]) throws {
        let service = try TestService()
        for isRemembered in [true, false] {
            let form = Self.form.filter { isRemembered || $0.name != "isRemembered" }
            let answer = try service.post("/person", form, headers)
            #expect(answer.status == .unprocessableContent)
            let page = try answer.page
            #expect(page.value(of: "name") == "Ada")
            #expect(page.element(id: "error-summary")?.text.contains("cookies") == true)
            #expect(!answer.cookies.contains { $0.hasPrefix("session=") })
            let again = try service.post(
                "/person", form, headers + [("Cookie", try answer.cookie("cookies"))])
            #expect(again.status == .seeOther)
        }
        #expect(service.store.count("people") == 1)
    }

    @Test func `is not what a program does`() throws {
        let service = try TestService()
        #expect(try service.post("/person", Self.form).status == .seeOther)
        let typed = Self.form.filter { $0.name != "_shown" }
        #expect(try service.post("/person", typed, [Self.browser]).status == .seeOther)
        let document = try service.send(
            .post, "/person", json: #"{"name":"Ada","isRemembered":true}"#, [Self.browser])
        #expect(document.status == .created)
        #expect(service.store.count("people") == 3)
    }

    @Test func `is told of mistakes first, and a known one isn't asked again`() throws {
        let service = try TestService()
        let empty = Self.form.map { $0.name == "name" ? (name: "name", value: "") : $0 }
        let answer = try service.post("/person", empty, [Self.browser])
        #expect(try answer.page.element(id: "error-summary")?.text.contains("cookies") == false)
        let cookie = try service.get("/").cookie("cookies")
        let saved = try service.post("/person", Self.form, [Self.browser, ("Cookie", cookie)])
        let session = try saved.cookie("session")
        #expect(try service.get("/person", [("Cookie", session)]).cookies.isEmpty)
        let changed = try service.post(
            "/person", Self.form, [Self.browser, ("Cookie", session)])
        #expect(changed.status == .seeOther)
        #expect(service.store.count("people") == 1)
    }

    @Test func `gets the cookie by https with its prefix, and by HEAD not at all`() throws {
        let service = try TestService { $0.origins = ["https://library.example"] }
        let cookies = try service.get("/person").cookies
        #expect(cookies.count == 1)
        #expect(cookies.first?.hasPrefix("__Host-cookies=") == true)
        #expect(cookies.first?.contains("; Secure; HttpOnly; SameSite=Lax") == true)
        #expect(try service.ask(.head, "/person").cookies.isEmpty)
    }
}
