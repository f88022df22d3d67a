import FormworkHTTP
import FormworkServer
import Testing

@Suite(.timeLimit(.minutes(2))) struct ListeningTests {
    private func failure(host: String, port: Int) -> ServerError? {
        do throws(ServerError) {
            _ = try Server(
                configuration: ServerConfiguration(host: host, port: port), handler: pages)
            return nil
        } catch {
            return error
        }
    }

    @Test func `A port that is taken is told by name`() throws {
        try withServer { server in
            let error = failure(host: "127.0.0.1", port: server.port)
            #expect(error == .addressInUse(host: "127.0.0.1", port: server.port))
            #expect(
                error?.description == "127.0.0.1:\(server.port) is in use by another process")
        }
    }

    @Test func `An address of another machine is told by name`() {
        // 192.0.2.0/24 is for documentation (RFC 5737), so it's nobody's.
        #expect(
            failure(host: "192.0.2.1", port: 8080)
                == .addressNotAvailable(host: "192.0.2.1", port: 8080))
    }

    @Test func `A host that is no name is told by name`() {
        guard case .unknownHost("not a host", _) = failure(host: "not a host", port: 0) else {
            Issue.record("another failure")
            return
        }
    }

    @Test func `A port below 1024 needs the permission`() throws {
        let error = ServerError.permissionDenied(host: "::1", port: 80)
        #expect(error.description == "no permission to listen on [::1]:80")
    }

    @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0"])
    func `A host may be an address or a name, and port 0 picks one`(host: String) throws {
        let server = try Server(
            configuration: ServerConfiguration(host: host, port: 0), handler: pages)
        #expect(server.boundAddress.port > 0)
        #expect(!server.boundAddress.host.isEmpty)
    }

    @Test(arguments: ["::1", "[::1]"])
    func `IPv6 works where the machine has it`(host: String) throws {
        do {
            let server = try Server(
                configuration: ServerConfiguration(host: host, port: 0), handler: pages)
            #expect(server.boundAddress.host == "::1")
        } catch ServerError.addressNotAvailable, ServerError.system {
            try Test.cancel("this machine has no IPv6")
        }
    }
}
