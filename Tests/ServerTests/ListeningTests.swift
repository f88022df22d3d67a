import FormworkHTTP
import Foundation
import System
import Testing

@testable import FormworkServer

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

    private func handedOver(
        _ count: String?, to process: String?
    ) throws(ServerError) -> InheritedSocket? {
        try .handedOver { ["LISTEN_FDS": count, "LISTEN_PID": process][$0] ?? nil }
    }

    @Test func `A socket for another process, or for none, is left alone`() throws {
        let own = "\(getpid())"
        for (count, process) in [(nil, own), ("1", nil), ("1", "1"), ("1", "x\(own)")] {
            #expect(try handedOver(count, to: process) == nil)
        }
    }

    @Test(arguments: ["2", "0", "", "x", "-1", "99999999999999999999"])
    func `Another number of sockets than one is refused`(count: String) {
        #expect(throws: ServerError.unusableSocket(reason: "one socket is wanted, not \(count)")) {
            try handedOver(count, to: "\(getpid())")
        }
    }

    @Test func `What doesn't listen is refused, and stays as it is`() throws {
        let file = unsafe open("/dev/null", O_RDONLY)
        let stream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let datagram = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        let local = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(listen(local, 1) == -1 || listen(local, 1) == 0)
        for number in [file, stream, datagram, local, -1] {
            let error = #expect(throws: ServerError.self) { try InheritedSocket(number) }
            #expect(error?.description.contains("descriptor \(number) ") == true)
            if number >= 0 { #expect(close(number) == 0) }
        }
    }

    @Test func `A socket that listens already is used as it is`() throws {
        // A blocking one, as a parent may well hand over.
        let addresses = try SocketAddress.resolve(host: "127.0.0.1", port: 0)
        let number = try SystemCalls.listen(at: addresses[0]).release()
        #expect(fcntl(number, F_SETFL, 0) == 0)
        let socket = try InheritedSocket(number)
        #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        try withServer(configure: {
            ($0.host, $0.port) = ("192.0.2.1", 1)
            $0.inheritedSocket = socket
        }) { server in
            #expect(server.server.boundAddress.host == "127.0.0.1")
            #expect(server.port == socket.port)
            let answer = try server.get("/")
            #expect(answer.status == 200)
        }
    }
}
