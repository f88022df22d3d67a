import FormworkRecords
import Foundation
import Groundwork
import System
import Testing

@testable import FormworkStore

/// What a start says and does about where a folder stands and who may look into it.
@Suite struct StartChecksTests {
    private static func warnings(
        _ fileSystem: SimulatedFileSystem, isReadOnly: Bool = false
    ) throws -> [String] {
        let notes = Notes()
        let options = StoreOptions(isReadOnly: isReadOnly, foldLimit: 0, warn: notes.add)
        try openStore(fileSystem, options: options).close()
        return notes.all
    }

    /// A kind of file system, and what it is called where it is far away.
    struct Row: Sendable, CustomTestStringConvertible {
        var kind: UInt32
        var name: String?
        var testDescription: String { name ?? String(kind, radix: 16) }
    }

    @Test(
        "A file system of another machine is named with its risk, one of this isn't",
        arguments: [
            Row(kind: 0x6969, name: "NFS"), Row(kind: 0xFF53_4D42, name: "CIFS"),
            Row(kind: 0xFE53_4D42, name: "SMB"), Row(kind: 0x517B, name: "SMB"),
            Row(kind: 0x0102_1997, name: "9P"), Row(kind: 0x00C3_6400, name: "Ceph"),
            // ext4, XFS, btrfs, tmpfs, overlay, FUSE, ZFS, F2FS.
            Row(kind: 0xEF53), Row(kind: 0x5846_5342), Row(kind: 0x9123_683E),
            Row(kind: 0x0102_1994), Row(kind: 0x794C_7630), Row(kind: 0x6573_5546),
            Row(kind: 0x2FC1_2FC1), Row(kind: 0xF2F5_2010),
        ], [false, true])
    func network(_ row: Row, _ isReadOnly: Bool) throws {
        let fileSystem = SimulatedFileSystem()
        fileSystem.use(kind: row.kind)
        try openStore(fileSystem).close()
        let warnings = try Self.warnings(fileSystem, isReadOnly: isReadOnly)
        guard let name = row.name else {
            #expect(warnings == [])
            return
        }
        #expect(warnings.count == 1)
        let warning = try #require(warnings.first)
        #expect(warning.hasPrefix("/s is on a network file system (\(name)),"))
        #expect(warning.contains("may be lost"))
    }

    @Test func `A real folder is on no network`() throws {
        try withFolder { folder in
            let kind = try SystemFileSystem().kind(folder)
            #expect(kind != 0)
            #expect(NetworkFileSystem.name(kind) == nil)
        }
    }

    @Test func `What a copy has opened to others is closed, and the folder is told`() throws {
        try withFolder { parent in
            let folder = parent + "/Data"
            let notes = Notes()
            let options = StoreOptions(foldLimit: 0, warn: notes.add)
            let store = try Store.open(folder: folder, types: ["books"], options: options)
            let picture = Array("a picture".utf8)
            let kept = try store.keepNow(picture)
            let book = try store.save(.book("Emma", files: [kept.digest]))
            store.close()
            try Data("kept aside".utf8).write(to: URL(filePath: folder + "/notes.txt"))
            try FileManager.default.createDirectory(
                atPath: folder + "/quarantine", withIntermediateDirectories: false)
            let aside = folder + "/quarantine/journal-000001.jsonl-at-1-1.torn"
            try Data("{".utf8).write(to: URL(filePath: aside))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.hasSuffix(".jsonl")
            }
            let records = names.map { "\(folder)/\($0)" }
            let blobs = folder + "/blobs"
            let blob = AttachmentFiles(in: Folder(path: folder, fileSystem: SystemFileSystem()))
                .path(
                    try #require(AttachmentDigest(kept.digest)))
            let part = String(blob.dropLast(65))
            for path in records + [aside, blob, folder + "/notes.txt"] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o644], ofItemAtPath: path)
            }
            let folders = [folder + "/quarantine", blobs, part]
            for path in folders + [folder] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755], ofItemAtPath: path)
            }
            #expect(notes.all == [])
            let again = try Store.open(folder: folder, types: ["books"], options: options)
            #expect(try again.record("books", book.id) == book)
            Attachments.settle(again)
            again.close()
            let system = SystemFileSystem()
            for path in records + [aside, blob] { #expect(try system.status(path).mode == 0o600) }
            for path in folders { #expect(try system.status(path).mode == 0o700) }
            #expect(try system.status(folder + "/notes.txt").mode == 0o644)
            #expect(try system.status(folder).mode == 0o755)
            #expect(
                notes.all == [
                    "others may look into \(folder), mode 755; try: chmod 700 \(folder)",
                    "files in \(folder) were readable or writable for others: \(records.count + 4);"
                        + " no longer so",
                    "files in \(blobs) were readable or writable for others: 1; no longer so",
                ])
        }
    }

    @Test func `Files of another owner are served, and told`() throws {
        let fileSystem = SimulatedFileSystem()
        try openStore(fileSystem).close()
        fileSystem.set(mode: 0o666, "/s/journal-000002.jsonl")
        fileSystem.plan(.init(call: "chmod", nth: 1, code: EPERM, isLasting: true))
        #expect(
            try Self.warnings(fileSystem) == [
                "files in /s are open to others, and that can't be changed:"
                    + " chmod /s/journal-000002.jsonl: Operation not permitted"
            ])
    }

    @Test func `A store that is opened read-only changes no mode`() throws {
        let fileSystem = SimulatedFileSystem()
        try openStore(fileSystem).close()
        fileSystem.set(mode: 0o644, "/s/journal-000002.jsonl")
        let calls = fileSystem.calls.count
        #expect(try Self.warnings(fileSystem, isReadOnly: true) == [])
        #expect(fileSystem.calls.dropFirst(calls).allSatisfy { !$0.hasPrefix("chmod") })
    }
}
