internal import FormworkRecords
import Foundation
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkStore

/// Many random changes, compared with the simplest store there is: a dictionary.
@Suite struct ModelTests {
    private struct Model {
        var titles: [String: String] = [:]
        var revisions: [String: Int] = [:]

        mutating func apply(_ record: StoredRecord) {
            titles[record.id] = record.title ?? ""
            revisions[record.id] = record.revision
        }
    }

    @Test(
        "Random changes with restarts and compactions match the model",
        arguments: [11, 12, 13] as [UInt64], [true, false])
    func model(_ seed: UInt64, _ isCompacted: Bool) throws {
        var random = Seeded(seed)
        let fileSystem = SimulatedFileSystem()
        let options = quietOptions(
            segmentLimit: 4000, foldLimit: isCompacted ? 10_000 : 0,
            compactionThreshold: isCompacted ? 0 : .max,
            personalTypes: seed == 12 && isCompacted ? ["books"] : [])
        var store = try openStore(fileSystem, options: options)
        var model = Model()
        for step in 0..<1000 {
            let id = model.titles.keys.sorted().randomElement(using: &random) ?? "nobody"
            let revision = model.revisions[id]
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8: model.apply(try store.save(.book("s\(step)")))
            case 8..<12 where revision != nil:
                model.apply(try store.save(.retitle(id, "s\(step)", expecting: revision)))
            case 12..<15 where revision != nil:
                _ = try store.save(.removeBook(id, expecting: revision))
                model.titles[id] = nil
                model.revisions[id] = nil
            case 15:
                #expect(throws: CommitError.self) {
                    try store.commit([.book("x"), .retitle(id, "x", expecting: 99)])
                }
            case 16 where revision != nil:
                let saved = try store.commit([.book("s\(step)"), .retitle(id, "t\(step)")])
                for record in saved { model.apply(record) }
            case 17:
                store.close()
                store = try openStore(fileSystem, options: options)
            case 18:
                let files = fileSystem.disk.files.filter { $0.key.hasSuffix(".jsonl") }
                #expect(files.values.allSatisfy { $0.last == UInt8(ascii: "\n") })
                #expect(files.count < 24)
            default:
                let page = try store.page("books", offset: 3, limit: 10)
                let newest = model.titles.keys.sorted().reversed().dropFirst(3).prefix(10)
                #expect(page.map(\.id) == Array(newest))
            }
            #expect(store.count("books") == model.titles.count)
            #expect(store.share.catalogue.withLock(\.fault) == nil)
        }
        #expect(try store.titles() == model.titles)
        for (id, revision) in model.revisions {
            #expect(try store.record("books", id)?.revision == revision)
        }
        store.close()
    }

    @Test func `Eight threads save at once and every record is there once`() throws {
        try withFolder { folder in
            let store = try Store.open(folder: folder, types: ["books"])
            let notes = Notes()
            inParallel(8) { thread in
                for number in 0..<50 {
                    guard let saved = try? store.save(.book("\(thread)-\(number)")) else {
                        continue
                    }
                    let read = try? store.record("books", saved.id)
                    notes.add("\(saved.id)=\(read?.title ?? "not seen")")
                }
            }
            #expect(notes.all.count == 400)
            #expect(Set(notes.all).count == 400)
            store.close()
            let again = try Store.open(folder: folder, types: ["books"])
            let titles = try again.titles()
            #expect(Set(titles.map { "\($0.key)=\($0.value)" }) == Set(notes.all))
            again.close()
        }
    }

    @Test func `Of changes to one revision exactly one wins`() throws {
        try withFolder { folder in
            let store = try Store.open(folder: folder, types: ["books"])
            let book = try store.save(.book("start"))
            let wins = Lock(0)
            let conflicts = Lock(0)
            inParallel(8) { thread in
                for revision in 1...40 {
                    do throws(CommitError) {
                        try store.commit([
                            .retitle(book.id, "\(thread)", expecting: revision)
                        ])
                        wins.withLock { $0 += 1 }
                    } catch {
                        guard case .conflict = error else { continue }
                        conflicts.withLock { $0 += 1 }
                    }
                    // A thread that is ahead of the others waits for its revision to be the last.
                    while (try? store.record("books", book.id))??.revision ?? 0 <= revision {
                        Foundation.Thread.sleep(forTimeInterval: 0.0001)
                    }
                }
            }
            #expect(try store.record("books", book.id)?.revision == 41)
            #expect(wins.withLock { $0 } == 40)
            #expect(conflicts.withLock { $0 } == 280)
            store.close()
        }
    }

    @Test func `Answers come in the order of the lines, and a batch waits for one sync`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let notes = Notes()
        for number in 0..<200 {
            store.commit([.book("\(number)")]) { result in
                notes.add((try? result.get().first?.title) ?? "failed")
            }
        }
        store.close()
        #expect(notes.all == (0..<200).map(String.init))
        let syncs = fileSystem.calls.filter { $0.hasPrefix("fdatasync") }.count
        let writes = fileSystem.calls.filter { $0 == "write \(firstJournal)" }.count
        #expect(syncs == writes)
        #expect(syncs <= 200)
        let again = try openStore(fileSystem)
        #expect(again.count("books") == 200)
        again.close()
    }

    /// Runs a body on so many threads and waits for all of them.
    private func inParallel(_ threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let left = SignalledLock(threads)
        for thread in 0..<threads {
            Foundation.Thread.detachNewThread {
                body(thread)
                left.change { $0 -= 1 }
            }
        }
        _ = left.wait(atMost: nil) { $0 == 0 ? true : nil }
    }
}
