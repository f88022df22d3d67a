import FormworkRecords
import Foundation
import Groundwork
import System
import Testing

@testable import FormworkStore

/// The store in real folders.
@Suite struct FolderTests {
    private static func open(_ folder: String, lockWait: Int = 0) throws(FolderError) -> Store {
        try Store.open(
            folder: folder, types: ["books"],
            options: StoreOptions(lockWait: lockWait, warn: { _ in }))
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `A missing folder is made for its owner alone, and so is every file`() throws {
        try withFolder { parent in
            let folder = parent + "/Data"
            let store = try Self.open(folder)
            let book = try store.save(.book("Emma"))
            store.close()
            #expect(try Self.mode(folder) == 0o700)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["LOCK", "books.jsonl", "journal-000002.jsonl"])
            for name in names { #expect(try Self.mode("\(folder)/\(name)") == 0o600) }
            let again = try Self.open(folder + "/")
            #expect(try again.record("books", book.id) == book)
            again.close()
        }
    }

    @Test func `A torn end is kept aside with the same modes`() throws {
        try withFolder { folder in
            let journal = SampleJournal([1])
            try Data(journal.bytes + Array("{\"torn".utf8))
                .write(to: URL(filePath: "\(folder)/journal-000001.jsonl"))
            let again = try Self.open(folder)
            #expect(again.tornBytes == 6)
            #expect(try again.titles() == [journal.ids[1]: "t1"])
            again.close()
            let quarantine = "\(folder)/quarantine"
            #expect(try Self.mode(quarantine) == 0o700)
            let names = try FileManager.default.contentsOfDirectory(atPath: quarantine)
            let name = try #require(names.first)
            #expect(names.count == 1)
            #expect(try Self.mode("\(quarantine)/\(name)") == 0o600)
            #expect(
                FileManager.default.contents(atPath: "\(quarantine)/\(name)")
                    == Data("{\"torn".utf8))
        }
    }

    @Test(
        "What went into a file that is gone from its place isn't acknowledged",
        arguments: ["removed", "moved", "replaced"])
    func lostJournal(_ fate: String) throws {
        try withFolder { parent in
            let folder = parent + "/Data"
            let journal = folder + "/journal-000001.jsonl"
            let store = try Self.open(folder)
            let book = try store.save(.book("Emma"))
            let files = FileManager.default
            switch fate {
            case "removed": try files.removeItem(atPath: folder)
            case "moved": try files.moveItem(atPath: folder, toPath: parent + "/Elsewhere")
            default:
                // As editors do, and `sed -i`.
                try files.copyItem(atPath: journal, toPath: journal + ".new")
                try files.removeItem(atPath: journal)
                try files.moveItem(atPath: journal + ".new", toPath: journal)
            }
            for isUnknown in [true, false] {
                let error = #expect(throws: CommitError.self) { try store.save(.book("lost")) }
                guard case .failed(let reason, isUnknown) = error else {
                    Issue.record("answered \(String(describing: error))")
                    continue
                }
                #expect(reason.contains(journal))
            }
            #expect(try store.titles() == [book.id: "Emma"])
            store.close()
        }
    }

    @Test func `A second owner is refused by name until the first lets go`() throws {
        try withFolder { folder in
            let first = try Self.open(folder)
            let error = #expect(throws: FolderError.self) { try Self.open(folder) }
            #expect(error?.kind == .inUse)
            #expect(error?.description.contains("pid \(getpid()) on ") == true)
            let book = try first.save(.book("still works"))
            first.close()
            let second = try Self.open(folder)
            #expect(try second.record("books", book.id) == book)
            second.close()
        }
    }

    @Test func `A second owner may wait for the first`() throws {
        try withFolder { folder in
            let first = try Self.open(folder)
            let waiter = Foundation.Thread { first.close() }
            waiter.start()
            try Self.open(folder, lockWait: 10_000).close()
        }
    }

    @Test func `A path that is no folder, or has no parent, is refused`() throws {
        try withFolder { folder in
            let file = folder + "/file"
            try Data().write(to: URL(filePath: file))
            for path in [file, folder + "/none/Data"] {
                let error = #expect(throws: FolderError.self) { try Self.open(path) }
                #expect(error?.kind == .unusable)
                #expect(error?.description.contains(path) == true)
            }
        }
    }

    @Test func `Damage changes nothing on disk but the lock's text`() throws {
        try withFolder { folder in
            let journal = SampleJournal([1, 1, 1])
            var bytes = journal.bytes
            bytes[journal.lineEnds[0] + 20] ^= 4
            try Data(bytes).write(to: URL(filePath: folder + "/journal-000001.jsonl"))
            try Data().write(to: URL(filePath: folder + "/journal-000009.jsonl.tmp"))
            let error = #expect(throws: FolderError.self) { try Self.open(folder) }
            #expect(error?.kind == .damaged)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["LOCK", "journal-000001.jsonl", "journal-000009.jsonl.tmp"])
            #expect(
                FileManager.default.contents(atPath: folder + "/journal-000001.jsonl")
                    == Data(bytes))
        }
    }

    @Test func `A failing call of the system is told with its path and reason`() throws {
        let system = SystemFileSystem()
        try withFolder { folder in
            let missing = folder + "/missing"
            let errors: [(SystemError?, String)] = [
                (
                    #expect(throws: SystemError.self) { try system.open(missing, for: .reading) },
                    "open"
                ),
                (#expect(throws: SystemError.self) { try system.list(missing) }, "opendir"),
                (#expect(throws: SystemError.self) { try system.remove(missing) }, "unlink"),
                (#expect(throws: SystemError.self) { try system.status(missing) }, "stat"),
                (
                    #expect(throws: SystemError.self) { try system.rename(missing, to: folder) },
                    "rename"
                ),
            ]
            for (error, call) in errors {
                #expect(error?.description == "\(call) \(missing): No such file or directory")
            }
            #expect(try system.status(folder).isFolder)
            let path = folder + "/file"
            let descriptor = try system.open(path, for: .creating)
            defer { system.close(descriptor) }
            #expect(throws: SystemError.self) { try system.open(path, for: .creating) }
            try system.writeAll(descriptor, Array("abcdef".utf8).span, path: path)
            try system.truncate(descriptor, to: 4, path: path)
            try system.writeAll(descriptor, Array("x".utf8).span, path: path)
            try system.syncData(descriptor, path: path)
            #expect(try system.freeSpace(folder) > 0)
            #expect(try system.size(descriptor, path: path) == 5)
            #expect(try system.read(descriptor, at: 2, count: 9, path: path) == Array("cdx".utf8))
            #expect(try system.read(descriptor, at: 9, count: 9, path: path).isEmpty)
        }
    }
}
