import FormworkHTTP
import Testing

@testable import FormworkService

@Suite struct `On a loopback address without an origin` {
    private static func accepts(
        _ host: String, listening: String = "127.0.0.1", origins: [String] = []
    ) throws -> Bool {
        let policy = HostPolicy(
            origins: try origins.map { try Origin($0) }, listening: listening, machine: "Desk")
        return policy.accepts(try Request(target: "/", headers: [.host: host]))
    }

    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:8080", "[::1]:8080", "192.0.2.7", "localhost", "LocalHost:80",
        "localhost.", "books.localhost", "desk", "DESK:8080",
    ])
    func `a name that nobody else can give this machine is its own`(host: String) throws {
        for listening in ["127.0.0.1", "::1", "127.9.9.9", "localhost"] {
            #expect(try Self.accepts(host, listening: listening))
        }
    }

    @Test(arguments: [
        "evil.example", "localhost.evil.example", "notlocalhost", "127.0.0.1.evil.example",
        "desk.evil.example", "1.2.3",
    ])
    func `a foreign name is refused`(host: String) throws {
        #expect(try !Self.accepts(host))
        #expect(try !Self.accepts(host, listening: "::1"))
        #expect(try Self.accepts(host, listening: "0.0.0.0"))
        #expect(try Self.accepts("\(host):80", origins: ["https://\(host)"]))
    }

    @Test func `a proxy on this machine may have been asked for any name, but no page may say so`()
        throws
    {
        let service = try TestService {
            $0.host = "127.0.0.1"
            $0.trustedProxies = ["127.0.0.0/8"]
        }
        func status(_ host: String, _ forwarded: String) throws -> Status {
            try service.get("/books", [("Host", host), ("X-Forwarded-Host", forwarded)]).status
        }
        #expect(try status("127.0.0.1:8080", "books.example") == .ok)
        #expect(try status("evil.example", "localhost") == .misdirectedRequest)
    }

    @Test func `the operator's endpoints answer under any name`() throws {
        let service = try TestService {
            $0.host = "127.0.0.1"
            $0.origins = ["https://books.example"]
        }
        for host in ["10.1.2.3:8080", "evil.example"] {
            let name = [("Host", host)]
            #expect(try service.get("/healthz", name).status == .ok)
            #expect(try service.get("/readyz", name).status == .ok)
            #expect(try service.get("/books", name).status == .misdirectedRequest)
        }
    }
}
