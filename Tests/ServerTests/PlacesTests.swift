import Dispatch
import FormworkHTTP
import FormworkServer
import Glibc
import Testing

@Suite(.timeLimit(.minutes(2))) struct `When all places are taken` {
    private static let part = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"

    @Test func `the connection that was idle for longest gives way, whichever loop has it`() throws
    {
        try withServer(configure: { $0.maximumConnections = 4 }) { server in
            let held = try (0..<4).map { _ in
                usleep(5_000)
                let connection = try server.connect()
                #expect(try connection.get("/").status == 200)
                return connection
            }
            #expect(try held[0].get("/").status == 200)
            #expect(try server.get("/").status == 200)
            #expect(try held[1].endsSilently())
            for index in [0, 2, 3] { #expect(try held[index].get("/").status == 200) }
        }
    }

    @Test func `no request that is being answered ends, and the new one waits`() throws {
        let hasCome = DispatchSemaphore(value: 0)
        let mayAnswer = DispatchSemaphore(value: 0)
        let handler = TestHandler { request in
            guard request.target.path == "/held" else { return .now(text("page")) }
            return .later {
                let held = HeldResponse()
                hasCome.signal()
                onThread {
                    mayAnswer.wait()
                    held.give(text("held"))
                }
                return await held.response
            }
        }
        try withServer(handler, configure: { $0.maximumConnections = 2 }) { server in
            let held = try (0..<2).map { _ in
                let connection = try server.connect()
                connection.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
                hasCome.wait()
                return connection
            }
            let waiting = try server.connect()
            waiting.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(!waiting.hears(within: 1_500))
            for _ in held { mayAnswer.signal() }
            for connection in held { #expect(try connection.receiveAnswer().text == "held") }
            #expect(try waiting.receiveAnswer().status == 200)
        }
    }

    @Test func `an address with more than its share gives way first`() throws {
        try withServer(configure: { $0.maximumConnections = 16 }) { server in
            let other = try server.connect(from: 2)
            #expect(try other.get("/").status == 200)
            usleep(5_000)
            let many = try (0..<15).map { _ in
                let connection = try server.connect(from: 3)
                #expect(try connection.get("/").status == 200)
                usleep(2_000)
                return connection
            }
            let third = try server.connect(from: 4)
            #expect(try third.get("/").status == 200)
            #expect(try many[0].endsSilently())
            #expect(try other.get("/").status == 200)
        }
    }

    @Test func `a slow sender gives way, and is told so`() throws {
        try withServer(configure: { $0.maximumConnections = 2 }) { server in
            let slow = try (0..<2).map { _ in
                let connection = try server.connect()
                connection.send(Self.part)
                return connection
            }
            #expect(try server.get("/").status == 200)
            let told = slow.filter { $0.hears(within: 0) }
            #expect(told.count == 1)
            #expect(try told.first?.receiveAnswer(to: "POST").status == 408)
        }
    }

    @Test func `they come back whatever became of their connections`() throws {
        try withServer(configure: { $0.maximumConnections = 3 }) { server in
            for round in 0..<30 {
                let connection = try server.connect()
                connection.send(Self.part)
                round % 2 == 0 ? connection.close() : connection.reset()
            }
            #expect(try server.get("/").status == 200)
        }
    }
}
