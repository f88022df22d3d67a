import Dispatch
import FormworkHTTP
import FormworkServer
import Glibc
import Groundwork
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct LaterAnswerTests {
    @Test func `An answer that could wait may come at once`() throws {
        let handler = TestHandler { _ in .later { text("at once") } }
        try withServer(handler) { server in
            let connection = try server.connect()
            for _ in 0..<3 { #expect(try connection.get("/").text == "at once") }
            connection.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 20))
            for _ in 0..<20 { #expect(try connection.receiveAnswer().text == "at once") }
        }
    }

    @Test func `Answers of many threads reach their own connections`() throws {
        let handler = TestHandler { request in
            .later {
                let held = HeldResponse()
                onThread { held.give(text(request.target.path)) }
                return await held.response
            }
        }
        try withServer(handler) { server in
            let connections = try (0..<20).map { _ in try server.connect() }
            for round in 0..<5 {
                for (index, connection) in connections.enumerated() {
                    connection.send("GET /\(round)-\(index) HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                for (index, connection) in connections.enumerated() {
                    #expect(try connection.receiveAnswer().text == "/\(round)-\(index)")
                }
            }
        }
    }

    @Test func `The work runs on the loop of the connection, after each wait too`() throws {
        let handler = TestHandler { _ in
            let thread = currentThread()
            return .later {
                var isOnLoop = currentThread() == thread
                for _ in 0..<3 {
                    let held = HeldResponse()
                    onThread { held.give(text("")) }
                    _ = await held.response
                    isOnLoop = isOnLoop && currentThread() == thread
                }
                return text("\(isOnLoop)")
            }
        }
        try withServer(handler) { server in
            for _ in 0..<5 {
                let answer = try server.get("/")
                #expect(answer.text == "true")
            }
        }
    }

    @Test func `An answer that could wait is in the log before the loop waits again`() throws {
        let logged = Lock<[String]>([])
        let handler = TestHandler { _ in .later { text("at once") } }
        try withServer(
            handler,
            configure: {
                $0.log = { records in
                    logged.withLock { $0 += records.compactMap(\.target) }
                }
            },
            { server in
                let connection = try server.connect()
                for target in ["/a", "/b"] {
                    #expect(try connection.get(target).status == 200)
                    #expect(isReached { logged.withLock { $0.last } == target })
                }
            })
    }

    @Test(arguments: [100, 101, 103])
    func `An answer that another would have to follow is answered 500`(status: Int) throws {
        let handler = TestHandler { request in
            .now(request.target.path == "/" ? text("page") : Response(Status(rawValue: status)))
        }
        try withServer(handler) { server in
            let connection = try server.connect()
            #expect(try connection.get("/interim").status == 500)
            #expect(try connection.get("/").status == 200)
        }
    }

    @Test func `The work is done even when the client has gone`() throws {
        let hasCome = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        let held = HeldResponse()
        let handler = TestHandler { request in
            guard request.target.path == "/save" else { return .now(text("page")) }
            return .later {
                hasCome.signal()
                let response = await held.response
                isDone.signal()
                return response
            }
        }
        try withServer(handler) { server in
            let connection = try server.connect()
            connection.send("POST /save HTTP/1.1\r\nHost: a\r\n\r\n")
            hasCome.wait()
            connection.reset()
            #expect(try server.get("/").status == 200)
            held.give(text("saved"))
            #expect(isDone.wait(timeout: .now() + 20) == .success)
            #expect(try server.get("/").status == 200)
        }
    }

    @Test func `The work is done even when the server has ended`() throws {
        let hasCome = DispatchSemaphore(value: 0)
        let isDone = Lock(false)
        let held = HeldResponse()
        let handler = TestHandler { _ in
            .later {
                hasCome.signal()
                let response = await held.response
                isDone.withLock { $0 = true }
                return response
            }
        }
        try withServer(handler) { server in
            let connection = try server.connect()
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            hasCome.wait()
        }
        held.give(text("late"))
        #expect(isDone.withLock { $0 })
    }
}

/// The number of the thread that runs this, in a function that no task can be suspended in.
private func currentThread() -> UInt { UInt(pthread_self()) }
