import Dispatch
import FormworkHTTP
import FormworkServer
import Groundwork
import Testing
import System

@Suite(.timeLimit(.minutes(2))) struct ReplyTests {
    @Test func `An answer may come at once through its promise`() throws {
        let handler = TestHandler { _ in .later { reply in reply.resume { text("at once") } } }
        try withServer(handler) { server in
            let connection = try server.connect()
            for _ in 0..<3 { #expect(try connection.get("/").text == "at once") }
        }
    }

    @Test func `Promises kept by many threads reach their own connections`() throws {
        let handler = TestHandler { request in
            .later { reply in onThread { reply.resume { text(request.target.path) } } }
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

    @Test func `A promise that is dropped answers 500, and the connection goes on`() throws {
        try withServer { server in
            let connection = try server.connect()
            #expect(try connection.get("/never").status == 500)
            #expect(try connection.get("/").status == 200)
        }
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

    @Test func `A promise is kept once`() throws {
        let handler = TestHandler { _ in
            .later { reply in
                reply.resume { text("first") }
                reply.resume { text("second") }
            }
        }
        try withServer(handler) { server in
            let connection = try server.connect()
            for _ in 0..<2 { #expect(try connection.get("/").text == "first") }
        }
    }

    @Test func `The work is done even when the client has gone`() throws {
        let hasCome = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        let handler = TestHandler { request in
            guard request.target.path == "/save" else { return .now(text("page")) }
            return .later { reply in
                hasCome.signal()
                onThread {
                    mayGoOn.wait()
                    reply.resume {
                        isDone.signal()
                        return text("saved")
                    }
                }
            }
        }
        try withServer(handler) { server in
            let connection = try server.connect()
            connection.send("POST /save HTTP/1.1\r\nHost: a\r\n\r\n")
            hasCome.wait()
            connection.reset()
            #expect(try server.get("/").status == 200)
            mayGoOn.signal()
            #expect(isDone.wait(timeout: .now() + 20) == .success)
            #expect(try server.get("/").status == 200)
        }
    }

    @Test func `The work is done even when the server has ended`() throws {
        let kept = Lock<Reply?>(nil)
        let hasCome = DispatchSemaphore(value: 0)
        let isDone = Lock(false)
        let handler = TestHandler { _ in
            .later { reply in
                kept.withLock { $0 = reply }
                hasCome.signal()
            }
        }
        try withServer(handler) { server in
            let connection = try server.connect()
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            hasCome.wait()
        }
        kept.withLock { $0 }?.resume {
            isDone.withLock { $0 = true }
            return text("late")
        }
        #expect(isDone.withLock { $0 })
    }
}
