internal import FormworkRecords
import Groundwork
import System
import Testing

@testable import FormworkStore

/// What is kept aside stays until it may hold what a person had erased.
@Suite struct QuarantineTests {
    private static let base = #"{"v":1,"type":"T","id":"00000000000000000000000001","revision":1,"#
    private static let line = #"{"v":1,"seq":9,"batch":4,"at":"x","op":"put","type":"T","id":"0"#
    private static let group =
        #"{"v":1,"seq":9,"op":"txn","ops":[{"op":"put","type":"T","id":"0"},{"op":"put","type":"U"}],"c"#

    /// What a file that was kept aside holds, and whether it is one of a person.
    struct Row: Sendable, CustomTestStringConvertible {
        var text: String
        var isErased: Bool
        var testDescription: String { text }
    }

    private static func of(_ text: String, _ first: String, _ second: String = "books") -> String {
        text.replacing("\"T\"", with: "\"\(first)\"").replacing("\"U\"", with: "\"\(second)\"")
    }

    @Test(
        "Of what was kept aside all goes that may hold a person's data, when some is erased",
        arguments: [
            Row(text: of(base, "books"), isErased: false),
            Row(text: of(line, "books"), isErased: false),
            Row(text: of(line, "books") + "\n" + of(base, "books"), isErased: false),
            Row(text: of(group, "books"), isErased: false),
            Row(text: of(base, "profiles"), isErased: true),
            Row(text: of(line, "profiles"), isErased: true),
            Row(text: of(line, "books") + "\n" + of(line, "profiles"), isErased: true),
            // A lost line end, and a type that was hit.
            Row(text: of(line, "books") + "X" + of(line, "profiles"), isErased: true),
            Row(text: of(line, "profilez"), isErased: true),
            Row(text: of(group, "books", "profiles"), isErased: true),
            Row(text: of(group, "books", "profilez"), isErased: true),
            // Nothing tells whose they are.
            Row(text: "", isErased: false),
            Row(text: #"e":"Ann Elliot"}"#, isErased: true),
            Row(text: #"{"v":1,"se"#, isErased: true),
            Row(text: of(line, "books") + "\0\0\0Ann", isErased: true),
        ])
    func erased(_ row: Row) throws {
        let notes = Notes()
        let fileSystem = SimulatedFileSystem()
        let options = quietOptions(personalTypes: ["profiles"], warn: notes.add)
        let store = try openStore(fileSystem, options: options)
        try store.commit([.book("Emma")])
        let saved = try store.save(
            .create(type: "profiles", document: ["name": .string("Ann Elliot")]))
        try fileSystem.makeFolder("/s/quarantine")
        let path = "/s/quarantine/journal-000001.jsonl-at-7-1.torn"
        fileSystem.close(try fileSystem.open(path, for: .creating))
        fileSystem.set(path, Array(row.text.utf8))
        try store.commit([.book("no erasure")])
        #expect(fileSystem.disk.files[path] != nil)
        try store.commit([.delete(type: "profiles", id: saved.id, expectedRevision: nil)])
        store.close()
        #expect((fileSystem.disk.files[path] == nil) == row.isErased)
        let removals = notes.all.filter { $0.contains(path) }
        #expect(
            removals
                == (row.isErased
                    ? ["\(path) was removed: it may have held what a person had erased"] : []))
    }

    @Test func `Wherever an erasing compaction crashes, the next one erases what is kept aside`()
        throws
    {
        let recording = SimulatedFileSystem(isRecording: true)
        let options = quietOptions(personalTypes: ["profiles"])
        let store = try openStore(recording, options: options)
        let saved = try store.save(
            .create(type: "profiles", document: ["name": .string("Ann Elliot")]))
        try recording.makeFolder("/s/quarantine")
        let path = "/s/quarantine/x.torn"
        let descriptor = try recording.open(path, for: .creating)
        try recording.writeAll(descriptor, Array("Ann Elliot".utf8).span, path: path)
        try recording.sync(descriptor, path: path)
        recording.close(descriptor)
        try recording.syncFolder("/s/quarantine")
        try recording.syncFolder("/s")
        try store.commit([.delete(type: "profiles", id: saved.id, expectedRevision: nil)])
        recording.acknowledge("erased")
        store.close()
        var states = 0
        for moment in recording.history where moment.acknowledged == ["erased"] {
            for disk in moment.disk.crashStates() {
                let fileSystem = SimulatedFileSystem(disk)
                try openStore(fileSystem, options: options).close()
                let rest = fileSystem.disk.files.filter {
                    $0.value.firstRange(of: Array("Ann Ell".utf8)) != nil
                }
                #expect(rest.isEmpty, "\(moment.call): \(rest.keys)")
                states += 1
            }
        }
        #expect(states > 10)
    }

    @Test func `A folder that somebody made there goes too, and stands in no erasure's way`() throws
    {
        let notes = Notes()
        let fileSystem = SimulatedFileSystem()
        let options = quietOptions(personalTypes: ["profiles"], warn: notes.add)
        let store = try openStore(fileSystem, options: options)
        let saved = try store.save(
            .create(type: "profiles", document: ["name": .string("Ann Elliot")]))
        for path in ["/s/quarantine", "/s/quarantine/old", "/s/quarantine/old/er"] {
            try fileSystem.makeFolder(path)
        }
        let path = "/s/quarantine/old/er/copy.jsonl"
        fileSystem.close(try fileSystem.open(path, for: .creating))
        fileSystem.set(path, Array("Ann Elliot".utf8))
        try store.commit([.delete(type: "profiles", id: saved.id, expectedRevision: nil)])
        store.close()
        #expect(fileSystem.disk.files[path] == nil)
        #expect(notes.all.contains { $0.contains("/s/quarantine/old") })
        for bytes in fileSystem.disk.files.values {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("Ann"))
        }
    }
}
