import FormworkHTTP
import FormworkServer
import Foundation
import Groundwork
import System
import Testing

/// A handler made of a function.
struct TestHandler: Handler {
    let body: @Sendable (Request) -> Answer

    func answer(_ request: Request) -> Answer { body(request) }
}

/// A server that runs on a thread of its own.
final class TestServer: Sendable {
    let server: Server
    let ended = DispatchSemaphore(value: 0)
    private let thread = Lock<pthread_t?>(nil)

    /// Starts it on a free port of this machine.
    init(_ configuration: ServerConfiguration, _ handler: any Handler) throws {
        server = try Server(configuration: configuration, handler: handler)
        Thread.detachNewThread { [server, ended, thread] in
            thread.withLock { $0 = pthread_self() }
            try? server.run()
            ended.signal()
        }
    }

    /// The port it listens on.
    var port: Int { server.boundAddress.port }

    /// Opens a connection to it.
    func connect(
        from host: UInt32 = 1, receiveBuffer: Int32? = nil
    ) throws -> TestConnection {
        try TestConnection(port: port, from: host, receiveBuffer: receiveBuffer)
    }

    /// Sends SIGUSR1 to the thread that accepts.
    func interrupt() {
        if let thread = thread.withLock({ $0 }) { pthread_kill(thread, SIGUSR1) }
    }

    /// The answer to a request over a connection of its own.
    func get(_ path: String) throws -> TestAnswer {
        try connect().get(path)
    }

    /// Waits for the end of the server; returns whether it came.
    func hasEnded() -> Bool {
        ended.wait(timeout: .now() + 20) == .success
    }
}

/// Runs a body beside a server; the server must end afterwards.
func withServer(
    _ handler: any Handler = pages, configure: (inout ServerConfiguration) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (TestServer) throws -> Void
) throws {
    var configuration = ServerConfiguration(port: 0)
    configuration.loops = 2
    configure(&configuration)
    let server = try TestServer(configuration, handler)
    defer {
        server.server.stop()
        server.server.stop()
        #expect(server.hasEnded(), sourceLocation: sourceLocation)
    }
    try body(server)
}

/// The handler of most tests: a page, an echo, answers that come later, and a long one.
let pages = TestHandler { request in
    switch request.target.path {
    case "/": .now(text("page"))
    case "/echo": .now(Response(.ok, body: .bytes(request.body)))
    case "/later":
        .later {
            let held = HeldResponse()
            onThread(after: 0.1) { held.give(text("later")) }
            return await held.response
        }
    case "/long": .now(Response(.ok, body: .bytes(longBody)))
    case "/split":
        .now(Response(.ok, headers: [.location: request.target.query ?? "/\r\nSet-Cookie: a=b"]))
    default: .now(Response(.notFound))
    }
}

/// About two mebibytes, in a pattern whose length is no power of two, so that a shift shows.
let longBody = {
    var bytes = Array(UInt8(0)..<251)
    while bytes.count < 2_000_000 { bytes += bytes }
    return bytes
}()

/// A response of some text.
func text(_ text: String) -> Response {
    Response(.ok, headers: [.contentType: "text/plain"], body: .bytes(Array(text.utf8)))
}

/// Runs a body on another thread after a delay in seconds.
func onThread(after delay: Double = 0, _ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
        Thread.sleep(forTimeInterval: delay)
        body()
    }
}
