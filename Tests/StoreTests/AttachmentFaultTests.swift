import FormworkRecords
import Glibc
import Groundwork
import TestSupport
import Testing

@testable import FormworkStore

/// Kept files on a disk that fails, and many random changes.
@Suite struct AttachmentFaultTests {
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
        Attachments.settle(store)
        disk.plan(.init(call: fault.call, nth: 1, code: fault.code, path: fault.path))
        let error = #expect(throws: CommitError.self) { try store.keepNow(picture) }
        disk.forgetFaults()
        if fault.isFinal {
            #expect(error?.description.hasPrefix("not saved: fsync") == true)
            #expect(throws: CommitError.self) { try store.save(.book("Emma")) }
            #expect(throws: CommitError.self) { try store.keepNow(picture) }
        } else {
            let isFull = fault.code == ENOSPC || fault.code == EDQUOT
            #expect((error == .diskFull) == isFull)
            #expect(!disk.blobs.contains { $0.hasSuffix(".tmp") })
            let kept = try store.keepNow(picture)
            _ = try store.save(.book("Emma", files: [kept.digest]))
        }
        store.close()
        store = try openStore(disk)
        let named = try store.page("books", offset: 0, limit: 9).flatMap(\.attachments)
        for digest in named { #expect(try Attachments.bytes(store, digest) == picture) }
        store.close()
        #expect(disk.blobs.count == Set(named).count)
    }

    @Test func `A file that can't be removed is told`() throws {
        let disk = SimulatedFileSystem()
        let notes = Notes()
        let store = try openStore(disk, options: quietOptions { notes.add($0) })
        Attachments.settle(store)
        disk.plan(.init(call: "unlink", nth: 1, code: EIO, path: Attachments.path(picture)))
        _ = try store.keepNow(picture)
        Attachments.settle(store)
        store.close()
        #expect(notes.all.map { $0.prefix(40) } == ["a file that nobody needs is still there:"])
        #expect(disk.blobs == [Attachments.path(picture)])
        let again = try openStore(disk)
        Attachments.settle(again)
        again.close()
        #expect(disk.blobs.isEmpty)
    }

    @Test func `A file that can't be written is told`() throws {
        let disk = SimulatedFileSystem()
        let notes = Notes()
        let store = try openStore(disk, options: quietOptions { notes.add($0) })
        Attachments.settle(store)
        let draft = Attachments.path(picture) + ".tmp"
        disk.plan(.init(call: "open", nth: 1, code: EACCES, path: draft))
        #expect(throws: CommitError.self) { try store.keepNow(picture) }
        #expect(notes.all == ["a file can't be kept: open \(draft): Permission denied"])
        _ = try store.keepNow(picture)
        store.close()
    }

    @Test func `A store that may not write keeps nothing`() throws {
        let disk = SimulatedFileSystem()
        try openStore(disk).close()
        var options = quietOptions()
        options.isReadOnly = true
        let store = try openStore(disk, options: options)
        #expect(throws: CommitError.self) { try store.keepNow(picture) }
        store.close()
        #expect(throws: CommitError.self) { try store.keepNow(picture) }
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
        Attachments.settle(store)
        store.close()
        var states = 0
        for moment in disk.history {
            for state in moment.disk.crashStates() {
                states += 1
                let after = SimulatedFileSystem(state)
                let store = try openStore(after)
                var named: Set<String> = []
                for record in try store.page("books", offset: 0, limit: 9) {
                    for digest in record.attachments {
                        let bytes = try Attachments.bytes(store, digest)
                        #expect(bytes == picture || bytes == other, "\(moment.call)")
                        named.insert(digest)
                    }
                }
                let isThere = try moment.acknowledged.allSatisfy {
                    try store.record("books", $0) != nil
                }
                #expect(isThere, "\(moment.call)")
                Attachments.settle(store)
                store.close()
                #expect(after.blobs.count == named.count, "\(moment.call)")
            }
        }
        #expect(states > 150)
    }

    @Test("Random changes match a model of who names what", arguments: 1...40)
    func model(_ seed: Int) throws {
        var random = Seeded(UInt64(seed))
        let disk = SimulatedFileSystem()
        let options = quietOptions(segmentLimit: 2000, foldLimit: seed % 2 == 0 ? 10_000 : 0)
        var store = try openStore(disk, options: options)
        var model: [String: [String]] = [:]
        var held: [AttachmentHold] = []
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
            for (id, files) in model {
                #expect(try store.record("books", id)?.attachments == files)
            }
        }
        held = []
        store.close()
        let named = Set(model.values.joined())
        #expect(Set(disk.blobs.map { String($0.suffix(64)) }) == named)
    }
}
