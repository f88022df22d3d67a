import FormworkHTTP
import FormworkServer
import Testing

@Suite(.timeLimit(.minutes(2))) struct ConnectionTests {
    @Test func `A connection stays open for another request`() throws {
        try withServer { server in
            let connection = try server.connect()
            for _ in 0..<3 {
                let answer = try connection.get("/")
                #expect(answer.status == 200)
                #expect(answer.text == "page")
                #expect(answer["connection"] == nil)
                #expect(answer["date"]?.hasSuffix(" GMT") == true)
            }
        }
    }

    @Test func `An unknown path doesn't end the connection`() throws {
        try withServer { server in
            let connection = try server.connect()
            #expect(try connection.get("/none").status == 404)
            #expect(try connection.get("/").status == 200)
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
    ])
    func `A connection that the client wants closed gets one answer`(request: String) throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send(request)
            let answer = try connection.receiveAnswer()
            #expect(answer.text == "page")
            #expect(answer.closes)
            #expect(try connection.endsSilently())
        }
    }

    @Test func `HTTP/1.0 stays open when it asks for that`() throws {
        try withServer { server in
            let connection = try server.connect()
            for _ in 0..<2 {
                connection.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                let answer = try connection.receiveAnswer()
                #expect(answer.text == "page")
                #expect(answer["connection"] == "keep-alive")
            }
        }
    }

    @Test func `The last request of a limited connection is told that it is the last`() throws {
        try withServer(configure: { $0.limits.requestsPerConnection = 2 }) { server in
            let connection = try server.connect()
            #expect(try connection.get("/").closes == false)
            #expect(try connection.get("/").closes)
            #expect(try connection.endsSilently())
        }
    }

    @Test func `HEAD has the length of GET and no body`() throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try connection.receiveAnswer(to: "HEAD")
            #expect(answer["content-length"] == "4")
            #expect(try connection.get("/").text == "page")
        }
    }

    @Test func `A request may come one byte at a time`() throws {
        try withServer { server in
            let connection = try server.connect()
            for byte in "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".utf8 {
                connection.send([byte])
            }
            #expect(try connection.receiveAnswer().text == "abc")
        }
    }

    @Test func `A client that ends what it sends still gets its answer`() throws {
        try withServer { server in
            for path in ["/", "/later", "/long"] {
                let connection = try server.connect()
                connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
                connection.finishSending()
                #expect(try connection.receiveAnswer().status == 200)
                #expect(try connection.endsSilently())
            }
        }
    }

    @Test func `A body that ends too early has no success`() throws {
        try withServer { server in
            let connection = try server.connect()
            connection.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabcd")
            connection.finishSending()
            #expect(try connection.endsSilently())
        }
    }

    @Test func `The handler learns the peer's address`() throws {
        let handler = TestHandler { .now(text($0.peer)) }
        try withServer(handler) { server in
            let answer = try server.get("/")
            #expect(answer.text == "127.0.0.1")
        }
    }

    @Test func `Connections beyond the most wait until another ends`() throws {
        try withServer(configure: { $0.maximumConnections = 1 }) { server in
            let first = try server.connect()
            #expect(try first.get("/").status == 200)
            let second = try server.connect()
            second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            // Nothing tells that the second isn't served, so the first is used once more meanwhile.
            #expect(try first.get("/later").status == 200)
            first.close()
            #expect(try second.receiveAnswer().status == 200)
        }
    }
}
