import FormworkHTTP
import FormworkServer
import Foundation
internal import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct FileAnswersTests {
    private let folder: TemporaryFolder
    private let files: StaticFiles

    init() throws {
        folder = try TemporaryFolder()
        folder.file("f.txt", (0..<1000).map { UInt8($0 % 251) })
        folder.file("large.bin", (0..<100_000).map { UInt8($0 % 251) })
        files = StaticFiles(
            root: folder.path,
            embedded: [EmbeddedFile(name: "inside.txt", bytes: Array("0123456789".utf8))])
    }

    private func answer(
        _ target: String, _ method: FormworkHTTP.Method = .get, _ headers: Headers = [:]
    ) throws -> Response {
        try #require(files.answer(try Request(method: method, target: target, headers: headers)))
    }

    private func bytes(_ response: Response) -> [UInt8]? {
        switch response.body {
        case .empty: return []
        case .bytes(let bytes): return bytes
        case .file(let file):
            var buffer = [UInt8](repeating: 0, count: file.length)
            let count = unsafe pread(file.descriptor, &buffer, file.length, off_t(file.offset))
            return count == file.length ? buffer : nil
        }
    }

    private func names(_ response: Response) -> Set<String> {
        Set(response.headers.pairs.map(\.name))
    }

    private static let ofWhole: Set = [
        "ETag", "Cache-Control", "Last-Modified", "Content-Type", "X-Content-Type-Options",
        "Accept-Ranges",
    ]

    @Test(arguments: ["/f.txt", "/large.bin"])
    func `A whole file says that parts of it can be had`(target: String) throws {
        let response = try answer(target)
        #expect(response.status == .ok)
        #expect(names(response) == Self.ofWhole)
        #expect(response.headers[.acceptRanges] == "bytes")
    }

    @Test(arguments: [
        ("/f.txt", "bytes=0-8", 0..<9, 1000), ("/f.txt", "bytes=990-", 990..<1000, 1000),
        ("/f.txt", "bytes=-10", 990..<1000, 1000), ("/f.txt", "bytes=0-0", 0..<1, 1000),
        ("/f.txt", "bytes=990-1990", 990..<1000, 1000),
        ("/large.bin", "bytes=99990-", 99_990..<100_000, 100_000),
        ("/large.bin", "bytes=100-9223372036854775807", 100..<100_000, 100_000),
    ])
    func `A part of a file is those bytes and says where they lie`(
        target: String, range: String, expected: Range<Int>, length: Int
    ) throws {
        // The second time a small file comes from memory.
        for _ in 0..<2 {
            let response = try answer(target, .get, [.range: range])
            #expect(response.status == .partialContent)
            #expect(names(response) == Self.ofWhole.union(["Content-Range"]))
            #expect(
                response.headers[.contentRange]
                    == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(length)")
            #expect(bytes(response) == expected.map { UInt8($0 % 251) })
        }
    }

    @Test(arguments: ["bytes=1000-", "bytes=2000-3000", "bytes=-0", "bytes=9223372036854775808-"])
    func `A part that isn't there is refused with the length of the whole`(range: String) throws {
        let response = try answer("/f.txt", .get, [.range: range])
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.headers[.contentRange] == "bytes */1000")
        #expect(names(response) == ["Content-Range"])
    }

    @Test func `A part of an embedded file can be had, but not by date`() throws {
        let tag = try #require(try answer("/inside.txt").headers[.etag])
        let response = try answer("/inside.txt", .get, [.range: "bytes=2-4", .ifRange: tag])
        #expect(bytes(response) == Array("234".utf8))
        #expect(response.headers[.contentRange] == "bytes 2-4/10")
        let date = "Fri, 31 Dec 9999 23:59:59 GMT"
        #expect(try answer("/inside.txt", .get, [.ifModifiedSince: date]).status == .ok)
    }

    @Test(arguments: ["/f.txt", "/large.bin"])
    func `The date of a file is a condition as its tag is`(target: String) throws {
        let date = try #require(try answer(target).headers[.lastModified])
        let tag = try #require(try answer(target).headers[.etag])
        let unchanged = try answer(target, .get, [.ifModifiedSince: date])
        #expect(unchanged.status == .notModified)
        #expect(names(unchanged) == ["ETag", "Cache-Control", "Last-Modified"])
        #expect(unchanged.body.length == 0)
        let part: Headers = [.range: "bytes=0-8", .ifRange: date]
        #expect(try answer(target, .get, part).status == .partialContent)
        let old: Headers = [.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"]
        #expect(try answer(target, .get, old).status == .preconditionFailed)
        #expect(try answer(target, .head, [.ifMatch: "W/\(tag)"]).status == .preconditionFailed)
        #expect(try answer(target, .get, [.ifMatch: tag]).status == .ok)
        #expect(files.answer(try Request(target: "/none", headers: [.ifMatch: tag])) == nil)
    }

    @Test func `HEAD and POST have no parts`() throws {
        let response = try answer("/f.txt", .head, [.range: "bytes=0-8"])
        #expect(response.status == .ok)
        #expect(response.body.length == 1000)
        #expect(try answer("/f.txt", .post, [.range: "bytes=0-8"]).status == .methodNotAllowed)
    }

    @Test(arguments: [
        ("app.1f0c4b7a.js", true), ("app.1F0C4B7A99d.css", true), ("a.b.deadbeef.txt", true),
        ("deadbeef.js", false), ("app.1f0c4b7.js", false), ("app.1f0c4b7g.js", false),
        ("app-1f0c4b7a.js", false), ("app.1f0c4b7a", false), ("app.1f0c4b7a.js.map", false),
        ("report.20261130.pdf", false), ("app..js", false), ("app.js", false),
    ])
    func `Only a name that tells of the content is kept for ever`(
        name: String, isKept: Bool
    ) throws {
        folder.file(name, "x")
        let expected = isKept ? "public, max-age=31536000, immutable" : "no-cache"
        let response = try answer("/" + name)
        #expect(response.headers[.cacheControl] == expected)
        let tag = try #require(response.headers[.etag])
        let unchanged = try answer("/" + name, .get, [.ifNoneMatch: tag])
        #expect(unchanged.headers[.cacheControl] == expected)
    }

    @Test func `A part near the end of a very large file costs no memory and delays nobody`() throws
    {
        let length = 200 << 20
        let name = folder.file("sparse.bin", [])
        #expect(unsafe truncate(name, off_t(length)) == 0)
        let handler = TestHandler { [files] in .now(files.answer($0) ?? Response(.notFound)) }
        try withServer(handler, configure: { $0.loops = 1 }) { server in
            #expect(try server.get("/f.txt").status == 200)
            let before = try residentBytes()

            // Someone who asks for the whole and takes none of it, beside others.
            let slow = try server.connect(receiveBuffer: 4096)
            slow.send("GET /sparse.bin HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(slow.hears(within: 10_000))

            let connection = try server.connect()
            connection.send(
                "GET /sparse.bin HTTP/1.1\r\nHost: a\r\nRange: bytes=209715100-\r\n\r\n")
            let part = try connection.receiveAnswer()
            #expect(part.status == 206)
            #expect(part["content-range"] == "bytes 209715100-209715199/209715200")
            #expect(part["content-length"] == "100")
            #expect(part.body == [UInt8](repeating: 0, count: 100))

            let reader = try server.connect()
            reader.send("GET /sparse.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            var count = 0
            while true {
                let bytes = try reader.receive()
                if bytes.isEmpty { break }
                count += bytes.count
                if count % (16 << 20) < bytes.count {
                    #expect(try connection.get("/f.txt").status == 200)
                }
            }
            #expect(count > length)
            #expect(try residentBytes() - before < 32 << 20)
        }
    }
}
