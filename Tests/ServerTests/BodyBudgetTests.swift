import Dispatch
import FormworkHTTP
import FormworkServer
import Glibc
import Groundwork
import System
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Bodies under way` {
    private static func head(_ length: Int, path: String = "/echo") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
    }

    private static func post(_ length: Int, on connection: TestConnection) throws -> Int {
        connection.send(head(length))
        connection.send([UInt8](repeating: 1, count: length))
        return try connection.receiveAnswer(to: "POST").status
    }

    @Test func `share the memory, and another address has its part of it`() throws {
        try withServer(configure: { $0.limits.bodiesInMemory = 1_600_000 }) { server in
            let held = try (0..<30).map { _ in
                let connection = try server.connect(from: 2)
                connection.send(Self.head(200_000))
                connection.send([UInt8](repeating: 1, count: 100_000))
                return connection
            }
            // Each is either refused or still waited for.
            let refused = held.filter { $0.hears(within: 300) }
            #expect(refused.count >= 30 - 12)
            #expect(try refused.first?.receiveAnswer(to: "POST").status == 503)
            #expect(try Self.post(90_000, on: server.connect(from: 3)) == 200)
            #expect(try server.get("/").status == 200)
            held.forEach { $0.close() }
            var status = 0
            for _ in 0..<200 where status != 200 {
                status = try Self.post(1_000_000, on: server.connect(from: 2))
            }
            #expect(status == 200)
        }
    }

    @Test func `of requests whose answers come later count until then`() throws {
        let kept = Lock<[HeldResponse]>([])
        let handler = TestHandler { _ in
            .later {
                let held = HeldResponse()
                kept.withLock { $0.append(held) }
                return await held.response
            }
        }
        try withServer(handler, configure: { $0.limits.bodiesInMemory = 400_000 }) { server in
            let connections = try (0..<8).map { _ in
                let connection = try server.connect()
                connection.send(Self.head(100_000))
                connection.send([UInt8](repeating: 1, count: 100_000))
                return connection
            }
            let refused = connections.filter { $0.hears(within: 300) }
            #expect(refused.count == 5)
            for held in kept.withLock({ $0 }) { held.give(text("kept")) }
            let others = connections.filter { one in !refused.contains { $0 === one } }
            for connection in others {
                #expect(try connection.receiveAnswer(to: "POST").text == "kept")
            }
        }
    }

    @Test func `that came fast don't pay for a slow rest`() throws {
        try withServer(
            configure: {
                $0.limits.bodyMinimumRate = 10_000
                $0.limits.bodyRateGrace = 100
                $0.limits.bodyRateWindow = 300
            },
            { server in
                let connection = try server.connect()
                connection.send(Self.head(1_000_000))
                connection.send([UInt8](repeating: 1, count: 900_000))
                var drops = 0
                while !connection.hears(within: 20), drops < 500 {
                    connection.send("a")
                    drops += 1
                }
                #expect(drops < 500, "the server waits for ever")
                #expect(try connection.receiveAnswer(to: "POST").status == 408)
            })
    }

    @Test func `are read back beside the loop, which answers others meanwhile`() throws {
        let hasCome = DispatchSemaphore(value: 0)
        let mayAnswer = DispatchSemaphore(value: 0)
        struct Reader: Handler {
            let hasCome, mayAnswer: DispatchSemaphore

            func answer(_ request: Request) -> Answer {
                guard request.bodyFile != nil else { return .now(text("page")) }
                hasCome.signal()
                mayAnswer.wait()
                return .now(text("read"))
            }

            func takesFile(for head: Request) -> Bool { true }
        }
        try withServer(
            Reader(hasCome: hasCome, mayAnswer: mayAnswer),
            configure: {
                $0.loops = 1
                $0.spool = SpoolFolder(path: nil, limits: Limits())
            },
            { server in
                let connection = try server.connect()
                connection.send(Self.head(500_000))
                connection.send([UInt8](repeating: 1, count: 500_000))
                hasCome.wait()
                #expect(try server.get("/").text == "page")
                mayAnswer.signal()
                #expect(try connection.receiveAnswer(to: "POST").text == "read")
                #expect(try connection.get("/").text == "page")
            })
    }
}
