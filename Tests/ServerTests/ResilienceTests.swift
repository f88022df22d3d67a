import FormworkHTTP
import FormworkServer
import Foundation
import Groundwork
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct ResilienceTests {
    @Test func `A client that resets in the middle of an answer takes nobody along`() throws {
        try withServer { server in
            for _ in 0..<5 {
                let connection = try server.connect(receiveBuffer: 4096)
                connection.send(
                    String(repeating: "GET /long HTTP/1.1\r\nHost: a\r\n\r\n", count: 5))
                #expect(try !connection.receive().isEmpty)
                connection.reset()
            }
            #expect(try server.get("/").status == 200)
        }
    }

    @Test func `A signal that interrupts a wait changes nothing`() throws {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in }
        #expect(unsafe sigaction(SIGUSR1, &action, nil) == 0)
        let loops = Lock<[pthread_t]>([])
        let handler = TestHandler { _ in
            loops.withLock { $0.append(pthread_self()) }
            return .now(text("page"))
        }
        try withServer(handler) { server in
            let connections = try (0..<4).map { _ in try server.connect() }
            for _ in 0..<20 {
                for connection in connections { #expect(try connection.get("/").status == 200) }
                for loop in Set(loops.withLock { $0 }) { pthread_kill(loop, SIGUSR1) }
                server.interrupt()
                #expect(try server.get("/").status == 200)
            }
        }
    }

    @Test func `A process without descriptors waits, and goes on when there are some`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            try withServer(configure: { $0.maximumConnections = 10_000 }) { server in
                // It stays, so that nothing of it becomes free later.
                let first = try server.connect()
                #expect(try first.get("/").status == 200)
                var taken: [Int32] = []
                while true {
                    let number = dup(0)
                    if number < 0 { break }
                    taken.append(number)
                }
                // The client takes the last one, so that the server finds none.
                close(taken.removeLast())
                let connection = try server.connect()
                connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(Self.rests())
                taken.forEach { close($0) }
                #expect(try connection.receiveAnswer().status == 200)
                #expect(try first.get("/").status == 200)
            }
        }
    }

    @Test func `A server that has nothing to do does nothing`() async {
        await #expect(processExitsWith: .success) {
            let kept = Lock<[HeldResponse]>([])
            let handler = TestHandler { request in
                guard request.target.path == "/kept" else { return .now(text("page")) }
                return .later {
                    let held = HeldResponse()
                    kept.withLock { $0.append(held) }
                    return await held.response
                }
            }
            try withServer(handler) { server in
                let idle = try server.connect()
                #expect(try idle.get("/").status == 200)
                // One asks for more while it waits, one has nothing more to say.
                let eager = try server.connect()
                let silent = try server.connect()
                for connection in [eager, silent] {
                    connection.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                #expect(isReached { kept.withLock { $0.count } == 2 })
                eager.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                silent.finishSending()
                #expect(Self.rests())
                for held in kept.withLock({ $0 }) { held.give(text("kept")) }
                #expect(try silent.receiveAnswer().text == "kept")
                #expect(try eager.receiveAnswer().text == "kept")
                #expect(try eager.receiveAnswer().text == "page")
            }
        }
    }

    @Test func `Nothing stays open of connections and files that have gone`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            folder.file("large.bin", [UInt8](repeating: 7, count: 1_000_000))
            let files = StaticFiles(root: folder.path)
            func openCount() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            let before = try openCount()
            try withServer(TestHandler { .now(files.answer($0) ?? Response(.notFound)) }) {
                server in
                for round in 0..<30 {
                    let connection = try server.connect()
                    if round % 2 == 0 {
                        #expect(try connection.get("/large.bin").body.count == 1_000_000)
                        #expect(try connection.get("/none").status == 404)
                    } else {
                        connection.send("GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n")
                        connection.reset()
                    }
                }
            }
            // The server's thread may let go of it a moment later.
            #expect(try isReached { try openCount() == before })
        }
    }

    /// Whether the process uses hardly any processor time for a while; loops that try again and again use
    /// most of it.
    private static func rests() -> Bool {
        let before = clock()
        usleep(100_000)
        return clock() - before < CLOCKS_PER_SEC / 50
    }
}
