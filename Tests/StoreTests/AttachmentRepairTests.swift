import FormworkRecords
import Foundation
import Glibc
import Groundwork
import TestSupport
import Testing

@testable import FormworkStore

/// Damaged files and lines that name files: nothing that is intact is lost on the way to a sound folder.
@Suite struct AttachmentRepairTests {
    /// A journal with a book that names the picture, edited as text.
    private func edited(
        _ disk: SimulatedFileSystem, _ edit: (String) -> String
    ) throws -> (book: String, digest: String) {
        let store = try openStore(disk)
        var kept: AttachmentHold? = try store.keepNow(picture)
        let digest = try #require(kept).digest
        let book = try store.save(.book("Emma"))
        _ = try store.save(.refile(book.id, [digest]))
        _ = try store.save(.book("later"))
        kept = nil
        store.close()
        let text = String(decoding: try #require(disk.disk.files[firstJournal]), as: UTF8.self)
        let new = edit(text)
        #expect(new != text)
        disk.set(firstJournal, Array(new.utf8))
        #expect(throws: FolderError.self) { try openStore(disk) }
        #expect(disk.disk.files[Attachments.path(picture)] == picture)
        return (book.id, digest)
    }

    @Test func `A repair keeps the file that only a damaged line names`() throws {
        let disk = SimulatedFileSystem()
        let (id, digest) = try edited(disk) {
            $0.replacingOccurrences(of: #""revision":2"#, with: #""revision":3"#)
        }
        let report = try Store.repair(folder: simulatedFolder, fileSystem: disk)
        let line =
            "\(Attachments.path(picture)): no intact record names it; kept in /s/quarantine/\(digest)"
        #expect(report.repairs.contains(line))
        let store = try openStore(disk)
        #expect(try store.record("books", id)?.revision == 1)
        Attachments.settle(store)
        store.close()
        #expect(disk.disk.files["/s/quarantine/\(digest)"] == picture)
    }

    @Test func `A line that was edited by hand may name its files behind the document`() throws {
        let disk = SimulatedFileSystem()
        let (id, digest) = try edited(disk) { text in
            let digest = AttachmentDigest(SHA256.hash(picture)).description
            let member = #""files":["\#(digest)"]"#
            return text.replacingOccurrences(of: member + ",", with: "")
                .replacingOccurrences(of: #""doc":{},"#, with: #""doc" : {} , \#(member),"#)
        }
        _ = try Store.accept(folder: simulatedFolder, fileSystem: disk)
        let store = try openStore(disk)
        Attachments.settle(store)
        #expect(try store.record("books", id)?.attachments == [digest])
        #expect(try Attachments.bytes(store, digest) == picture)
        store.close()
    }

    @Test(
        "A line that was edited by hand keeps its files or is refused",
        arguments: [#""files":\r"#, #"\r"files":"#, #""fil\u0065s":"#])
    func filesOfAnEditedLine(_ member: String) throws {
        let disk = SimulatedFileSystem()
        let (id, digest) = try edited(disk) { text in
            text.replacingOccurrences(
                of: #""files":"#, with: member.replacingOccurrences(of: #"\r"#, with: "\r"))
        }
        let bytes = disk.disk.files[firstJournal]
        do {
            _ = try Store.accept(folder: simulatedFolder, fileSystem: disk)
        } catch {
            #expect(disk.disk.files[firstJournal] == bytes)
            return
        }
        let store = try openStore(disk)
        Attachments.settle(store)
        #expect(try store.record("books", id)?.attachments == [digest])
        #expect(try Attachments.bytes(store, digest) == picture)
        store.close()
    }

    @Test func `A line that was taken out by hand leaves its file aside`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk, options: quietOptions(foldLimit: 64 << 20))
        let kept = try store.keepNow(picture)
        _ = try store.commit([.book("Emma", files: [kept.digest]), .book("Evelina")])
        store.close()
        let lines = String(decoding: try #require(disk.disk.files["/s/books.jsonl"]), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        disk.set("/s/books.jsonl", Array((lines[..<1] + lines[2...]).joined(separator: "\n").utf8))
        let report = try Store.accept(folder: simulatedFolder, fileSystem: disk)
        #expect(
            report.repairs.contains { $0.contains("the header said 2 records, and there are 1") })
        #expect(
            report.repairs.contains {
                $0.hasPrefix("\(Attachments.path(picture)): no intact record")
            })
        #expect(disk.disk.files["/s/quarantine/\(kept.digest)"] == picture)
        try openStore(disk).close()
    }

    @Test func `A repair keeps every damaged copy of a file`() throws {
        let disk = SimulatedFileSystem()
        for damaged in ["one", "two"] {
            let store = try openStore(disk)
            let kept = try store.keepNow(picture)
            _ = try store.save(.book("Emma", files: [kept.digest]))
            store.close()
            disk.set(Attachments.path(picture), Array(damaged.utf8))
            let report = try Store.repair(folder: simulatedFolder, fileSystem: disk)
            #expect(report.repairs.count == 1)
            #expect(!report.isDamageLeft)
        }
        let aside = disk.disk.files.filter { $0.key.contains("/quarantine/") }.values
        #expect(Set(aside.map { String(decoding: $0, as: UTF8.self) }) == ["one", "two"])
    }

    @Test func `A file that can't be read is told, as are the others, and stays where it is`()
        throws
    {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        let kept = [try store.keepNow(picture), try store.keepNow([1, 2])]
        _ = try store.commit(kept.map { .book("Emma", files: [$0.digest]) })
        store.close()
        try disk.remove(Attachments.path([1, 2]))
        let path = Attachments.path(picture)
        disk.plan(.init(call: "pread", nth: 1, code: EIO, isLasting: true, path: path))
        let report = try Store.check(folder: simulatedFolder, fileSystem: disk)
        #expect(
            report.damages.map { $0.reason.prefix(24) }
                == ["the file can\u{2019}t be read: ", "the file is missing"])
        #expect(report.damages.map(\.path) == [path, Attachments.path([1, 2])])
        let repaired = try Store.repair(folder: simulatedFolder, fileSystem: disk)
        #expect(repaired.damages == report.damages)
        #expect(repaired.repairs == [])
        #expect(repaired.isDamageLeft)
        #expect(disk.disk.files[path] == picture)
    }

    /// The simulated disk gives a folder a new name, but not what is in it.
    private func copied(_ disk: SimulatedFileSystem) -> Set<String> {
        disk.blobs.filter { $0.hasPrefix("/s/copy.partial/blobs/") }
    }

    @Test func `A backup has the files of its records, whatever is dropped meanwhile`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        let books = try (0..<5).map { number in
            let kept = try store.keepNow([UInt8(number)])
            return try store.save(.book("\(number)", files: [kept.digest])).id
        }
        Attachments.settle(store)
        disk.before("pread /s/copy.partial/journal-000001.jsonl") {
            for book in books.dropFirst() { _ = try? store.save(.removeBook(book)) }
            Attachments.settle(store)
        }
        let report = try Store.backUp(folder: simulatedFolder, to: "/s/copy", fileSystem: disk)
        #expect(report.damages == [])
        #expect(copied(disk).count == 5)
        #expect(isReached { disk.blobs.subtracting(copied(disk)) == [Attachments.path([0])] })
        store.close()
    }

    @Test func `Files are removed also where a folder can't be locked`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        disk.plan(.init(call: "flock", nth: 1, code: ENOLCK, isLasting: true, path: "/s"))
        var kept: AttachmentHold? = try store.keepNow(picture)
        #expect(kept != nil)
        kept = nil
        store.close()
        #expect(disk.blobs == [])
    }

    @Test func `A backup tells of files that can't be read and copies the others`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        let kept = [try store.keepNow(picture), try store.keepNow([1, 2]), try store.keepNow([3])]
        _ = try store.commit(kept.map { .book("Emma", files: [$0.digest]) })
        store.close()
        try disk.remove(Attachments.path([3]))
        disk.plan(
            .init(
                call: "pread", nth: 1, code: EIO, isLasting: true, path: Attachments.path(picture)))
        let report = try Store.backUp(folder: simulatedFolder, to: "/s/copy", fileSystem: disk)
        #expect(report.damages.map(\.path) == [Attachments.path(picture), Attachments.path([3])])
        #expect(
            report.damages.map { $0.reason.prefix(24) }
                == ["the file can\u{2019}t be read: ", "the file is missing"])
        #expect(copied(disk).count == 1)
    }
}
