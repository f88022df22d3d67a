import FormworkRecords
import Foundation
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkStore

/// Several threads keep, name, share, take over and drop the same few files on a real disk.
@Suite struct AttachmentStressTests {
    @Test(
        "A record that was saved finds its file whole, whoever drops it elsewhere", arguments: 1...3
    )
    func shared(_ seed: Int) throws {
        try withFolder { folder in
            let path = "\(folder)/a"
            let store = try Store.open(
                folder: path, types: ["books"],
                options: quietOptions(segmentLimit: 20_000, compactionThreshold: 20_000))
            let contents = (0..<4).map { [UInt8](repeating: UInt8($0), count: 5000 + $0) }
            let faults = Notes()
            let group = DispatchGroup()
            for worker in 0..<4 {
                group.enter()
                Thread.detachNewThread { [contents] in
                    defer { group.leave() }
                    var random = Seeded(UInt64(seed * 10 + worker))
                    var mine: [(id: String, content: Int)] = []
                    for step in 0..<60 {
                        let content = Int.random(in: 0..<contents.count, using: &random)
                        do {
                            switch Int.random(in: 0..<4, using: &random) {
                            case 0, 1:
                                let kept = try store.keepNow(contents[content])
                                let book = try store.save(.book("\(step)", files: [kept.digest]))
                                mine.append((book.id, content))
                            case 2 where !mine.isEmpty:
                                let index = Int.random(in: mine.indices, using: &random)
                                _ = try store.save(.removeBook(mine.remove(at: index).id))
                            default:
                                // Takes over what another record may be dropping now.
                                let digest = AttachmentDigest(SHA256.hash(contents[content]))
                                    .description
                                guard let kept = store.hold(digest) else { continue }
                                let book = try store.save(.book("\(step)", files: [kept.digest]))
                                mine.append((book.id, content))
                            }
                            for (id, content) in mine.suffix(2) {
                                let record = try store.record("books", id)
                                guard let digest = record?.attachments.first,
                                    let file = try store.attachment(digest),
                                    file.length == contents[content].count
                                else {
                                    faults.add("\(worker) \(step): \(content)")
                                    continue
                                }
                            }
                        } catch {
                            faults.add("\(worker) \(step): \(error)")
                        }
                    }
                    for (id, _) in mine.dropFirst() { _ = try? store.save(.removeBook(id)) }
                }
            }
            group.wait()
            #expect(faults.all == [])
            let left = Set(try store.page("books", offset: 0, limit: 99).flatMap(\.attachments))
            store.close()
            #expect(try Store.check(folder: path).damages == [])
            var there: Set<String> = []
            AttachmentFiles(in: Folder(path: path, fileSystem: SystemFileSystem())).forEach {
                found in
                if case .file(let file, _) = found { there.insert(file.description) }
                return true
            }
            #expect(there == left)
        }
    }
}
