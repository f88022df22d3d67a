import FormworkHTTP
import FormworkServer
import Glibc
import Groundwork
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct StaticFilesTests {
    private let folder: TemporaryFolder
    private let files: StaticFiles
    private let time = Lock<Int64>(0)

    init() throws {
        folder = try TemporaryFolder()
        folder.file("root/style.css", "body{}")
        folder.file("root/a b.txt", "space")
        folder.file("root/images/logo.SVG", "<svg/>")
        folder.file("root/.env", "secret")
        folder.file("root/.git/config", "secret")
        folder.file("root/.well-known/security.txt", "contact")
        folder.file("root/.well-known/.hidden", "secret")
        folder.file("root/empty.txt", "")
        folder.file("root/large.bin", [UInt8](repeating: 7, count: 100_000))
        folder.file("secret.txt", "secret")
        let root = folder.path + "/root"
        _ = unsafe symlink("../secret.txt", root + "/link.txt")
        _ = unsafe symlink("style.css", root + "/inside.css")
        _ = unsafe symlink("..", root + "/up")
        // As Kubernetes mounts a ConfigMap.
        folder.file("root/..2024/mounted.txt", "mounted")
        _ = unsafe symlink("..2024", root + "/..data")
        _ = unsafe symlink("..data/mounted.txt", root + "/mounted.txt")
        _ = unsafe symlink(root + "/style.css", root + "/absolute.css")
        _ = unsafe symlink("loop.txt", root + "/loop.txt")
        _ = unsafe mkfifo(root + "/pipe.txt", 0o600)
        files = StaticFiles(
            root: root,
            embedded: [
                EmbeddedFile(name: "style.css", bytes: Array("embedded".utf8)),
                EmbeddedFile(name: "scripts/form.js", bytes: Array("script".utf8)),
            ],
            now: { [time] in time.withLock { $0 } })
    }

    private func answer(
        _ target: String, _ method: FormworkHTTP.Method = .get, _ headers: Headers = [:]
    ) throws -> Response? {
        files.answer(try Request(method: method, target: target, headers: headers))
    }

    private func text(_ response: Response?) -> String? {
        guard case .bytes(let bytes) = response?.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("/style.css", "body{}", "text/css; charset=utf-8"),
        ("/style.css?v=1", "body{}", "text/css; charset=utf-8"),
        ("/a%20b.txt", "space", "text/plain; charset=utf-8"),
        ("/images/logo.SVG", "<svg/>", "image/svg+xml"),
        ("/.well-known/security.txt", "contact", "text/plain; charset=utf-8"),
        ("/empty.txt", "", "text/plain; charset=utf-8"),
        ("/inside.css", "body{}", "text/css; charset=utf-8"),
        ("/mounted.txt", "mounted", "text/plain; charset=utf-8"),
        ("/scripts/form.js", "script", "text/javascript; charset=utf-8"),
    ])
    func `A file is served as what it is`(target: String, content: String, type: String) throws {
        // The second time it comes from memory.
        for _ in 0..<2 {
            let response = try answer(target)
            #expect(response?.status == .ok)
            #expect(text(response) == content)
            #expect(response?.headers[.contentType] == type)
            #expect(response?.headers[.xContentTypeOptions] == "nosniff")
            #expect(response?.headers[.cacheControl] == "no-cache")
            #expect(response?.headers[.etag]?.hasPrefix("\"") == true)
        }
    }

    @Test(arguments: [
        "/", "/none.txt", "/images", "/images/", "/style.css/", "/style.css/x", "//style.css",
        "/images//logo.SVG", "/.env", "/.git/config", "/.well-known", "/.well-known/.hidden",
        "/absolute.css", "/loop.txt", "/..data/mounted.txt", "/link.txt", "/up/secret.txt",
        "/up/root/style.css", "/pipe.txt",
        "/%252e%252e/secret.txt", "/...", "/.",
        "/./style.css", "/\(String(repeating: "a", count: 300))",
        "/\(String(repeating: "a/", count: 500))b",
    ])
    func `What is no regular file within the folder isn't there`(target: String) throws {
        #expect(try answer(target) == nil)
        #expect(try answer(target, .post) == nil)
    }

    @Test(arguments: [
        "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/a/../../secret.txt",
        "/%5c..%5csecret.txt", "/..%5csecret.txt",
    ])
    func `A path that climbs is refused or finds nothing`(target: String) {
        #expect((try? answer(target)) == nil)
    }

    @Test func `A file on disk tells when it was changed`() throws {
        let modified = try #require(try answer("/style.css")?.headers[.lastModified])
        #expect(modified.hasSuffix(" GMT"))
        #expect(try answer("/scripts/form.js")?.headers[.lastModified] == nil)
    }

    @Test(arguments: ["/style.css", "/scripts/form.js", "/large.bin"])
    func `A file that the client has is not sent again`(target: String) throws {
        let tag = try #require(try answer(target)?.headers[.etag])
        for known in [tag, "W/" + tag, "\"x\", " + tag, "*"] {
            let response = try answer(target, .get, [.ifNoneMatch: known])
            #expect(response?.status == .notModified)
            #expect(response?.headers[.etag] == tag)
            #expect(response?.headers[.contentType] == nil)
            #expect(response?.body.length == 0)
        }
        for other in ["\"x\"", String(tag.dropFirst().dropLast())] {
            #expect(try answer(target, .get, [.ifNoneMatch: other])?.status == .ok)
        }
    }

    @Test func `A file can only be read`() throws {
        for method in [FormworkHTTP.Method.post, .put, .delete, .patch] {
            let response = try answer("/style.css", method)
            #expect(response?.status == .methodNotAllowed)
            #expect(response?.headers[.allow] == "GET, HEAD")
        }
        #expect(try answer("/style.css", .head)?.status == .ok)
    }

    @Test func `A large file is sent from where it lies`() throws {
        guard case .file(let file) = try answer("/large.bin")?.body else {
            Issue.record("it was read into memory")
            return
        }
        #expect(file.length == 100_000)
    }

    @Test func `Without a folder the embedded files are there`() throws {
        let files = StaticFiles(
            root: nil, embedded: [EmbeddedFile(name: "a.css", bytes: Array("a".utf8))])
        #expect(text(files.answer(try Request(target: "/a.css"))) == "a")
        #expect(files.answer(try Request(target: "/b.css")) == nil)
        let missing = StaticFiles(root: "/nonexistent")
        #expect(missing.answer(try Request(target: "/a.css")) == nil)
    }

    @Test func `New bytes are seen though length and time of the file are the same`() throws {
        let path = folder.path + "/root/style.css"
        var status = stat()
        #expect(unsafe stat(path, &status) == 0)
        var tags: Set<String> = []
        for content in ["body{}", "BODY{}", "main{}"] {
            let file = unsafe open(path, O_WRONLY)
            #expect(unsafe pwrite(file, content, 6, 0) == 6)
            let times = [status.st_mtim, status.st_mtim]
            #expect(unsafe futimens(file, times) == 0)
            close(file)
            // The clock of the file system may not have moved since the write before.
            time.withLock { $0 += 1_000 }
            let response = try answer("/style.css")
            #expect(text(response) == content)
            tags.insert(response?.headers[.etag] ?? "")
        }
        #expect(tags.count == 3)
    }

    @Test func `Names that Unicode holds equal are two files`() throws {
        folder.file("root/caf\u{E9}.txt", "composed")
        folder.file("root/cafe\u{301}.txt", "decomposed")
        for _ in 0..<2 {
            #expect(text(try answer("/caf%C3%A9.txt")) == "composed")
            #expect(text(try answer("/cafe%CC%81.txt")) == "decomposed")
        }
        let embedded = StaticFiles(
            root: nil, embedded: [EmbeddedFile(name: "caf\u{E9}.txt", bytes: [1])])
        #expect(embedded.answer(try Request(target: "/cafe%CC%81.txt")) == nil)
    }

    @Test func `A file that can't be opened or read just now isn't told to be missing`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            folder.file("a.css", "on disk")
            folder.file("sub/b.css", "on disk")
            let reports = Lock<[SystemError]>([])
            let files = StaticFiles(
                root: folder.path, embedded: [EmbeddedFile(name: "a.css", bytes: [1])]
            ) { error in reports.withLock { $0.append(error) } }
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            var taken: [Int32] = []
            while true {
                let number = dup(0)
                if number < 0 { break }
                taken.append(number)
            }
            for target in ["/a.css", "/sub/b.css", "/none.css"] {
                #expect(files.answer(try Request(target: target))?.status == .serviceUnavailable)
            }
            #expect(reports.withLock { $0.map(\.code) } == [EMFILE, EMFILE, EMFILE])
            // With one descriptor there is the folder and nothing to open the file with.
            close(taken.removeLast())
            #expect(files.answer(try Request(target: "/a.css"))?.status == .serviceUnavailable)
            taken.forEach { close($0) }
            #expect(files.answer(try Request(target: "/a.css"))?.body.length == 7)
            #expect(files.answer(try Request(target: "/none.css")) == nil)
        }
    }

    @Test func `A changed file is seen after a second`() throws {
        let before = try answer("/style.css")
        folder.file("root/style.css", "changed{}")
        time.withLock { $0 += 999 }
        #expect(text(try answer("/style.css")) == "body{}")
        time.withLock { $0 += 1 }
        let after = try answer("/style.css")
        #expect(text(after) == "changed{}")
        #expect(after?.headers[.etag] != before?.headers[.etag])
        _ = unsafe unlink(folder.path + "/root/style.css")
        time.withLock { $0 += 1_000 }
        #expect(text(try answer("/style.css")) == "embedded")
    }

    @Test func `Files reach a client whole, small and large, and HEAD tells their length`() throws {
        let handler = TestHandler { [files] in .now(files.answer($0) ?? Response(.notFound)) }
        try withServer(handler) { server in
            let connection = try server.connect()
            connection.send("HEAD /large.bin HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try connection.receiveAnswer(to: "HEAD")
            #expect(head["content-length"] == "100000")
            let large = try connection.get("/large.bin")
            #expect(large.body == [UInt8](repeating: 7, count: 100_000))
            #expect(try connection.get("/style.css").text == "body{}")
            #expect(try connection.get("/empty.txt").body.isEmpty)
            #expect(try connection.get("/up/secret.txt").status == 404)
        }
    }

    @Test func `A file that becomes shorter while it's sent cuts the connection`() throws {
        let name = folder.file("shrinking", [])
        #expect(unsafe truncate(name, 64 << 20) == 0)
        let handler = TestHandler { _ in
            let file = OpenFile(
                descriptor: unsafe open(name, O_RDONLY), offset: 0, length: 64 << 20
            ) { close($0) }
            return .now(Response(.ok, body: .file(file)))
        }
        try withServer(handler) { server in
            let connection = try server.connect(receiveBuffer: 4096)
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try !connection.receive().isEmpty)
            #expect(unsafe truncate(name, 1000) == 0)
            var count = 0
            while let bytes = try? connection.receive(), !bytes.isEmpty { count += bytes.count }
            #expect(count < 64 << 20)
        }
    }
}
