import Dispatch
import FormworkHTTP
import FormworkServer
import Glibc
internal import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct DeadlineTests {
    /// Sends a byte every now and then until the server answers; an end of its patience shows.
    private func answerToDrops(on connection: TestConnection) throws -> TestAnswer {
        var drops = 0
        while !connection.hears(within: 20), drops < 500 {
            connection.send("a")
            drops += 1
        }
        #expect(drops < 500, "the server waits for ever")
        return try connection.receiveAnswer()
    }

    @Test func `A connection that brings nothing ends in silence`() throws {
        try withServer(configure: { $0.limits.firstByteTimeout = 200 }) { server in
            let connection = try server.connect()
            #expect(try connection.endsSilently())
        }
    }

    @Test func `A head must come in time, however steadily it drips`() throws {
        try withServer(configure: { $0.limits.headTimeout = 300 }) { server in
            let connection = try server.connect()
            connection.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
            let answer = try answerToDrops(on: connection)
            #expect(answer.status == 408)
            #expect(answer.closes)
        }
    }

    @Test func `A body must come at the least rate`() throws {
        try withServer(
            configure: {
                $0.limits.bodyMinimumRate = 10_000
                $0.limits.bodyRateGrace = 200
            },
            { server in
                let connection = try server.connect()
                connection.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
                let answer = try answerToDrops(on: connection)
                #expect(answer.status == 408)
            })
    }

    @Test func `A body that is silent for too long is given up`() throws {
        try withServer(configure: { $0.limits.bodyIdleTimeout = 200 }) { server in
            let connection = try server.connect()
            connection.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            let answer = try connection.receiveAnswer()
            #expect(answer.status == 408)
        }
    }

    @Test func `A slow body that keeps to the rate arrives`() throws {
        try withServer(
            configure: {
                $0.limits.bodyMinimumRate = 1
                $0.limits.bodyRateGrace = 1
                $0.limits.headTimeout = 200
            },
            { server in
                let connection = try server.connect()
                connection.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n")
                connection.send(String(repeating: "b", count: 20))
                let answer = try answerToDrops(on: connection)
                #expect(answer.status == 200)
                #expect(answer.body.count == 40)
            })
    }

    @Test func `A connection that was served and brings nothing more ends in silence`() throws {
        try withServer(configure: { $0.limits.keepAliveTimeout = 200 }) { server in
            let connection = try server.connect()
            #expect(try connection.get("/").status == 200)
            #expect(try connection.endsSilently())
        }
    }

    @Test func `A client that takes none of its answer is given up`() throws {
        let isClosed = DispatchSemaphore(value: 0)
        let path = try TemporaryFolder()
        let name = path.file("sparse", [])
        #expect(unsafe truncate(name, 256 << 20) == 0)
        let handler = TestHandler { _ in
            let file = OpenFile(
                descriptor: unsafe open(name, O_RDONLY), offset: 0, length: 256 << 20
            ) { descriptor in
                close(descriptor)
                isClosed.signal()
            }
            return .now(Response(.ok, body: .file(file)))
        }
        try withServer(handler, configure: { $0.limits.writeStallTimeout = 300 }) { server in
            let connection = try server.connect(receiveBuffer: 4096)
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(isClosed.wait(timeout: .now() + 20) == .success)
        }
    }

    @Test func `A handler may take longer than any client`() throws {
        try withServer(
            configure: {
                $0.limits.headTimeout = 50
                $0.limits.keepAliveTimeout = 50
                $0.limits.firstByteTimeout = 50
            },
            { server in
                let connection = try server.connect()
                connection.send("GET /later HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                #expect(try connection.receiveAnswer().text == "later")
            })
    }
}
