import FormworkRecords
import Groundwork
import System
import Testing

@testable import FormworkStore

@Suite struct AttachmentTests {
    @Test func `A file is kept by its content, as long as a record names it`() throws {
        let disk = SimulatedFileSystem()
        var store = try openStore(disk)
        var kept: AttachmentHold? = try store.keepNow(picture)
        let digest = try #require(kept).digest
        #expect(digest == "fe1a4ab1fb6347036bead73597d5d2958b26ac0b96f68ca2f6dcee53a50f297e")
        let book = try store.save(.book("Emma", files: [digest]))
        #expect(book.attachments == [digest])
        kept = nil
        store.close()
        #expect(disk.blobs == [Attachments.path(picture)])
        #expect(disk.disk.files[Attachments.path(picture)] == picture)

        store = try openStore(disk)
        #expect(try store.record("books", book.id)?.attachments == [digest])
        #expect(try Attachments.bytes(store, digest) == picture)
        #expect(try store.save(.retitle(book.id, "Emma Woodhouse")).attachments == [digest])
        Attachments.settle(store)
        #expect(try Attachments.bytes(store, digest) == picture)
        _ = try store.save(.refile(book.id, []))
        store.close()
        #expect(disk.blobs.isEmpty)
        #expect(kept == nil)
    }

    @Test func `A file that two records name goes with the last of them`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        let digest = try store.keepNow(picture).digest
        #expect(throws: CommitError.invalid(reason: "there is no file \(digest)")) {
            Attachments.settle(store)
            return try store.commit([.book("late", files: [digest])])
        }
        var kept: AttachmentHold? = try store.keepNow(picture)
        let pair = try store.commit([
            .book("a", files: [digest]), .book("b", files: [digest, digest]),
        ])
        #expect(kept != nil)
        kept = nil
        _ = try store.save(.refile(pair[0].id, []))
        Attachments.settle(store)
        #expect(try Attachments.bytes(store, digest) == picture)
        _ = try store.save(.removeBook(pair[1].id))
        store.close()
        #expect(disk.blobs.isEmpty)
    }

    @Test func `A file that is kept again meanwhile stays`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        let first = try store.keepNow(picture)
        let book = try store.save(.book("Emma", files: [first.digest]))
        let held = try #require(store.hold(first.digest))
        _ = try store.save(.removeBook(book.id))
        Attachments.settle(store)
        #expect(disk.blobs == [Attachments.path(picture)])
        let again = try store.save(.book("Emma", files: [held.digest]))
        withExtendedLifetime((first, held)) {}
        store.close()
        #expect(disk.blobs == [Attachments.path(picture)])
        let reopened = try openStore(disk)
        #expect(try Attachments.bytes(reopened, again.attachments[0]) == picture)
        reopened.close()
    }

    @Test(
        "Only what is kept can be named",
        arguments: ["", "x", "../../etc/passwd", String(repeating: "0", count: 64)])
    func unknown(_ digest: String) throws {
        let store = try openStore(SimulatedFileSystem())
        defer { store.close() }
        #expect(throws: CommitError.invalid(reason: "there is no file \(digest)")) {
            try store.commit([.book("Emma", files: [digest])])
        }
        #expect(try store.attachment(digest) == nil)
        #expect(store.hold(digest) == nil)
    }

    @Test(
        "What a file is known by is 64 digits in lower case, and nothing else",
        arguments: [
            ("0123456789abcdef", 4, true), ("0123456789ABCDEF", 4, false), ("0", 63, false),
            ("0", 65, false), ("f", 64, true), ("g", 64, false), ("/", 64, false),
            ("\u{FF11}", 64, false), ("\u{660}", 32, false), ("", 0, false), (" ", 64, false),
        ])
    func digests(_ part: String, _ count: Int, _ isOne: Bool) {
        let text = String(repeating: part, count: count)
        #expect(AttachmentDigest(text)?.description == (isOne ? text : nil))
    }

    @Test func `All files together have no more bytes than the quota`() throws {
        let disk = SimulatedFileSystem()
        var options = quietOptions()
        options.attachmentsQuota = 100
        let store = try openStore(disk, options: options)
        let first = try store.keepNow([UInt8](repeating: 1, count: 60))
        #expect(throws: CommitError.attachmentsFull(quota: 100)) {
            try store.keepNow([UInt8](repeating: 2, count: 41))
        }
        #expect(try store.keepNow([UInt8](repeating: 1, count: 60)).digest == first.digest)
        var second: AttachmentHold? = try store.keepNow([UInt8](repeating: 2, count: 40))
        #expect(second != nil)
        second = nil
        Attachments.settle(store)
        let third = try store.keepNow([UInt8](repeating: 3, count: 40))
        _ = try store.commit([.book("a", files: [first.digest]), .book("b", files: [third.digest])])
        store.close()
        let again = try openStore(disk, options: options)
        #expect(throws: CommitError.attachmentsFull(quota: 100)) { try again.keepNow([7]) }
        again.close()
        withExtendedLifetime((first, third)) {}
    }

    @Test func `What a crash left is swept, and what isn't ours is left alone`() throws {
        let stray = Array("stray".utf8)
        let disk = SimulatedFileSystem()
        for path in ["/s/blobs", "/s/blobs/ab", "/s/blobs/xyz"] { try disk.makeFolder(path) }
        let foreign: Set = ["/s/blobs/ab/notes.txt", "/s/blobs/README", "/s/blobs/ab/x.tmp"]
        try disk.makeFolder(SimulatedDisk.parent(Attachments.path(stray)))
        for path in foreign.union([Attachments.path(stray), Attachments.path(stray) + ".tmp"]) {
            let file = try disk.open(path, for: .creating)
            try disk.writeAll(file, stray.span, path: path)
            disk.close(file)
        }
        let store = try openStore(disk)
        Attachments.settle(store)
        store.close()
        #expect(disk.blobs == foreign)
    }

    @Test func `A file that is missing or changed is told, and the records are served`() throws {
        let disk = SimulatedFileSystem()
        let other = Array("another picture".utf8)
        var store = try openStore(disk)
        let kept = [try store.keepNow(picture), try store.keepNow(other)]
        let books = try store.commit(kept.map { .book("Emma", files: [$0.digest]) })
        store.close()
        #expect(try Store.check(folder: simulatedFolder, fileSystem: disk).damages.isEmpty)
        try disk.remove(Attachments.path(picture))
        disk.set(Attachments.path(other), Array("another pictureX".utf8))
        let report = try Store.check(folder: simulatedFolder, fileSystem: disk)
        #expect(
            report.damages.map(\.description).map { $0.prefix { $0 != ";" } } == [
                "\(Attachments.path(picture)): the file is missing, record \(books[0].id)",
                "\(Attachments.path(other)): the file isn\u{2019}t what was kept, record \(books[1].id)",
            ])
        let repaired = try Store.repair(folder: simulatedFolder, fileSystem: disk)
        #expect(
            repaired.repairs == [
                "\(Attachments.path(other)): kept in /s/quarantine/\(kept[1].digest)"
            ])
        let notes = Notes()
        store = try openStore(disk, options: quietOptions { notes.add($0) })
        #expect(try store.attachment(kept[0].digest) == nil)
        #expect(store.count("books") == 2)
        // The same file sent again is whole again.
        _ = try store.keepNow(picture)
        #expect(try Attachments.bytes(store, kept[0].digest) == picture)
        store.close()
        #expect(
            Set(notes.all) == [
                "a record names a file that is missing: \(Attachments.path(picture))",
                "a record names a file that is missing: \(Attachments.path(other))",
            ])
    }

    @Test func `A file with other bytes of the same length is written anew`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        let kept = try store.keepNow(picture)
        disk.set(Attachments.path(picture), picture.map { ~$0 })
        let again = try store.keepNow(picture)
        #expect(disk.disk.files[Attachments.path(picture)] == picture)
        withExtendedLifetime((kept, again)) {}
        store.close()
    }

    @Test func `A backup has the files that its records name`() throws {
        try withFolder { folder in
            let store = try Store.open(folder: "\(folder)/a", types: ["books"])
            let kept = try store.keepNow(picture)
            let held = try store.keepNow(Array("nobody names this".utf8))
            let book = try store.save(.book("Emma", files: [kept.digest]))
            let report = try Store.backUp(folder: "\(folder)/a", to: "\(folder)/b")
            #expect(report.damages.isEmpty)
            let files = AttachmentFiles(
                in: Folder(path: "\(folder)/b", fileSystem: SystemFileSystem()))
            #expect(try files.size(AttachmentDigest(SHA256.hash(picture))) == picture.count)
            #expect(try files.size(try #require(AttachmentDigest(held.digest))) == nil)
            store.close()
            let copy = try Store.open(folder: "\(folder)/b", types: ["books"])
            #expect(try copy.record("books", book.id)?.attachments == [kept.digest])
            #expect(try Attachments.bytes(copy, kept.digest) == picture)
            copy.close()

            try SystemFileSystem().remove(files.path(AttachmentDigest(SHA256.hash(picture))))
            let again = try Store.backUp(folder: "\(folder)/b", to: "\(folder)/c")
            #expect(again.damages.map(\.reason) == ["the file is missing"])
            #expect(
                again.damages.map(\.path) == [files.path(AttachmentDigest(SHA256.hash(picture)))])
        }
    }

    @Test func `Compaction and a fold keep the files of a record, and what is erased is gone`()
        throws
    {
        let disk = SimulatedFileSystem()
        let options = quietOptions(
            segmentLimit: 500, foldLimit: 64 << 20, personalTypes: ["profiles"])
        let store = try openStore(disk, options: options)
        let kept = try store.keepNow(picture)
        var face: AttachmentHold? = try store.keepNow(Array("a face".utf8))
        let digest = try #require(face).digest
        let book = try store.save(.book("Emma", files: [kept.digest]))
        let profile = try store.save(
            .create(type: "profiles", document: ["name": .string("Ann")], attachments: [digest]))
        face = nil
        _ = try store.save(.delete(type: "profiles", id: profile.id, expectedRevision: nil))
        store.close()
        for bytes in disk.disk.files.values {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("a face") && !text.contains(digest) || text.isEmpty)
        }
        let again = try openStore(disk)
        #expect(try again.record("books", book.id)?.attachments == [kept.digest])
        again.close()
    }
}
