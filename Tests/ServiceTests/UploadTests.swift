import FormworkHTTP
import FormworkRecords
import FormworkStore
import Foundation
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `An uploaded file` {
    @Test func `is kept with its record and served as an image alone`() throws {
        let service = try TestService()
        let path = try service.addAlbum(image(1))
        #expect(try service.cover(path)?.string == "\(path)/cover")
        let answer = try service.get("\(path)/cover", [("Accept", "image/avif")])
        #expect(answer.status == .ok)
        #expect(answer.bytes == image(1))
        #expect(answer[.contentType] == "image/png")
        #expect(answer[.xContentTypeOptions] == "nosniff")
        #expect(answer[.contentSecurityPolicy] == "default-src 'none'; sandbox")
        #expect(answer[.contentDisposition] == "attachment; filename=\"cover.png\"")
        #expect(answer[.cacheControl] == "no-cache")
        #expect(answer[.crossOriginResourcePolicy] == "same-origin")
    }

    @Test func `is answered by conditions and in parts`() throws {
        let service = try TestService()
        let target = try service.addAlbum(image(1)) + "/cover"
        let tag = try #require(try service.get(target)[.etag])
        #expect(!tag.hasPrefix("W/"))
        let known = try service.get(target, [("If-None-Match", tag)])
        #expect(known.status == .notModified)
        #expect(known.bytes.isEmpty)
        let part = try service.get(target, [("Range", "bytes=1-3"), ("If-Range", tag)])
        #expect(part.status == .partialContent)
        #expect(part.text == "PNG")
        #expect(part[.contentRange] == "bytes 1-3/300")
        #expect(try service.get(target, [("Range", "bytes=300-")]).status == .rangeNotSatisfiable)
        #expect(try service.get(target, [("If-Match", "\"x\"")]).status == .preconditionFailed)
        #expect(try service.ask(.head, target).status == .ok)
        _ = try service.post(
            String(target.dropLast("/cover".count)), parts: [.file("cover", image(2))])
        #expect(try service.get(target, [("If-None-Match", tag)]).bytes == image(2))
    }

    @Test(arguments: [
        "/cover", "/title", "/nothing", "/Cover", "/cover%20",
        "/cover/x", "/_cover",
    ])
    func `isn't anywhere else`(suffix: String) throws {
        let service = try TestService()
        let path = try service.addAlbum(suffix == "/cover" ? nil : image())
        let answer = try service.get(path + suffix, [("Accept", "image/png")])
        #expect(answer.status == .notFound)
        #expect(try service.get("/albums/0000000000000000000000000a/cover").status == .notFound)
    }

    @Test(arguments: [
        "../../x", "x.php.png", "CON", "", "a b\u{202E}gnp.exe", String(repeating: "x", count: 300),
        "x.svg", "/etc/passwd", "C:\\\\x.png",
    ])
    func `is told by its bytes, whatever it's called`(name: String) throws {
        let service = try TestService()
        let parts = [
            Part.text("title", "A"), .file("cover", image(), called: name, as: "text/html"),
        ]
        let answer = try service.post("/albums", parts: parts)
        #expect(answer.status == .seeOther)
        let path = try #require(answer[.location])
        // A part without a name is a field in which nothing was chosen.
        #expect(try (service.cover(path) == .null) == name.isEmpty)
        #expect(try service.has(files: name.isEmpty ? 0 : 1))
    }

    @Test(arguments: [
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
        "<!doctype html>", "", "GIF", "%PDF-",
    ])
    func `is refused where its bytes are no image`(content: String) throws {
        let service = try TestService()
        let parts = [Part.text("title", "A"), .file("cover", Array(content.utf8))]
        let answer = try service.post("/albums", parts: parts, [("Accept", "application/json")])
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.errors == ["/cover file"])
        let page = try service.post("/albums", parts: parts).page
        #expect(page.value(of: "title") == "A")
        #expect(page.all("input").allSatisfy { $0["name"] != "_cover" })
        #expect(service.store.count("albums") == 0)
        #expect(try service.has(files: 0))
    }

    @Test func `that a record names and nobody has stands in the way of nothing`() throws {
        let service = try TestService()
        let album = try #require(try service.addAlbum(image(1)).split(separator: "/").last)
        let stored = try #require(try service.store.record("albums", String(album)))
        // As a person may leave it who edits the file of records by hand.
        var document = stored.document
        guard case .object(var cover) = document["cover"] else { return #expect(Bool(false)) }
        cover["file"] = .string(String(repeating: "0", count: 64))
        document["cover"] = .object(cover)
        try service.store.commit([
            .update(
                type: "albums", id: stored.id, expectedRevision: nil, document: document)
        ])
        let path = "/albums/\(album)"
        #expect(try service.get("\(path)/cover").status == .notFound)
        #expect(try service.post(path, parts: [.text("title", "B")]).status == .seeOther)
        let saved = try #require(try service.store.record("albums", stored.id))
        #expect(saved.document["title"] == .string("B"))
        #expect(saved.document["cover"] == .object(cover))
        #expect(saved.attachments == [])
        #expect(try service.post(path, parts: [.file("cover", image(2))]).status == .seeOther)
        #expect(try service.get("\(path)/cover").bytes == image(2))
    }

    @Test func `may be as large as the field says, and not a byte larger`() throws {
        let service = try TestService()
        let path = try service.addAlbum(image(count: TestAlbumForm.most))
        #expect(try service.get("\(path)/cover").bytes.count == TestAlbumForm.most)
        let larger = [
            Part.text("title", "A"), .file("cover", image(count: TestAlbumForm.most + 1)),
        ]
        let answer = try service.post("/albums", parts: larger, [("Accept", "application/json")])
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.errors == ["/cover file"])
    }

    @Test func `is read out of a file of the server as from memory`() throws {
        let service = try TestService()
        let body = Part.body([.file("cover", image(7, count: 99_999)), .text("title", "A")])
        let path = service.folder.path + "/body"
        try Data(Array("before".utf8) + body).write(to: URL(filePath: path))
        var request = try Request(
            method: .post, target: "/albums",
            headers: [
                .host: "library.example", .contentType: "multipart/form-data; boundary=b",
            ])
        request.bodyFile = OpenFile(
            descriptor: unsafe open(path, O_RDONLY), offset: 6, length: body.count
        ) { close($0) }
        let album = try #require(try service.ask(request)[.location])
        #expect(try service.get("\(album)/cover").bytes == image(7, count: 99_999))
    }
}

@Suite struct `The file of a record that changes` {
    @Test func `stays, is replaced and goes, with its bytes`() throws {
        let service = try TestService()
        let path = try service.addAlbum(image(1))
        _ = try service.post(path, parts: [.text("title", "B")])
        _ = try service.post(path, [("title", "C")])
        #expect(try service.get("\(path)/cover").bytes == image(1))
        _ = try service.post(path, parts: [.file("cover", image(2))])
        #expect(try service.get("\(path)/cover").bytes == image(2))
        #expect(try service.has(files: 1))
        _ = try service.post(path, parts: [.text("_remove", "cover")])
        #expect(try service.cover(path) == .null)
        #expect(try service.get("\(path)/cover").status == .notFound)
        #expect(try service.has(files: 0))
    }

    @Test func `goes with the record, and stays for another that has the same`() throws {
        let service = try TestService()
        let first = try service.addAlbum()
        let second = try service.addAlbum()
        #expect(try service.has(files: 1))
        _ = try service.post("\(first)/delete", [])
        #expect(try service.get("\(second)/cover").bytes == image())
        _ = try service.post("\(second)/delete", [])
        #expect(try service.has(files: 0))
    }

    @Test func `is named by its path alone in JSON`() throws {
        let service = try TestService()
        let path = try service.addAlbum()
        let other = try service.addAlbum(image(2))
        let any = ("If-Match", "*")
        for value in [
            "\"\(other)/cover\"", "\"x\"", "1", "{}",
            "{\"file\":\"\(SHA256.hash(image(2)).hex)\",\"type\":\"image/png\",\"size\":300}",
        ] {
            let answer = try service.send(.patch, path, json: "{\"cover\":\(value)}", [any])
            #expect(answer.status == .unprocessableContent)
            #expect(try answer.errors == ["/cover file"])
        }
        let own = "{\"title\":\"B\",\"cover\":\"\(path)/cover\"}"
        for method in [Method.patch, .put] {
            let answer = try service.send(method, path, json: own, [any])
            #expect(answer.status == .ok)
            #expect(try answer.json["cover"]?.string == "\(path)/cover")
        }
        #expect(try service.send(.patch, path, json: "{}", [any]).json["cover"] != .null)
        let replaced = try service.send(.put, path, json: "{\"title\":\"B\"}", [any])
        #expect(try replaced.json["cover"] == .null)
        let removed = try service.send(.patch, other, json: "{\"cover\":null}", [any])
        #expect(try removed.json["cover"] == .null)
        #expect(try service.has(files: 0))
        let created = try service.send(.post, "/albums", json: own)
        #expect(created.status == .unprocessableContent)
    }

    @Test func `is there again after a restart`() throws {
        let folder = try TemporaryFolder()
        let first = try TestService(in: folder)
        let path = try first.addAlbum()
        first.store.close()
        let second = try TestService(in: folder)
        #expect(try second.get("\(path)/cover").bytes == image())
        _ = try second.post(path, parts: [.text("title", "B")])
        #expect(try second.get("\(path)/cover").bytes == image())
    }

    @Test func `is shown on its pages`() throws {
        let service = try TestService()
        let path = try service.addAlbum()
        for target in [path, "\(path)/edit"] {
            let images = try service.get(target).page.all("img")
            #expect(images.map { $0["src"] } == ["\(path)/cover"])
            #expect(images.allSatisfy { $0["alt"]?.isEmpty == false && $0["loading"] == "lazy" })
        }
        #expect(try service.get("\(path)/edit").page.all("form")[0]["enctype"] != nil)
        let text = try service.get(path, [("Accept", "text/plain")]).text
        #expect(text.contains("cover: \(path)/cover\n"))
        #expect(try service.get("/albums/new").page.all("img").isEmpty)
    }
}

extension [UInt8] {
    /// The bytes in hexadecimal digits.
    fileprivate var hex: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
