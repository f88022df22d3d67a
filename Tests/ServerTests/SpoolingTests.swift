import FormworkHTTP
import FormworkServer
import Foundation
import Groundwork
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SpoolingTests {
    /// Answers with where a body lies, how long it is and its hash.
    private struct Describer: Handler {
        func answer(_ request: Request) -> Answer {
            var reader = BodyReader(request)
            var bytes: [UInt8] = []
            var count = 0
            while let piece = try? reader.next(), !piece.isEmpty {
                count += piece.count
                if count < 4 << 20 { bytes += piece }
            }
            let place = request.bodyFile == nil ? "memory" : "file"
            return .now(text("\(place) \(count) \(SpoolingTests.hash(bytes))"))
        }

        func takesFile(for head: Request) -> Bool { head.target.path == "/file" }
    }

    private let folder: TemporaryFolder
    private let spool: SpoolFolder

    init() throws {
        folder = try TemporaryFolder()
        spool = SpoolFolder(path: folder.path, limits: Limits())
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        Base64.encodeURL(SHA256.hash(bytes))
    }

    private func withSpool(
        _ spool: SpoolFolder? = nil, configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: (TestServer) throws -> Void
    ) throws {
        try withServer(
            Describer(),
            configure: {
                $0.spool = spool ?? self.spool
                configure(&$0)
            }, body)
    }

    private static func head(_ path: String, _ framing: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n"
    }

    private static func chunked(_ bytes: [UInt8]) -> [UInt8] {
        var body: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 10_000) {
            let end = min(start + 10_000, bytes.count)
            body += Array("\(String(end - start, radix: 16))\r\n".utf8)
            body += bytes[start..<end] + Array("\r\n".utf8)
        }
        return body + Array("0\r\n\r\n".utf8)
    }

    @Test(arguments: [
        ("/file", 0, "memory"), ("/file", 1000, "memory"), ("/file", 65_536, "memory"),
        ("/file", 200_000, "file"), ("/file", 1_000_000, "file"), ("/memory", 200_000, "memory"),
    ])
    func `A body arrives whole, a long one in a file if the handler takes it`(
        path: String, length: Int, place: String
    ) throws {
        let bytes = Array(longBody[..<length])
        let expected = "\(place) \(length) \(Self.hash(bytes))"
        try withSpool { server in
            let connection = try server.connect()
            for _ in 0..<2 {
                connection.send(Self.head(path, "Content-Length: \(length)"))
                connection.send(bytes)
                #expect(try connection.receiveAnswer(to: "POST").text == expected)
                connection.send(Self.head(path, "Transfer-Encoding: chunked"))
                connection.send(Self.chunked(bytes))
                #expect(try connection.receiveAnswer(to: "POST").text == expected)
            }
            #expect(try connection.get("/").text.hasPrefix("memory 0 "))
            connection.close()
            #expect(isEmptied())
        }
    }

    @Test func `The file of a client that goes away goes with it, and never has a name`() throws {
        try withSpool { server in
            let connections = try (0..<3).map { _ in try server.connect() }
            for connection in connections {
                connection.send(Self.head("/file", "Content-Length: 1000000"))
                connection.send(Array(longBody[..<500_000]))
            }
            #expect(isReached { spool.size > 900_000 })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            connections[0].close()
            connections[1].reset()
            connections[2].finishSending()
            #expect(isEmptied())
            #expect(try server.get("/").status == 200)
        }
    }

    @Test func `The limit of a body counts what is in the file`() throws {
        try withSpool(configure: { $0.limits.body = 300_000 }) { server in
            let connection = try server.connect()
            connection.send(Self.head("/file", "Transfer-Encoding: chunked"))
            connection.send(Self.chunked(Array(longBody[..<400_000])))
            let answer = try connection.receiveAnswer(to: "POST")
            #expect(answer.status == 413)
            #expect(answer.closes)
            connection.close()
            #expect(isEmptied())
        }
    }

    @Test func `A body for which there is no room is refused, and others go on`() throws {
        var limits = Limits()
        limits.bodiesInFiles = 100_000
        limits.bodiesInMemory = 100_000
        for spool in [
            SpoolFolder(path: folder.path, limits: limits),
            SpoolFolder(path: "/nonexistent", limits: limits),
        ] {
            try withSpool(spool) { server in
                let connection = try server.connect()
                connection.send(Self.head("/file", "Content-Length: 1000000"))
                connection.send(Array(longBody[..<1_000_000]))
                let answer = try connection.receiveAnswer(to: "POST")
                #expect(answer.status == 503)
                #expect(answer.closes)
                connection.close()
                #expect(try server.get("/").status == 200)
                #expect(isReached { spool.size == 0 })
            }
        }
    }

    @Test(arguments: ["/nonexistent", nil])
    func `A body that no folder takes is kept in memory`(path: String?) throws {
        let spool = SpoolFolder(path: path, limits: Limits())
        let bytes = Array(longBody[..<1_000_000])
        try withSpool(spool) { server in
            let connection = try server.connect()
            connection.send(Self.head("/file", "Content-Length: 1000000"))
            connection.send(bytes)
            let answer = try connection.receiveAnswer(to: "POST")
            #expect(answer.text == "file 1000000 \(Self.hash(bytes))")
            connection.close()
            #expect(isReached { spool.size == 0 })
        }
    }

    @Test func `Two hundred mebibytes are taken with flat memory`() throws {
        let length = 200 << 20
        try withSpool(configure: { $0.limits.body = length }) { server in
            let connection = try server.connect()
            connection.send(Self.head("/file", "Content-Length: \(length)"))
            connection.send([UInt8](repeating: 1, count: 1 << 20))
            let before = try residentBytes()
            var most = 0
            let piece = [UInt8](repeating: 1, count: 1 << 20)
            for _ in 1..<200 {
                connection.send(piece)
                most = max(most, try residentBytes() - before)
            }
            let answer = try connection.receiveAnswer(to: "POST")
            #expect(answer.text.hasPrefix("file \(length) "))
            #expect(most < 32 << 20)
            connection.close()
            #expect(isEmptied())
        }
    }

    /// Whether the folder holds no bytes any more, or soon doesn't.
    private func isEmptied() -> Bool {
        isReached { spool.size == 0 }
    }
}
