import FormworkHTTP
import Testing

@testable import FormworkService

@Suite struct `A cookie` {
    /// Every answer that sets one.
    private static func cookies(_ service: TestService) throws -> [String] {
        let book = try service.post("/books", emma)
        let path = try #require(book[.location])
        let person = try service.post("/person", [("name", "Ada"), ("isRemembered", "on")])
        return book.cookies + person.cookies
            + (try service.post("/person", [("name", "Ada")]).cookies)
            + (try service.post(path, emma).cookies)
            + (try service.get(path, [("Cookie", "notice=created")]).cookies)
            + (try service.post("\(path)/delete", []).cookies)
            + (try service.post("/person/delete", []).cookies)
    }

    @Test func `is out of reach of scripts and other sites`() throws {
        let cookies = try Self.cookies(TestService())
        #expect(cookies.count == 9)
        for cookie in cookies {
            let parts = cookie.split(separator: "; ").map(String.init)
            #expect(parts.contains("HttpOnly"))
            #expect(parts.contains("SameSite=Lax"))
            #expect(!parts.contains { $0.hasPrefix("Domain") })
            #expect(cookie.utf8.count <= 4_096)
            // A browser drops a cookie that is marked as secure over plain http.
            #expect(!parts.contains("Secure"))
            #expect(!cookie.hasPrefix("__Host-"))
        }
    }

    @Test func `stays on https and on this host where browsers come by https`() throws {
        let service = try TestService { $0.origins = ["https://library.example"] }
        let cookies = try Self.cookies(service)
        #expect(cookies.count == 9)
        for cookie in cookies {
            let parts = cookie.split(separator: "; ").map(String.init)
            #expect(parts.contains("Secure"))
            #expect(parts.contains("HttpOnly"))
            // A notice is for the path of one page, which the prefix doesn't allow.
            guard !cookie.hasPrefix("notice=") else { continue }
            #expect(cookie.hasPrefix("__Host-session="))
            #expect(parts.contains("Path=/"))
        }
    }

    @Test(arguments: [
        (["127.0.0.1"], "https", [], true), (["127.0.0.1"], "http", [], false),
        (["127.0.0.1"], "http", ["https://library.example"], false),
        (["127.0.0.1"], "", ["https://library.example"], true),
        (["10.0.0.0/8"], "https", [], false), ([], "https", [], false),
    ])
    func `stays on https where a trusted proxy says that browsers came by it`(
        proxies: [String], scheme: String, origins: [String], isSecure: Bool
    ) throws {
        let service = try TestService {
            $0.trustedProxies = proxies
            $0.origins = origins
        }
        let saved = try service.post(
            "/person", [("name", "Ada")], [("X-Forwarded-Proto", scheme)])
        #expect(saved.cookies.count == 2)
        for cookie in saved.cookies {
            #expect(cookie.contains("; Secure") == isSecure)
        }
    }

    @Test func `without the prefix isn't taken over https`() throws {
        let service = try TestService { $0.origins = ["https://library.example"] }
        let saved = try service.post("/person", [("name", "Ada"), ("isRemembered", "on")])
        let cookie = try saved.cookie("__Host-session")
        let known = try service.get("/person", [("Cookie", cookie)]).page
        #expect(known.value(of: "name") == "Ada")
        let bare = String(cookie.dropFirst("__Host-".count))
        #expect(try service.get("/person", [("Cookie", bare)]).page.value(of: "name") == "")
    }
}
