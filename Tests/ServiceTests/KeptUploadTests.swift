import Formwork
import FormworkHTTP
import FormworkRecords
import FormworkStore
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A file on a page that is shown again` {
    private func token(_ answer: TestAnswer) throws -> String? {
        try answer.page.all("input").first { $0["name"] == "_cover" }?["value"]
    }

    @Test(arguments: [
        ["title": ""], ["title": "A", "_intent": "check"],
        ["title": "A", "_intent": "clear:title"],
    ])
    func `needn't be chosen again`(fields: [String: String]) throws {
        let service = try TestService()
        let parts = fields.map { Part.text($0.key, $0.value) } + [.file("cover", image())]
        let answer = try service.post("/albums", parts: parts)
        #expect(answer.status == (fields["_intent"] == nil ? .unprocessableContent : .ok))
        #expect(service.store.count("albums") == 0)
        let token = try #require(try token(answer))
        #expect(answer.text.contains("Chosen: PNG image, 300 bytes."))

        let again = try service.post(
            "/albums", parts: [.text("title", ""), .text("_cover", token)])
        #expect(try self.token(again) == token)
        let saved = try service.post("/albums", [("title", "A"), ("_cover", token)])
        let path = try #require(saved[.location])
        #expect(try service.get("\(path)/cover").bytes == image())

        let used = try service.post("/albums", [("title", "A"), ("_cover", token)])
        #expect(used.status == .unprocessableContent)
        #expect(used.text.contains("Choose the cover again; it was kept for an hour"))
        #expect(try self.token(used) == nil)
    }

    @Test func `gives way to another, stays beside a bad one, and can be taken away`() throws {
        let service = try TestService()
        let first = try #require(
            try token(
                service.post("/albums", parts: [.text("title", ""), .file("cover", image(1))])))
        let other = try service.post(
            "/albums",
            parts: [.text("title", ""), .text("_cover", first), .file("cover", image(2))])
        let second = try #require(try token(other))
        #expect(second != first)
        #expect(try service.has(files: 1))
        let bad = try service.post(
            "/albums", parts: [.text("title", "A"), .text("_cover", second), .file("cover", [1])])
        #expect(bad.status == .unprocessableContent)
        #expect(try token(bad) == second)
        let saved = try service.post(
            "/albums", [("title", "A"), ("_cover", second), ("_remove", "cover")])
        #expect(try service.cover(try #require(saved[.location])) == .null)
        #expect(try service.has(files: 0))
    }

    @Test func `isn't kept for programs, nor for what another site sends`() throws {
        let service = try TestService()
        let parts = [Part.text("title", ""), .file("cover", image())]
        for kind in ["application/json", "text/plain"] {
            let answer = try service.post("/albums", parts: parts, [("Accept", kind)])
            #expect(answer.status == .unprocessableContent)
        }
        let text = try service.post("/albums", parts: parts, [("Accept", "text/plain")]).text
        #expect(text.hasSuffix("/albums --form-string 'title=' -F 'cover=@FILE'\n"))
        let good = [Part.text("title", "A"), .file("cover", image())]
        let foreign = try service.post("/albums", parts: good, [("Sec-Fetch-Site", "cross-site")])
        #expect(foreign.status == .forbidden)
        #expect(try token(foreign) == nil)
        #expect(try service.has(files: 0))
    }

    @Test func `is kept also when someone else changed the record first`() throws {
        let service = try TestService()
        let path = try service.addAlbum(nil)
        _ = try service.post(path, [("title", "B")])
        let stale = try service.post(
            path, parts: [.text("title", "C"), .text("_revision", "1"), .file("cover", image())])
        #expect(stale.status == .conflict)
        let token = try #require(try token(stale))
        _ = try service.post(path, [("title", "C"), ("_revision", "2"), ("_cover", token)])
        #expect(try service.get("\(path)/cover").bytes == image())
    }

    @Test func `has no room beyond the quota, and all else is kept`() throws {
        let service = try TestService { $0.filesQuota = 1_000 }
        let path = try service.addAlbum(image(1, count: 600))
        let large = [Part.text("title", "B"), .file("cover", image(2, count: 600))]
        let answer = try service.post("/albums", parts: large)
        #expect(answer.status == .contentTooLarge)
        #expect(try answer.page.value(of: "title") == "B")
        #expect(answer.text.contains("there is no room for more files"))
        let json = try service.post("/albums", parts: large, [("Accept", "application/json")])
        #expect(json.status == .contentTooLarge)
        let invalid = try service.post(
            "/albums", parts: [.text("title", ""), .file("cover", image(2, count: 600))])
        #expect(invalid.status == .unprocessableContent)
        #expect(try token(invalid) == nil)
        #expect(service.store.count("albums") == 1)
        #expect(try service.get("\(path)/cover").bytes.count == 600)
        #expect(try service.addAlbum(image(3, count: 100)) != path)
    }

    @Test func `isn't saved where nothing can be`() throws {
        let folder = try TemporaryFolder()
        try TestService(in: folder).store.close()
        let service = try TestService(in: folder) { $0.isReadOnly = true }
        let answer = try service.post(
            "/albums", parts: [.text("title", "A"), .file("cover", image())])
        #expect(answer.status == .serviceUnavailable)
        #expect(try answer.page.value(of: "title") == "A")
    }
}

@Suite struct `Files of forms that weren't saved` {
    private func upload(_ service: TestService, _ mark: UInt8, count: Int = 100) throws
        -> PendingUpload
    {
        let promise = Lock<AttachmentHold?>(nil)
        service.store.keep(.bytes(image(mark, count: count))) { result in
            promise.withLock { $0 = try? result.get() }
        }
        try service.settleFiles()
        let file = try #require(promise.withLock { $0 })
        let reference = FileReference(digest: file.digest, type: .png, size: count)
        return PendingUpload(hold: file, reference: try #require(reference))
    }

    @Test func `are bounded in number and in bytes, the oldest going first`() throws {
        let service = try TestService()
        let few = PendingUploads(most: 2, mostBytes: 10_000)
        let tokens = try (1...3).map { try few.add(upload(service, $0)) ?? "" }
        #expect(Set(tokens).count == 3)
        #expect(tokens.map { few.upload(for: $0) != nil } == [false, true, true])
        let small = PendingUploads(most: 9, mostBytes: 250)
        let others = try (1...3).map { try small.add(upload(service, $0)) ?? "" }
        #expect(others.map { small.upload(for: $0) != nil } == [false, true, true])
        #expect(try small.add(upload(service, 4, count: 251)) == nil)
        small.remove(others[1])
        small.remove("nothing")
        #expect(try small.add(upload(service, 5, count: 150)) != nil)
        #expect(small.upload(for: others[2]) != nil)
    }

    @Test func `of one address push out none of another's, beyond the share of it`() throws {
        let service = try TestService()
        let uploads = PendingUploads(most: 16, mostBytes: 16_000)
        let many = try #require(IPAddress("192.0.2.2"))
        let other = try #require(IPAddress("192.0.2.1"))
        let token = try #require(uploads.add(try upload(service, 1), for: other))
        for number in 2..<40 { _ = uploads.add(try upload(service, UInt8(number)), for: many) }
        #expect(uploads.upload(for: token) != nil)
    }

    @Test func `are forgotten after a while`() throws {
        let service = try TestService()
        let uploads = PendingUploads(lifetime: 0)
        let token = try #require(try uploads.add(upload(service, 1)))
        #expect(uploads.upload(for: token) == nil)
        #expect(try service.has(files: 0))
    }
}

@Suite struct `Files in exports and imports` {
    @Test(arguments: [TransferFormat.jsonl, .csv])
    func `are named as they are stored, and taken where they are`(format: TransferFormat) throws {
        let service = try TestService()
        let path = try service.addAlbum()
        let text = try Transfer.text(format, of: service.store, type: "albums")
        #expect(!text.contains(path))
        let digest = try #require(
            try service.store.page("albums", offset: 0, limit: 1, newestFirst: true).first?
                .attachments
                .first)
        #expect(text.contains(digest))

        let id = String(path.dropFirst("/albums/".count))
        let copy = text.replacing(
            format == .csv ? id : "\"\(id)\"", with: format == .csv ? "" : "null")
        let here = try Transfer.bring(copy, format, into: service.store, type: "albums")
        #expect(here.report == [])
        #expect(here.imported == 1)
        _ = try service.post("\(path)/delete", [])
        #expect(try service.has(files: 1))

        let other = try TestService()
        let there = try Transfer.bring(text, format, into: other.store, type: "albums")
        let line = format == .csv ? 2 : 1
        #expect(
            there.report == [
                "line \(line): cover: No record here has this file; a backup takes files along,"
                    + " an export doesn't"
            ])
        #expect(other.store.count("albums") == 0)
        let wrong = text.replacing("300", with: "301")
        let odd = try Transfer.bring(wrong, format, into: service.store, type: "albums")
        #expect(odd.refused == 1)
    }

    @Test func `can't be named by a path`() throws {
        let service = try TestService()
        let path = try service.addAlbum()
        let line = "{\"title\":\"A\",\"cover\":\"\(path)/cover\"}\n"
        #expect(try Transfer.bring(line, .jsonl, into: service.store, type: "albums").refused == 1)
    }

    @Test func `have no place in a record of a person`() throws {
        let failure = #expect(throws: ServeFailure.self) {
            try Service(definedBy: { service in
                service.personal(
                    "me", of: TestAlbum.self, starting: TestAlbum(), storedAs: "mes",
                    isRemembered: { _ in true }
                ) { $album in
                    Text("Hello")
                } form: { $album in
                    TestAlbumForm(album: $album)
                }
            })
        }
        #expect(failure?.exitCode == 70)
        #expect(failure?.description.contains("the field \"Cover\" is for a file") == true)
    }
}
