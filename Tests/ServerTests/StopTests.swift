import Dispatch
import FormworkHTTP
import FormworkServer
import Groundwork
import Testing

@Suite(.timeLimit(.minutes(2))) struct StopTests {
    /// A handler whose answer waits for a signal, and tells that it does.
    private final class Held: Handler {
        let hasCome = DispatchSemaphore(value: 0)
        let mayAnswer = DispatchSemaphore(value: 0)

        func answer(_ request: Request) -> Answer {
            guard request.target.path == "/held" else { return .now(text("page")) }
            return .later { [hasCome, mayAnswer] in
                let held = HeldResponse()
                hasCome.signal()
                onThread {
                    mayAnswer.wait()
                    held.give(text("held"))
                }
                return await held.response
            }
        }
    }

    @Test func `Once a stop is announced every answer is the last on its connection`() throws {
        try withServer { server in
            let kept = try server.connect()
            #expect(try !kept.get("/").closes)
            server.server.announceStop()
            // The loops hear of it a moment later.
            while try !kept.get("/").closes {}
            #expect(try kept.endsSilently())
            while try !server.get("/").closes {}
        }
    }

    @Test func `Idle and silent connections are closed at once`() throws {
        try withServer(configure: { $0.drainTimeout = 600_000 }) { server in
            let idle = try server.connect()
            #expect(try idle.get("/").status == 200)
            let silent = try server.connect()
            #expect(try server.get("/").status == 200)
            server.server.stop()
            #expect(try idle.endsSilently())
            #expect(try silent.endsSilently())
            #expect(server.hasEnded())
            server.ended.signal()
        }
    }

    @Test func `A request under way is finished and told that it's the last`() throws {
        let held = Held()
        try withServer(held, configure: { ($0.loops, $0.drainTimeout) = (1, 600_000) }) { server in
            let idle = try server.connect()
            #expect(try idle.get("/").status == 200)
            let connection = try server.connect()
            connection.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
            held.hasCome.wait()
            server.server.stop()
            // The end of an idle connection proves that the loop has heard of the stop.
            #expect(try idle.endsSilently())
            held.mayAnswer.signal()
            let answer = try connection.receiveAnswer()
            #expect(answer.text == "held")
            #expect(answer.closes)
            #expect(try connection.endsSilently())
            #expect(server.hasEnded())
            server.ended.signal()
        }
    }

    @Test func `A second stop doesn't wait for what is under way`() throws {
        let held = Held()
        try withServer(held, configure: { $0.drainTimeout = 600_000 }) { server in
            let connection = try server.connect()
            connection.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
            held.hasCome.wait()
            server.server.stop()
            server.server.stop()
            #expect(server.hasEnded())
            server.ended.signal()
            #expect(try connection.endsSilently())
            held.mayAnswer.signal()
        }
    }

    @Test func `What is under way has a deadline`() throws {
        let held = Held()
        try withServer(held, configure: { $0.drainTimeout = 200 }) { server in
            let connection = try server.connect()
            connection.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
            held.hasCome.wait()
            server.server.stop()
            #expect(server.hasEnded())
            server.ended.signal()
            #expect(try connection.endsSilently())
            held.mayAnswer.signal()
        }
    }

    @Test func `An answer on its way to a slow client is finished`() throws {
        try withServer(configure: { $0.drainTimeout = 600_000 }) { server in
            let connection = try server.connect(receiveBuffer: 65_536)
            connection.send(
                String(repeating: "GET /long HTTP/1.1\r\nHost: a\r\n\r\n", count: 4))
            #expect(try connection.receiveAnswer().body == longBody)
            server.server.stop()
            var count = 1
            var closes = false
            while !closes, count < 4 {
                let answer = try connection.receiveAnswer()
                #expect(answer.body == longBody)
                closes = answer.closes
                count += 1
            }
            #expect(server.hasEnded())
            server.ended.signal()
        }
    }
}
