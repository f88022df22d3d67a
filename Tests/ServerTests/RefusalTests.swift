import FormworkHTTP
import FormworkServer
import Foundation
import Groundwork
import System
import Testing

@Suite(.timeLimit(.minutes(2))) struct RefusalTests {
    @Test(arguments: [
        "garbage\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "\u{16}\u{3}\u{1}\r\n",
    ])
    func `What is no request is answered 400, after the answers before it`(bytes: String) throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n" + bytes)
            #expect(try connection.receiveAnswer().text == "later")
            let refusal = try connection.receiveAnswer()
            #expect(refusal.status == 400)
            #expect(refusal.closes)
            #expect(try connection.endsSilently())
        }
    }

    @Test(arguments: [
        "HEAD / HTTP/1.1\r\nX : y\r\n\r\n", "HEAD / HTTP/2.0\r\n\r\n", "HEAD /a b HTTP/1.1\r\n\r\n",
        "HEAD / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx",
    ])
    func `The refusal of a HEAD has no body`(bytes: String) throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send(bytes)
            #expect(try connection.receiveAnswer(to: "HEAD").status >= 400)
            #expect(try connection.endsSilently())
        }
    }

    @Test func `Nothing after a malformed request is answered`() throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try connection.receiveAnswer().status == 400)
            #expect(try connection.endsSilently())
        }
    }

    @Test func `A client that goes on sending a refused body still gets its answer`() throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n")
            #expect(connection.send([UInt8](repeating: 0x61, count: 3_000_000)))
            let answer = try connection.receiveAnswer()
            #expect(answer.status == 413)
            #expect(answer.closes)
            #expect(try connection.endsSilently())
        }
    }

    @Test func `A body past the limit is refused midway`() throws {
        try withServer(configure: { $0.limits.body = 1000 }) { server in
            let connection = try server.connect()
            connection.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<30 {
                connection.send("64\r\n" + String(repeating: "a", count: 100) + "\r\n")
            }
            #expect(try connection.receiveAnswer().status == 413)
        }
    }

    @Test func `A client that waits with its body is told to go on`() throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
                    + "Expect: 100-continue\r\n\r\n")
            #expect(try connection.receiveAnswer().status == 100)
            connection.send("hello")
            #expect(try connection.receiveAnswer().text == "hello")
            #expect(try connection.get("/").text == "page")
        }
    }

    @Test func `A client whose body is here already is not told to go on`() throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
                    + "Expect: 100-continue\r\n\r\nhello")
            #expect(try connection.receiveAnswer().text == "hello")
        }
    }

    @Test func `A handler can refuse a body before it comes`() throws {
        struct Refusing: Handler {
            func answer(_ request: Request) -> Answer { .now(Response(.ok)) }
            func refusal(of head: Request) -> Response? { Response(.unauthorized) }
        }
        try withServer(Refusing()) { server in
            let connection = try server.connect()
            connection.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
            let answer = try connection.receiveAnswer()
            #expect(answer.status == 401)
            #expect(answer.closes)
            connection.send("hello")
            #expect(try connection.endsSilently())
        }
    }

    @Test(arguments: [
        "Content-Length: 5000000\r\n", "Content-Length: 5\r\nExpect: 100-continue\r\n",
        "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n",
        "Content-Length: 5\r\nConnection: close\r\n",
    ])
    func `A head that is refused is answered before its body, which is never a request`(
        fields: String
    ) throws {
        let log = Lock<[AccessRecord]>([])
        try withServer(
            Judging(),
            configure: {
                $0.limits.body = 10_000_000
                $0.log = { new in log.withLock { $0 += new } }
            },
            { server in
                let connection = try server.connect()
                connection.send("POST /nope HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
                let answer = try connection.receiveAnswer()
                #expect(answer.status == 404)
                #expect(answer.closes)
                connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try connection.endsSilently())
            })
        #expect(log.withLock { $0.map(\.target) } == ["/nope"])
        #expect(log.withLock { $0.map(\.method) } == [.post])
    }

    @Test(arguments: [
        ("Content-Length: 5\r\n", ["he", "llo"]), ("Content-Length: 5\r\n", ["hello"]),
        ("Content-Length: 60000\r\n", [String(repeating: "a", count: 60_000)]),
        ("Transfer-Encoding: chunked\r\n", ["5\r\nhe", "llo\r\n0\r\n", "\r\n"]),
    ])
    func `A refused head whose body is short keeps its connection`(
        fields: String, body: [String]
    ) throws {
        let log = Lock<[AccessRecord]>([])
        try withServer(
            Judging(), configure: { $0.log = { new in log.withLock { $0 += new } } },
            { server in
                let connection = try server.connect()
                connection.send("POST /nope HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
                let answer = try connection.receiveAnswer()
                #expect(answer.status == 404)
                #expect(!answer.closes)
                for piece in body { connection.send(piece) }
                #expect(try connection.get("/").text == "answered")
            })
        #expect(log.withLock { $0.map(\.target) } == ["/nope", "/"])
    }

    @Test(arguments: [
        "Transfer-Encoding: chunked\r\n\r\n"
            + String(repeating: "64\r\n\(letters(100))\r\n", count: 800),
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n", "Content-Length: 5\r\n\r\nh",
    ])
    func `What follows a refused head is never answered, whatever becomes of it`(
        rest: String
    ) throws {
        try withServer(Judging(), configure: { $0.limits.bodyIdleTimeout = 300 }) { server in
            let connection = try server.connect()
            let end = rest.range(of: "\r\n\r\n")?.upperBound ?? rest.endIndex
            connection.send("POST /nope HTTP/1.1\r\nHost: a\r\n" + rest[..<end])
            #expect(try connection.receiveAnswer().status == 404)
            connection.send(String(rest[end...]))
            #expect(try connection.endsSilently())
        }
    }

    @Test(
        arguments: [
            (
                "POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n", "POST", "/a?b",
                413
            ),
            ("GET /a HTTP/1.1\r\nX : y\r\n\r\n", "GET", "/a", 400),
            ("GET /a HTTP/9.9\r\n\r\n", "GET", "/a", 505),
            ("PUT /a HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", "PUT", "/a", 417),
            (
                "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "POST",
                "/a", 400
            ),
            ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nh", "POST", "/a", 408),
            ("GET /a HTTP/1.1\r\nHost: a\r\n", "GET", "/a", 408), ("GET /a", "GET", "/a", 408),
            ("GE", nil, nil, 408), ("nonsense\r\n\r\n", nil, nil, 400),
        ] as [(String, String?, String?, Int)])
    func `The log and the answer have of a refused request what was read of it`(
        bytes: String, method: String?, target: String?, status: Int
    ) throws {
        let log = Lock<[AccessRecord]>([])
        let asked = Lock<[String?]>([])
        try withServer(
            configure: {
                $0.log = { new in log.withLock { $0 += new } }
                $0.limits.headTimeout = 300
                $0.limits.bodyIdleTimeout = 300
                $0.errorAnswer = { status, request, _, _ in
                    asked.withLock { $0.append(request?.method.rawValue) }
                    return Response(status)
                }
            },
            { server in
                let connection = try server.connect()
                connection.send(bytes)
                #expect(try connection.receiveAnswer().status == status)
            })
        #expect(log.withLock { $0.map(\.method?.rawValue) } == [method])
        #expect(log.withLock { $0.map(\.target) } == [target])
        #expect(log.withLock { $0.map(\.peer) } == ["127.0.0.1"])
        // Only with its first line it's a request.
        #expect(asked.withLock { $0 } == [bytes.contains(" HTTP/") ? method : nil])
    }

    @Test func `A field value with a line end never reaches the wire`() throws {
        let failures = Lock<[String]>([])
        try withServer(
            configure: {
                $0.log = { new in failures.withLock { $0 += new.compactMap(\.failure) } }
            },
            { server in
                let connection = try server.connect()
                let answer = try connection.get("/split")
                #expect(answer.status == 500)
                #expect(answer["set-cookie"] == nil)
                #expect(try connection.get("/").status == 200)
            })
        #expect(failures.withLock { $0 } == ["the value of Location can't be sent"])
    }

    @Test func `The log tells of every answer, and of what couldn't be read`() throws {
        let log = Lock<[AccessRecord]>([])
        try withServer(
            configure: { $0.log = { new in log.withLock { $0 += new } } },
            { server in
                let connection = try server.connect()
                #expect(try connection.get("/?a=b").status == 200)
                connection.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try connection.receiveAnswer(to: "HEAD").status == 200)
                connection.send("nonsense\r\n\r\n")
                #expect(try connection.receiveAnswer().status == 400)
            })
        let records = log.withLock { $0 }
        #expect(records.map(\.status) == [.ok, .ok, .badRequest])
        #expect(records.map(\.target) == ["/?a=b", "/", nil])
        #expect(records.map(\.method) == [.get, .head, nil])
        #expect(records.map(\.bodyLength).prefix(2) == [4, 0])
        #expect(records.allSatisfy { $0.peer == "127.0.0.1" && $0.microseconds >= 0 })
        #expect(records.map { $0.failure == nil } == [true, true, false])
    }

    @Test func `The answer to what can't be read is the configured one`() throws {
        try withServer(
            configure: {
                $0.errorAnswer = { status, _, read, reason in
                    Response(
                        status, headers: ["X-Reason": reason, "X-Accept": read[.accept] ?? "none"],
                        body: .bytes([0x21]))
                }
            },
            { server in
                let connection = try server.connect()
                connection.send("GET / HTTP/9.9\r\nHost: a\r\n\r\n")
                let answer = try connection.receiveAnswer()
                #expect(answer.status == 505)
                #expect(answer.text == "!")
                #expect(answer["x-reason"]?.isEmpty == false)
                #expect(answer["x-accept"] == "none")
                let other = try server.connect()
                other.send("GET / HTTP/1.1\r\nAccept: a/b \r\nX : y\r\n\r\n")
                #expect(try other.receiveAnswer()["x-accept"] == "a/b")
            })
    }
}

/// A handler that refuses one path by its head.
private struct Judging: Handler {
    func answer(_ request: Request) -> Answer { .now(text("answered")) }

    func refusal(of head: Request) -> Response? {
        head.target.path == "/nope" ? Response(.notFound) : nil
    }
}

private func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
