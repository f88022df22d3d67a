import FormworkRecords
import Glibc
import Testing

@testable import FormworkStore

/// Every single call fails that is made while a file is kept, in every situation of that file.
@Suite struct AttachmentCallTests {
    /// What is there before the file is kept.
    enum Situation: Sendable, CaseIterable {
        case nothing
        case anotherFile
        case theSameFile
        case otherBytesOfTheSameLength
        case fewerBytes
    }

    /// A kind of call and how it fails.
    struct Row: Sendable, CustomTestStringConvertible {
        var before: Situation
        var call: String
        var code: Int32
        var testDescription: String { "\(call) \(code) with \(before)" }

        static let all = Situation.allCases.flatMap { before in
            ["open", "mkdir", "write", "fsync", "rename", "unlink", "pread"].flatMap { call in
                [EIO, ENOSPC, EMFILE, EROFS, EACCES].map {
                    Row(before: before, call: call, code: $0)
                }
            }
        }
    }

    @Test(
        "What is on disk, counted and named is the same after each call that fails",
        arguments: Row.all)
    func fault(_ row: Row) throws {
        var nth = 1
        while try isAnswered(row, nth) { nth += 1 }
        #expect(nth < 20)
    }

    /// Keeps the picture while the nth call fails.
    ///
    /// - Returns: Whether so many calls were made at all.
    private func isAnswered(_ row: Row, _ nth: Int) throws -> Bool {
        let disk = SimulatedFileSystem()
        let store = try openStore(disk)
        Attachments.settle(store)
        var held: [AttachmentHold] = []
        if row.before != .nothing {
            held.append(try store.keepNow(row.before == .anotherFile ? [9] : picture))
            _ = try store.save(.book("before", files: held.map(\.digest)))
        }
        switch row.before {
        case .otherBytesOfTheSameLength: disk.set(Attachments.path(picture), picture.map { ~$0 })
        case .fewerBytes: disk.set(Attachments.path(picture), [1])
        case .nothing, .anotherFile, .theSameFile: break
        }
        disk.plan(.init(call: row.call, nth: nth, code: row.code))
        let result = Result { () throws(CommitError) in try store.keepNow(picture) }
        disk.forgetFaults()
        Attachments.settle(store)
        let isFailed = store.state != .writable
        if case .failure = result {
            #expect(isFailed == (row.call == "fsync"))
            if !isFailed { try expectAgreement(disk, store, row) }
        }
        var book: StoredRecord?
        if !isFailed {
            let kept = try store.keepNow(picture)
            book = try store.save(.book("after", files: [kept.digest]))
        }
        held = []
        store.close()
        for state in disk.disk.crashStates() + [disk.disk] {
            let after = SimulatedFileSystem(state)
            let again = try openStore(after)
            if let book {
                #expect(try again.record("books", book.id)?.attachments == book.attachments)
                #expect(try Attachments.bytes(again, book.attachments[0]) == picture)
            }
            Attachments.settle(again)
            try expectAgreement(after, again, row)
            again.close()
        }
        if case .failure = result { return true }
        return false
    }

    private func expectAgreement(_ disk: SimulatedFileSystem, _ store: Store, _ row: Row) throws {
        let named = Set(try store.page("books", offset: 0, limit: 9).flatMap(\.attachments))
        #expect(Set(disk.blobs.map { String($0.suffix(64)) }) == named)
        // What somebody else cut is known to the next start only.
        guard row.before != .fewerBytes else { return }
        let files = disk.disk.files.filter { disk.blobs.contains($0.key) }
        #expect(store.share.attachments.ledger.bytes == files.values.reduce(0) { $0 + $1.count })
    }
}
