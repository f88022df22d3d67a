import FormworkRecords
import Foundation
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkStore

/// What the thread that keeps files still does at a stop, and what it doesn't do yet at a start.
@Suite struct AttachmentStopTests {
    /// A call at which a thread waits.
    private final class Gate: Sendable {
        private let isThere = SignalledLock(false)
        private let isOpen = SignalledLock(false)

        func pass() {
            isThere.change { $0 = true }
            _ = isOpen.wait(atMost: 60_000) { $0 ? true : nil }
        }
        func waitForSomebody() { _ = isThere.wait(atMost: 60_000) { $0 ? true : nil } }
        func open() { isOpen.change { $0 = true } }
    }

    /// Closes a store on a thread of its own.
    private func close(_ store: Store) -> SignalledLock<Bool> {
        let isClosed = SignalledLock(false)
        Thread.detachNewThread {
            store.close()
            isClosed.change { $0 = true }
        }
        return isClosed
    }

    @Test func `The folder stays taken until the last file is removed`() throws {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        var kept: AttachmentHold? = try store.keepNow(picture)
        let digest = try #require(kept).digest
        let book = try store.save(.book("Emma", files: [digest]))
        kept = nil
        let gate = Gate()
        disk.before("write \(Attachments.path([1])).tmp") { gate.pass() }
        store.keep(.bytes([1])) { _ in }
        gate.waitForSomebody()
        // The file is to be removed when the other one is written, after the committer's last line.
        _ = try store.save(.removeBook(book.id))
        let isClosed = close(store)
        var options = quietOptions()
        options.lockWait = 300
        #expect(throws: FolderError.self) { try openStore(disk, options: options).close() }
        gate.open()
        _ = isClosed.wait(atMost: 60_000) { $0 ? true : nil }
        #expect(disk.blobs.isEmpty)
        try openStore(disk).close()
    }

    @Test func `A stop while the files are looked through tells of no missing file`() throws {
        let disk = SimulatedFileSystem()
        var store = try openStore(disk)
        for number in 0..<3 {
            let kept = try store.keepNow([UInt8(number)])
            _ = try store.save(.book("\(number)", files: [kept.digest]))
        }
        store.close()
        let notes = Notes()
        let gate = Gate()
        disk.before("opendir \(Attachments.path([0]).dropLast(65))") { gate.pass() }
        store = try openStore(disk, options: quietOptions { notes.add($0) })
        gate.waitForSomebody()
        let isClosed = close(store)
        #expect(
            isReached {
                let error = Lock<CommitError?>(nil)
                store.keep(.bytes([])) { result in
                    if case .failure(let refusal) = result { error.withLock { $0 = refusal } }
                }
                return error.withLock { $0 } == .closed
            })
        gate.open()
        _ = isClosed.wait(atMost: 60_000) { $0 ? true : nil }
        #expect(notes.all == [])
    }

    @Test func `What is erased is gone after the stop, also when the power fails then`() throws {
        let disk = SimulatedFileSystem()
        let options = quietOptions(foldLimit: 64 << 20, personalTypes: ["profiles"])
        let store = try openStore(disk, options: options)
        var face: AttachmentHold? = try store.keepNow(Array("a face".utf8))
        let profile = try store.save(
            .create(
                type: "profiles", document: ["name": .string("Ann")],
                attachments: [try #require(face).digest]))
        face = nil
        _ = try store.save(.delete(type: "profiles", id: profile.id, expectedRevision: nil))
        store.close()
        for state in disk.disk.crashStates() {
            for (path, bytes) in state.files {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("a face") && !text.contains("Ann"), "\(path)")
            }
        }
    }

    @Test func `A start on a full disk removes no file that a power cut may ask for again`() throws
    {
        let disk = SimulatedFileSystem()
        var store = try openStore(disk)
        let kept = try store.keepNow(picture)
        let book = try store.save(.book("Emma", files: [kept.digest]))
        var killed = try #require(disk.disk.crashStates().first)
        let node = try #require(killed.names[firstJournal])
        let synced = try #require(killed.files[firstJournal])
        _ = try store.save(.refile(book.id, []))
        let whole = try #require(disk.disk.files[firstJournal])
        withExtendedLifetime(kept) {}
        store.close()
        // A process that was killed has written the second line, but hasn't waited for the disk.
        killed.edit(node, .write(at: synced.count, bytes: Array(whole[synced.count...])))

        let full = SimulatedFileSystem(killed)
        full.limit(capacity: killed.size + 100)
        store = try openStore(full)
        #expect(store.state != .writable)
        #expect(try store.record("books", book.id)?.attachments == [])
        store.close()
        var revisions: Set<Int> = []
        for state in full.disk.crashStates() {
            let again = try openStore(SimulatedFileSystem(state))
            let record = try #require(try again.record("books", book.id))
            revisions.insert(record.revision)
            for digest in record.attachments {
                #expect(try Attachments.bytes(again, digest) == picture)
            }
            again.close()
        }
        #expect(revisions == [1, 2])

        store = try openStore(full)
        #expect(full.blobs == [Attachments.path(picture)])
        full.limit(capacity: .max)
        #expect(store.waitUntilWritable())
        #expect(isReached { full.blobs.isEmpty })
        store.close()
    }
}
