import FormworkHTTP
import FormworkServer
import Groundwork
import System
import Testing

@Suite(.timeLimit(.minutes(2))) struct PipeliningTests {
    @Test func `Twenty requests in one segment get twenty answers in their order`() throws {
        let handler = TestHandler { .now(text($0.target.path)) }
        try withServer(handler) { server in
            let connection = try server.connect()
            connection.send(
                (0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for number in 0..<20 {
                #expect(try connection.receiveAnswer().text == "/\(number)")
            }
        }
    }

    @Test func `An answer that comes later keeps its place before those that are ready`() throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send(
                ["/later", "/", "/later", "/"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
                    .joined())
            for expected in ["later", "page", "later", "page"] {
                #expect(try connection.receiveAnswer().text == expected)
            }
        }
    }

    @Test func `Requests of every kind follow each other in one segment`() throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send(
                """
                GET / HTTP/1.1\r
                Host: a\r
                \r
                POST /echo HTTP/1.1\r
                Host: a\r
                Content-Length: 5\r
                \r
                helloPOST /echo HTTP/1.1\r
                Host: a\r
                Transfer-Encoding: chunked\r
                \r
                3\r
                abc\r
                0\r
                \r
                HEAD / HTTP/1.1\r
                Host: a\r
                \r
                GET /none HTTP/1.1\r
                Host: a\r
                \r

                """)
            #expect(try connection.receiveAnswer().text == "page")
            #expect(try connection.receiveAnswer().text == "hello")
            #expect(try connection.receiveAnswer().text == "abc")
            #expect(try connection.receiveAnswer(to: "HEAD").body.isEmpty)
            #expect(try connection.receiveAnswer().status == 404)
        }
    }

    @Test func `A client that asks and doesn't read is asked to wait`() throws {
        let asked = Lock(0)
        let handler = TestHandler { _ in
            asked.withLock { $0 += 1 }
            return .now(Response(.ok, body: .bytes(longBody)))
        }
        try withServer(handler) { server in
            let connection = try server.connect()
            let count = 30
            connection.send(
                Array(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: count).joined())
            // The others prove that the loops went on meanwhile.
            let others = 5
            for _ in 0..<others { #expect(try server.get("/").status == 200) }
            // What the system's buffers hold is a few answers, not thirty times two mebibytes.
            #expect(asked.withLock { $0 } < others + count / 2)
            for _ in 0..<count {
                let answer = try connection.receiveAnswer()
                #expect(answer.body == longBody)
            }
        }
    }
}
