internal import FormworkRecords
import Foundation
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkStore

/// What can be done with a folder that a start refuses.
@Suite struct RepairTests {
    private static let base = "/s/books.jsonl"

    /// A base with two books and a journal with a change of one, a new one and a removal.
    private static func folder() throws -> (SimulatedFileSystem, books: [String]) {
        let fileSystem = SimulatedFileSystem()
        let first = try openStore(fileSystem, options: quietOptions(foldLimit: 64 << 20))
        let books = try first.commit([.book("a"), .book("b")])
        first.close()
        let store = try openStore(fileSystem)
        _ = try store.save(.retitle(books[0].id, "a2"))
        let third = try store.save(.book("c"))
        _ = try store.save(.removeBook(books[1].id))
        _ = try store.save(.retitle(third.id, "c2"))
        store.close()
        return (fileSystem, books.map(\.id) + [third.id])
    }

    private static let journal = "/s/journal-000003.jsonl"

    private static func damage(
        _ text: String, _ path: String, _ fileSystem: SimulatedFileSystem
    ) throws {
        var bytes = try #require(fileSystem.disk.files[path])
        let place = try #require(bytes.firstRange(of: Array("\"\(text)\"".utf8)))
        bytes[place.lowerBound + 1] ^= 4
        fileSystem.set(path, bytes)
    }

    private static func check(_ fileSystem: SimulatedFileSystem) throws -> StoreReport {
        try Store.check(folder: simulatedFolder, fileSystem: fileSystem)
    }

    private static func repair(_ fileSystem: SimulatedFileSystem) throws -> StoreReport {
        try Store.repair(folder: simulatedFolder, fileSystem: fileSystem)
    }

    @Test func `A sound folder is counted and left as it is, also by a repair`() throws {
        let (fileSystem, _) = try Self.folder()
        let before = fileSystem.disk.files
        for report in [try Self.check(fileSystem), try Self.repair(fileSystem)] {
            #expect(report.records == ["books": 2])
            #expect(report.damages.isEmpty)
            #expect(report.lines == ["books: 2"])
        }
        let after = fileSystem.disk.files
        #expect(after.filter { $0.key != "/s/LOCK" } == before.filter { $0.key != "/s/LOCK" })
    }

    @Test func `A damaged line is put aside, and the newest older revision stays`() throws {
        let (fileSystem, books) = try Self.folder()
        try Self.damage("a2", Self.journal, fileSystem)
        try Self.damage("c2", Self.journal, fileSystem)
        let before = try #require(fileSystem.disk.files[Self.journal])
        let found = try Self.check(fileSystem)
        #expect(found.damages.map(\.line) == [2, 5])
        #expect(found.damages.map(\.id) == [books[0], books[2]])
        #expect(fileSystem.disk.files[Self.journal] == before)
        let report = try Self.repair(fileSystem)
        #expect(report.damages == found.damages)
        #expect(report.repairs.count == 2)
        #expect(report.repairs.first?.hasSuffix("; books \(books[0]) is at revision 1 now") == true)
        let kept = fileSystem.disk.files.filter { $0.key.hasPrefix("/s/quarantine/") }
        #expect(kept.count == 2)
        #expect(kept.keys.allSatisfy { $0.hasPrefix("/s/quarantine/journal-000003.jsonl-at-") })
        for bytes in kept.values { #expect(before.firstRange(of: bytes) != nil) }
        let store = try openStore(fileSystem)
        #expect(try store.titles() == [books[0]: "a", books[2]: "c"])
        let added = try store.save(.book("d"))
        #expect(added.id > books[2])
        store.close()
        #expect(try Self.check(fileSystem).damages.isEmpty)
    }

    @Test(
        "Whatever byte is damaged, a repair keeps every other record",
        arguments: [
            (base, 23), (journal, 17),
        ])
    func anywhere(_ path: String, _ step: Int) throws {
        let (fileSystem, books) = try Self.folder()
        let whole = try #require(fileSystem.disk.files[path])
        for offset in stride(from: 0, to: whole.count, by: step) {
            var bytes = whole
            bytes[offset] ^= 1
            let damaged = SimulatedFileSystem(fileSystem.disk)
            damaged.set(path, bytes)
            let report = try Self.repair(damaged)
            #expect(!report.damages.isEmpty, "byte \(offset)")
            let store = try openStore(damaged)
            let titles = try store.titles()
            store.close()
            let allowed: Set = ["a", "a2", "b", "c", "c2"]
            #expect(Set(titles.values).isSubset(of: allowed), "byte \(offset)")
            #expect(titles[books[0]] != nil || titles[books[2]] == "c2", "byte \(offset)")
            #expect(titles.count >= 1, "byte \(offset)")
        }
    }

    @Test func `Damaged lines that follow each other are kept in one file`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, options: quietOptions(foldLimit: 64 << 20))
        _ = try store.commit((0..<9).map { .book("\($0)") })
        store.close()
        let base = "/s/books.jsonl"
        let lines = String(decoding: try #require(fileSystem.disk.files[base]), as: UTF8.self)
            .split(separator: "\n")
        let damaged = [2, 3, 4, 7]
        let text = lines.enumerated().map { number, line in
            damaged.contains(number) ? String(line).replacing("title", with: "titel") : String(line)
        }
        fileSystem.set(base, Array((text.joined(separator: "\n") + "\n").utf8))
        let report = try Store.repair(folder: simulatedFolder, fileSystem: fileSystem)
        #expect(report.repairs.count == 4)
        #expect(report.records == ["books": 5])
        let aside = fileSystem.disk.files.filter { $0.key.contains("/quarantine/") }.values
        let kept = Set(aside.map { String(decoding: $0, as: UTF8.self) })
        #expect(
            kept == [text[2...4].map { $0 + "\n" }.joined(), text[7] + "\n"])
    }

    @Test func `A repair that a power cut ends can be done again`() throws {
        let (made, books) = try Self.folder()
        try Self.damage("a2", Self.journal, made)
        let fileSystem = SimulatedFileSystem(made.disk, isRecording: true)
        _ = try Self.repair(fileSystem)
        var states = 0
        for moment in fileSystem.history {
            for disk in moment.disk.crashStates() {
                let crashed = SimulatedFileSystem(disk)
                _ = try Self.repair(crashed)
                let store = try openStore(crashed)
                #expect(
                    try store.titles() == [books[0]: "a", books[2]: "c2"], "\(moment.call)")
                store.close()
                states += 1
            }
        }
        #expect(states > 100)
    }

    @Test func `A base that is gone is told, and a repair goes on without it`() throws {
        let (fileSystem, books) = try Self.folder()
        var disk = fileSystem.disk
        disk.names[Self.base] = nil
        disk.durableNames[Self.base] = nil
        let without = SimulatedFileSystem(disk)
        #expect(try Self.check(without).damages.first?.reason.contains("books.jsonl") == true)
        _ = try Self.repair(without)
        let store = try openStore(without)
        #expect(try store.titles() == [books[0]: "a2", books[2]: "c2"])
        store.close()
    }

    @Test func `A damaged folder is served read-only, with what is damaged told`() throws {
        let (fileSystem, books) = try Self.folder()
        try Self.damage("a2", Self.journal, fileSystem)
        let before = fileSystem.disk.files[Self.journal]
        #expect(throws: FolderError.self) { try openStore(fileSystem) }
        let notes = Notes()
        let store = try openStore(
            fileSystem, options: StoreOptions(isReadOnly: true, warn: { notes.add($0) }))
        #expect(try store.titles() == [books[0]: "a", books[2]: "c2"])
        #expect(throws: CommitError.self) { try store.commit([.book("x")]) }
        store.close()
        #expect(notes.all.first?.hasPrefix("\(Self.journal):2 (byte ") == true)
        #expect(fileSystem.disk.files[Self.journal] == before)
    }

    @Test func `A folder in use is checked as it is, and neither repaired nor accepted`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        _ = try store.save(.book("Emma"))
        let before = fileSystem.disk.files
        #expect(try Self.check(fileSystem).records["books"] == 1)
        #expect(fileSystem.disk.files == before)
        let repaired = #expect(throws: FolderError.self) {
            try Store.repair(folder: simulatedFolder, fileSystem: fileSystem)
        }
        let accepted = #expect(throws: FolderError.self) {
            try Store.accept(folder: simulatedFolder, fileSystem: fileSystem)
        }
        #expect([repaired, accepted].map { $0?.kind } == [.inUse, .inUse])
        store.close()
    }

    @Test func `A running store is copied as it was at one moment`() throws {
        try withFolder { folder in
            let data = folder + "/Data"
            let store = try Store.open(
                folder: data, types: ["books"],
                options: StoreOptions(personalTypes: ["books"], warn: { _ in }))
            let book = try store.save(.book("0"))
            let isDone = Lock(false)
            let writer = Foundation.Thread {
                var number = 0
                while !isDone.withLock({ $0 }) {
                    number += 1
                    _ = try? store.commit([.retitle(book.id, "\(number)"), .book("\(number)")])
                }
            }
            writer.start()
            for number in 1...5 {
                let copy = "\(folder)/copy\(number)"
                let least = store.count("books")
                let report = try Store.backUp(folder: data, to: copy + "/")
                let found = try Store.check(folder: copy)
                #expect(found.records == report.records)
                #expect(found.damages.isEmpty)
                #expect(found.records["books", default: 0] >= least)
                let restored = try Store.open(folder: copy, types: ["books"])
                let title = try restored.record("books", book.id)?.title
                #expect(title == "\(restored.count("books") - 1)")
                restored.close()
                #expect(throws: FolderError.self) { try Store.backUp(folder: data, to: copy) }
            }
            isDone.withLock { $0 = true }
            #expect(isReached { writer.isFinished })
            store.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!names.contains { $0.hasSuffix(".partial") })
        }
    }

    @Test func `A copy goes where nobody else's files are, and follows no link`() throws {
        try withFolder { folder in
            let files = FileManager.default
            try Store.open(folder: folder + "/Data", types: ["books"]).close()
            try files.createDirectory(
                atPath: folder + "/mine/inner", withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: folder + "/mine/inner/file"))
            let draft = folder + "/copy.partial"
            func copy() throws(FolderError) {
                _ = try Store.backUp(folder: folder + "/Data", to: folder + "/copy")
            }
            try files.createSymbolicLink(atPath: draft, withDestinationPath: folder + "/mine")
            let foreign = #expect(throws: FolderError.self) { try copy() }
            #expect(foreign?.description.hasPrefix("\(draft) is there already") == true)
            try files.removeItem(atPath: draft)
            // What a copy left that was cut off is taken away, and a link in it without what it leads to.
            try files.createDirectory(atPath: draft, withIntermediateDirectories: false)
            try files.createSymbolicLink(
                atPath: draft + "/blobs", withDestinationPath: folder + "/mine")
            try copy()
            #expect(files.fileExists(atPath: folder + "/mine/inner/file"))
            #expect(!files.fileExists(atPath: draft))
            #expect(try Store.check(folder: folder + "/copy").damages.isEmpty)
        }
    }

    @Test func `A copy without a folder to stand in is refused`() throws {
        try withFolder { folder in
            try Store.open(folder: folder + "/Data", types: ["books"]).close()
            let error = #expect(throws: FolderError.self) {
                try Store.backUp(folder: folder + "/Data", to: folder + "/none/copy")
            }
            #expect(error?.kind == .unusable)
        }
    }

    @Test func `A damaged folder is not copied`() throws {
        try withFolder { folder in
            let journal = SampleJournal([1, 1, 1])
            var bytes = journal.bytes
            bytes[journal.lineEnds[0] + 20] ^= 4
            try FileManager.default.createDirectory(
                atPath: folder + "/Data", withIntermediateDirectories: false)
            try Data(bytes).write(to: URL(filePath: folder + "/Data/journal-000001.jsonl"))
            let error = #expect(throws: FolderError.self) {
                try Store.backUp(folder: folder + "/Data", to: folder + "/copy")
            }
            #expect(error?.kind == .damaged)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["Data"])
        }
    }
}
