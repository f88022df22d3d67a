import Glibc
import Groundwork
import Testing

@testable import FormworkStore

/// A file that the tests keep.
private let picture = Array("not really a picture".utf8)

extension Store {
    /// Keeps a file and waits for it.
    func keepNow(_ bytes: [UInt8]) throws(StoreError) -> KeptFile {
        let answer = SignalledLock<Result<KeptFile, StoreError>?>(nil)
        keep(FileContent(bytes)) { result in answer.change { $0 = result } }
        let result = answer.wait(atMost: nil) { $0 }
        return try (result ?? .failure(.closed)).get()
    }
}

extension Change {
    /// Saves a new book that names files.
    fileprivate static func book(_ title: String, files: [String]) -> Change {
        .create(type: "books", document: ["title": .string(title)], files: files)
    }

    /// Gives a book other files.
    fileprivate static func refile(_ id: String, _ files: [String]) -> Change {
        .update(type: "books", id: id, expectedRevision: nil, document: [:], files: files)
    }
}

extension SimulatedFileSystem {
    /// The paths of all kept files and drafts.
    fileprivate var blobs: Set<String> {
        Set(disk.files.keys.filter { $0.contains("/blobs/") })
    }
}

@Suite struct BlobTests {
    private static func path(_ bytes: [UInt8]) -> String {
        BlobFiles(in: simulatedFolder, SimulatedFileSystem())
            .path(FileDigest(SHA256.hash(bytes)))
    }

    /// Waits until the keeper has done all that it was asked for, and what that led to.
    private static func settle(_ store: Store) {
        for _ in 0..<2 {
            let unreadable = FileContent(
                descriptor: -1, offset: 0, length: 1, owner: SignalledLock(false))
            let isDone = SignalledLock(false)
            store.keep(unreadable) { _ in isDone.change { $0 = true } }
            _ = isDone.wait(atMost: nil) { $0 ? true : nil }
        }
    }

    private static func bytes(_ store: Store, _ digest: String) throws -> [UInt8]? {
        guard let file = try store.file(digest) else { return nil }
        var bytes: [UInt8] = []
        try file.content.forEachPiece(store.share.blobs.files.fileSystem) { bytes += $0 }
        return bytes
    }

    @Test func `A file is kept by its content, as long as a record names it`() throws {
        let disk = SimulatedFileSystem()
        var store = try openStore(disk)
        var kept: KeptFile? = try store.keepNow(picture)
        let digest = try #require(kept).digest
        #expect(digest == "fe1a4ab1fb6347036bead73597d5d2958b26ac0b96f68ca2f6dcee53a50f297e")
        let book = try store.save(.book("Emma", files: [digest]))
        #expect(book.files == [digest])
        kept = nil
        store.close()
        #expect(disk.blobs == [Self.path(picture)])
        #expect(disk.disk.files[Self.path(picture)] == picture)

        store = try openStore(disk)
        #expect(try store.record("books", book.id)?.files == [digest])
        #expect(try Self.bytes(store, digest) == picture)
        _ = try store.save(.retitle(book.id, "Emma"))
        store.close()
        #expect(disk.blobs.isEmpty)
        #expect(kept == nil)
    }

    @Test func `A file that two records name goes with the last of them`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        let digest = try store.keepNow(picture).digest
        #expect(throws: StoreError.invalid(reason: "there is no file \(digest)")) {
            Self.settle(store)
            return try store.commit([.book("late", files: [digest])])
        }
        var kept: KeptFile? = try store.keepNow(picture)
        let pair = try store.commit([
            .book("a", files: [digest]), .book("b", files: [digest, digest]),
        ])
        #expect(kept != nil)
        kept = nil
        _ = try store.save(.refile(pair[0].id, []))
        Self.settle(store)
        #expect(try Self.bytes(store, digest) == picture)
        _ = try store.save(.removeBook(pair[1].id))
        store.close()
        #expect(disk.blobs.isEmpty)
    }

    @Test func `A file that is kept again meanwhile stays`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        let first = try store.keepNow(picture)
        let book = try store.save(.book("Emma", files: [first.digest]))
        let held = try #require(store.kept(first.digest))
        _ = try store.save(.removeBook(book.id))
        Self.settle(store)
        #expect(disk.blobs == [Self.path(picture)])
        let again = try store.save(.book("Emma", files: [held.digest]))
        withExtendedLifetime((first, held)) {}
        store.close()
        #expect(disk.blobs == [Self.path(picture)])
        let reopened = try openStore(disk)
        #expect(try Self.bytes(reopened, again.files[0]) == picture)
        reopened.close()
    }

    @Test(
        "Only what is kept can be named",
        arguments: ["", "x", "../../etc/passwd", String(repeating: "0", count: 64)])
    func unknown(_ digest: String) throws {
        let store = try openStore(SimulatedFileSystem())
        defer { store.close() }
        #expect(throws: StoreError.invalid(reason: "there is no file \(digest)")) {
            try store.commit([.book("Emma", files: [digest])])
        }
        #expect(try store.file(digest) == nil)
        #expect(store.kept(digest) == nil)
    }

    @Test func `All files together have no more bytes than the quota`() throws {
        let disk = SimulatedFileSystem()
        var options = quietOptions()
        options.filesQuota = 100
        let store = try openStore(disk, options: options)
        let first = try store.keepNow([UInt8](repeating: 1, count: 60))
        #expect(throws: StoreError.filesFull(quota: 100)) {
            try store.keepNow([UInt8](repeating: 2, count: 41))
        }
        #expect(try store.keepNow([UInt8](repeating: 1, count: 60)).digest == first.digest)
        var second: KeptFile? = try store.keepNow([UInt8](repeating: 2, count: 40))
        #expect(second != nil)
        second = nil
        let third = try store.keepNow([UInt8](repeating: 3, count: 40))
        _ = try store.commit([.book("a", files: [first.digest]), .book("b", files: [third.digest])])
        store.close()
        let again = try openStore(disk, options: options)
        #expect(throws: StoreError.filesFull(quota: 100)) { try again.keepNow([7]) }
        again.close()
        withExtendedLifetime((first, third)) {}
    }

    @Test func `What a crash left is swept, and what isn't ours is left alone`() throws {
        let stray = Array("stray".utf8)
        let disk = SimulatedFileSystem()
        for path in ["/s/blobs", "/s/blobs/ab", "/s/blobs/xyz"] { try disk.makeFolder(path) }
        let foreign: Set = ["/s/blobs/ab/notes.txt", "/s/blobs/README", "/s/blobs/ab/x.tmp"]
        try disk.makeFolder(SimulatedDisk.parent(Self.path(stray)))
        for path in foreign.union([Self.path(stray), Self.path(stray) + ".tmp"]) {
            let file = try disk.open(path, for: .creating)
            try disk.writeAll(file, stray.span, path: path)
            disk.close(file)
        }
        let store = try openStore(disk)
        Self.settle(store)
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
        try disk.remove(Self.path(picture))
        disk.set(Self.path(other), Array("another pictureX".utf8))
        let report = try Store.check(folder: simulatedFolder, fileSystem: disk)
        #expect(
            report.damages.map(\.description).map { $0.prefix { $0 != ";" } } == [
                "\(Self.path(picture)) (byte 0): the file is missing, record \(books[0].id)",
                "\(Self.path(other)) (byte 0): the file isn\u{2019}t what was kept, record \(books[1].id)",
            ])
        let repaired = try Store.repair(folder: simulatedFolder, fileSystem: disk)
        #expect(
            repaired.repairs == ["\(Self.path(other)): kept in /s/quarantine/\(kept[1].digest)"])
        let notes = Notes()
        store = try openStore(disk, options: quietOptions { notes.add($0) })
        #expect(try store.file(kept[0].digest) == nil)
        #expect(store.count("books") == 2)
        // The same file sent again is whole again.
        _ = try store.keepNow(picture)
        #expect(try Self.bytes(store, kept[0].digest) == picture)
        store.close()
        #expect(
            Set(notes.all) == [
                "a record names a file that is missing: \(Self.path(picture))",
                "a record names a file that is missing: \(Self.path(other))",
            ])
    }

    @Test func `A file with other bytes of the same length is written anew`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        let kept = try store.keepNow(picture)
        disk.set(Self.path(picture), picture.map { ~$0 })
        let again = try store.keepNow(picture)
        #expect(disk.disk.files[Self.path(picture)] == picture)
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
            let files = BlobFiles(in: "\(folder)/b", SystemFileSystem())
            #expect(try files.size(FileDigest(SHA256.hash(picture))) == picture.count)
            #expect(try files.size(try #require(FileDigest(held.digest))) == nil)
            store.close()
            let copy = try Store.open(folder: "\(folder)/b", types: ["books"])
            #expect(try copy.record("books", book.id)?.files == [kept.digest])
            #expect(try Self.bytes(copy, kept.digest) == picture)
            copy.close()

            try SystemFileSystem().remove(files.path(FileDigest(SHA256.hash(picture))))
            let again = try Store.backUp(folder: "\(folder)/b", to: "\(folder)/c")
            #expect(again.damages.map(\.reason) == ["the file is missing"])
            #expect(again.damages.map(\.path) == [files.path(FileDigest(SHA256.hash(picture)))])
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
        var face: KeptFile? = try store.keepNow(Array("a face".utf8))
        let digest = try #require(face).digest
        let book = try store.save(.book("Emma", files: [kept.digest]))
        let profile = try store.save(
            .create(type: "profiles", document: ["name": .string("Ann")], files: [digest]))
        face = nil
        _ = try store.save(.delete(type: "profiles", id: profile.id, expectedRevision: nil))
        store.close()
        for bytes in disk.disk.files.values {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("a face") && !text.contains(digest) || text.isEmpty)
        }
        let again = try openStore(disk)
        #expect(try again.record("books", book.id)?.files == [kept.digest])
        again.close()
    }

    /// A call that fails while a file is kept, and what follows from it.
    struct Fault: Sendable, CustomTestStringConvertible {
        var call: String
        var code: Int32
        var path: String?
        var isFinal = false
        var testDescription: String { "\(call) \(path ?? "") \(code)" }
    }

    @Test(
        "A failing call is told, and nothing half kept is left",
        arguments: [
            Fault(call: "mkdir", code: ENOSPC), Fault(call: "mkdir", code: EIO),
            Fault(call: "open", code: EMFILE), Fault(call: "write", code: ENOSPC),
            Fault(call: "write", code: EDQUOT), Fault(call: "write", code: EIO),
            Fault(call: "rename", code: EIO), Fault(call: "rename", code: EROFS),
            Fault(call: "fsync", code: EIO, isFinal: true),
            Fault(call: "fsync", code: ENOSPC, isFinal: true),
            Fault(call: "fsync", code: EIO, path: "/s", isFinal: true),
        ])
    func faults(_ fault: Fault) throws {
        let disk = SimulatedFileSystem()
        var store = try openStore(disk)
        Self.settle(store)
        disk.plan(.init(call: fault.call, nth: 1, code: fault.code, path: fault.path))
        let error = #expect(throws: StoreError.self) { try store.keepNow(picture) }
        disk.forgetFaults()
        if fault.isFinal {
            #expect(error?.description.hasPrefix("not saved: fsync") == true)
            #expect(throws: StoreError.self) { try store.save(.book("Emma")) }
            #expect(throws: StoreError.self) { try store.keepNow(picture) }
        } else {
            let isFull = fault.code == ENOSPC || fault.code == EDQUOT
            #expect((error == .diskFull) == isFull)
            #expect(!disk.blobs.contains { $0.hasSuffix(".tmp") })
            let kept = try store.keepNow(picture)
            _ = try store.save(.book("Emma", files: [kept.digest]))
        }
        store.close()
        store = try openStore(disk)
        let named = try store.page("books", offset: 0, limit: 9).flatMap(\.files)
        for digest in named { #expect(try Self.bytes(store, digest) == picture) }
        store.close()
        #expect(disk.blobs.count == Set(named).count)
    }

    @Test func `A file that can't be removed is told`() throws {
        let disk = SimulatedFileSystem()
        let notes = Notes()
        let store = try openStore(disk, options: quietOptions { notes.add($0) })
        Self.settle(store)
        disk.plan(.init(call: "unlink", nth: 1, code: EIO, path: Self.path(picture)))
        _ = try store.keepNow(picture)
        Self.settle(store)
        store.close()
        #expect(notes.all.map { $0.prefix(40) } == ["a file that nobody needs is still there:"])
        #expect(disk.blobs == [Self.path(picture)])
        let again = try openStore(disk)
        Self.settle(again)
        again.close()
        #expect(disk.blobs.isEmpty)
    }

    @Test func `A store that may not write keeps nothing`() throws {
        let disk = SimulatedFileSystem()
        try openStore(disk).close()
        var options = quietOptions()
        options.isReadOnly = true
        let store = try openStore(disk, options: options)
        #expect(throws: StoreError.self) { try store.keepNow(picture) }
        store.close()
        #expect(throws: StoreError.self) { try store.keepNow(picture) }
        #expect(disk.blobs.isEmpty)
    }

    @Test func `A power cut after any call leaves every named file whole`() throws {
        let disk = SimulatedFileSystem(
            SimulatedDisk(root: simulatedFolder), isRecording: true)
        let store = try openStore(disk)
        let other = Array("another picture".utf8)
        let kept = try store.keepNow(picture)
        let book = try store.save(.book("first", files: [kept.digest]))
        disk.acknowledge(book.id)
        let next = try store.keepNow(other)
        _ = try store.save(.refile(book.id, [next.digest]))
        withExtendedLifetime((kept, next)) {}
        Self.settle(store)
        store.close()
        var states = 0
        for moment in disk.history {
            for state in moment.disk.crashStates() {
                states += 1
                let after = SimulatedFileSystem(state)
                let store = try openStore(after)
                var named: Set<String> = []
                for record in try store.page("books", offset: 0, limit: 9) {
                    for digest in record.files {
                        let bytes = try Self.bytes(store, digest)
                        #expect(bytes == picture || bytes == other, "\(moment.call)")
                        named.insert(digest)
                    }
                }
                let isThere = try moment.acknowledged.allSatisfy {
                    try store.record("books", $0) != nil
                }
                #expect(isThere, "\(moment.call)")
                Self.settle(store)
                store.close()
                #expect(after.blobs.count == named.count, "\(moment.call)")
            }
        }
        #expect(states > 150)
    }

    @Test("Random changes match a model of who names what", arguments: 1...40)
    func model(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let disk = SimulatedFileSystem()
        let options = quietOptions(segmentLimit: 2000, foldLimit: seed % 2 == 0 ? 10_000 : 0)
        var store = try openStore(disk, options: options)
        var model: [String: [String]] = [:]
        var held: [KeptFile] = []
        for step in 0..<60 {
            let id = model.keys.sorted().randomElement(using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                held.append(try store.keepNow([UInt8(Int.random(in: 0..<6, using: &random))]))
            case 3, 4:
                let files = held.map(\.digest).filter { _ in Bool.random(using: &random) }
                let book = try store.save(.book("\(step)", files: files))
                model[book.id] = files
            case 5:
                guard let id else { continue }
                let known = Set(model.values.joined()).union(held.map(\.digest)).sorted()
                let files = known.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
                _ = try store.save(.refile(id, files))
                model[id] = files
            case 6:
                guard let id else { continue }
                _ = try store.save(.removeBook(id))
                model[id] = nil
            default:
                held = []
                if Bool.random(using: &random) {
                    store.close()
                    store = try openStore(disk, options: options)
                }
            }
            for (id, files) in model { #expect(try store.record("books", id)?.files == files) }
        }
        held = []
        store.close()
        let named = Set(model.values.joined())
        #expect(Set(disk.blobs.map { String($0.suffix(64)) }) == named)
    }
}
