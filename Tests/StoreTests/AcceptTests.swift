import FormworkRecords
import Groundwork
import Testing

@testable import FormworkStore

/// Files that a person edits with any editor.
@Suite struct AcceptTests {
    private static let base = "/s/books.jsonl"

    /// A base with two books.
    private static func folder() throws -> (SimulatedFileSystem, text: String, ids: [String]) {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, options: quietOptions(foldLimit: 64 << 20))
        let books = try store.commit([.book("Emma"), .book("Evelina")])
        store.close()
        let bytes = try #require(fileSystem.disk.files[base])
        return (fileSystem, String(decoding: bytes, as: UTF8.self), books.map(\.id))
    }

    private static func accept(_ fileSystem: SimulatedFileSystem) throws -> StoreReport {
        try Store.accept(folder: simulatedFolder, fileSystem: fileSystem)
    }

    private static func titles(_ fileSystem: SimulatedFileSystem) throws -> [String] {
        let store = try openStore(fileSystem)
        defer { store.close() }
        return try store.titles().sorted { $0.key < $1.key }.map(\.value)
    }

    @Test func `A changed title is taken and told`() throws {
        let (fileSystem, text, ids) = try Self.folder()
        fileSystem.set(Self.base, Array(text.replacing("Emma", with: "Sanditon").utf8))
        #expect(throws: FolderError.self) { try Self.titles(fileSystem) }
        let report = try Self.accept(fileSystem)
        #expect(report.records == ["books": 2])
        #expect(report.repairs.count == 1)
        #expect(report.repairs.first?.hasPrefix("\(Self.base):2: {\"v\":1,") == true)
        #expect(report.repairs.first?.contains("Sanditon") == true)
        #expect(try Self.titles(fileSystem) == ["Sanditon", "Evelina"])
        #expect(try Self.accept(fileSystem).repairs.isEmpty)
        let store = try openStore(fileSystem)
        #expect(try store.save(.retitle(ids[0], "later")).revision == 2)
        store.close()
    }

    @Test func `A record of a time to come is refused, since no id could follow its own`() throws {
        let (fileSystem, text, ids) = try Self.folder()
        let edited = text.replacing(ids[1], with: "7zzzzzzzzzzzzzzzzzzzzzzzzz")
        fileSystem.set(Self.base, Array(edited.utf8))
        let error = #expect(throws: FolderError.self) { try Self.accept(fileSystem) }
        #expect("\(try #require(error))".contains(":3 "))
        #expect("\(try #require(error))".contains("its id is of a time to come"))
        #expect(!"\(try #require(error))".contains("follow;"))
        #expect(fileSystem.disk.files[Self.base] == Array(edited.utf8))
    }

    @Test("Editors' habits are understood", arguments: ["crlf", "bom", "end", "blank", "spaces"])
    func habits(_ habit: String) throws {
        let (fileSystem, text, _) = try Self.folder()
        let edited =
            switch habit {
            case "crlf": text.replacing("\n", with: "\r\n")
            case "bom": "\u{FEFF}" + text
            case "end": String(text.dropLast())
            case "blank": text + "\n\n"
            default: text.replacing("\"doc\":{", with: "\"doc\": { ")
            }
        fileSystem.set(Self.base, Array(edited.utf8))
        _ = try Self.accept(fileSystem)
        #expect(try Self.titles(fileSystem) == ["Emma", "Evelina"])
        let bytes = try #require(fileSystem.disk.files[Self.base])
        #expect(!bytes.contains(UInt8(ascii: "\r")))
        #expect(bytes.first == UInt8(ascii: "{"))
    }

    @Test func `A record may be taken out or put in without a checksum`() throws {
        let (fileSystem, text, ids) = try Self.folder()
        var lines = text.split(separator: "\n").map(String.init)
        lines[1] = String(lines[1].dropLast(LineChecksum.length)) + "}"
        lines[1].replace(ids[0], with: RecordID(high: 1 << 16, low: 0).description)
        lines.remove(at: 2)
        fileSystem.set(Self.base, Array((lines.joined(separator: "\n") + "\n").utf8))
        let report = try Self.accept(fileSystem)
        #expect(report.records == ["books": 1])
        #expect(
            report.repairs.last
                == "\(Self.base): the header said 2 records, and there are 1")
        #expect(try Self.titles(fileSystem) == ["Emma"])
    }

    @Test func `A changed line of the journal is taken too, alone or in a transaction`() throws {
        let (fileSystem, text) = try Self.journal()
        let edited = text.replacing("Emma", with: "Emmeline")
            .replacing("Cecilia", with: "Camilla")
        fileSystem.set(firstJournal, Array(edited.utf8))
        #expect(try Self.accept(fileSystem).repairs.count == 2)
        #expect(try Self.titles(fileSystem) == ["Emmeline", "Evelina", "Camilla"])
    }

    /// A journal with a book, and a transaction of two.
    private static func journal() throws -> (SimulatedFileSystem, text: String) {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        try store.commit([.book("Emma")])
        try store.commit([.book("Evelina"), .book("Cecilia")])
        store.close()
        let bytes = try #require(fileSystem.disk.files[firstJournal])
        return (fileSystem, String(decoding: bytes, as: UTF8.self))
    }

    @Test("An edit that a power cut ends can be taken again", arguments: [base, firstJournal])
    func crash(_ path: String) throws {
        let made = path == Self.base ? try Self.folder().0 : try Self.journal().0
        let bytes = try #require(made.disk.files[path])
        let edited = String(decoding: bytes, as: UTF8.self).replacing("Emma", with: "Sanditon")
        made.set(path, Array(edited.utf8))
        let fileSystem = SimulatedFileSystem(made.disk, isRecording: true)
        _ = try Self.accept(fileSystem)
        var states = 0
        for moment in fileSystem.history {
            for disk in moment.disk.crashStates() {
                let crashed = SimulatedFileSystem(disk)
                _ = try Self.accept(crashed)
                #expect(
                    try Self.titles(crashed).prefix(2) == ["Sanditon", "Evelina"], "\(moment.call)")
                states += 1
            }
        }
        #expect(states > 50)
    }

    @Test("Editors' habits are understood in a journal too", arguments: ["crlf", "bom", "blank"])
    func habitsInJournal(_ habit: String) throws {
        let (fileSystem, text) = try Self.journal()
        let edited =
            switch habit {
            case "crlf": text.replacing("\n", with: "\r\n")
            case "bom": "\u{FEFF}" + text
            default: "\n" + text + "\n"
            }
        fileSystem.set(firstJournal, Array(edited.utf8))
        _ = try Self.accept(fileSystem)
        for bytes in fileSystem.disk.files.values { #expect(!bytes.contains(UInt8(ascii: "\r"))) }
        #expect(try Self.titles(fileSystem) == ["Emma", "Evelina", "Cecilia"])
    }

    @Test(
        "What isn't valid in a journal is refused, and nothing is changed",
        arguments: [
            Row(old: "\"seq\":2", new: "\"seq\":9", message: ":3 (byte "),
            Row(old: "\"seq\":2,", new: "", message: "it has no seq or batch"),
            Row(old: "\"op\":\"put\"", new: "\"op\":\"pot\"", message: ":2 (byte "),
            Row(old: "\"createdAt\":", new: "\"made\":", message: "a saved record has createdAt"),
            Row(old: "\"doc\":{", new: "\"doc\":[", message: ":2 (byte "),
            Row(old: "\"doc\":{\"t", new: "\"doc\":{t", message: "column "),
            Row(old: "\"v\":1,\"seq\":1", new: "\"seq\":1", message: "it has no version"),
            Row(old: "\"format\":", new: "\"kind\":", message: ":1 (byte "),
        ])
    func refusedInJournal(_ row: Row) throws {
        let (fileSystem, text) = try Self.journal()
        let edited = Array(text.replacing(row.old, with: row.new, maxReplacements: 1).utf8)
        #expect(edited != Array(text.utf8))
        fileSystem.set(firstJournal, edited)
        let before = fileSystem.disk.files.filter { $0.key != "/s/LOCK" }
        let error = #expect(throws: FolderError.self) { try Self.accept(fileSystem) }
        #expect(error?.kind == .damaged)
        #expect(error?.description.contains(row.message) == true, "\(String(describing: error))")
        #expect(fileSystem.disk.files.filter { $0.key != "/s/LOCK" } == before)
    }

    @Test func `An edit of one file that is refused changes no other`() throws {
        let (fileSystem, text, _) = try Self.folder()
        let store = try openStore(fileSystem)
        _ = try store.save(.book("Sanditon"))
        store.close()
        let last = try #require(
            fileSystem.disk.files.first { $0.value.firstRange(of: Array("Sanditon".utf8)) != nil }?
                .key)
        let bytes = try #require(fileSystem.disk.files[last])
        let broken = String(decoding: bytes, as: UTF8.self).replacing(
            "\"batch\":2", with: "\"batch\":7")
        #expect(Array(broken.utf8) != bytes)
        fileSystem.set(last, Array(broken.utf8))
        fileSystem.set(Self.base, Array(text.replacing("Emma", with: "Emmeline").utf8))
        let before = fileSystem.disk.files.filter { $0.key != "/s/LOCK" }
        #expect(throws: FolderError.self) { try Self.accept(fileSystem) }
        #expect(fileSystem.disk.files.filter { $0.key != "/s/LOCK" } == before)
    }

    /// An edit that isn't valid, and what is said of it.
    struct Row: Sendable, CustomTestStringConvertible {
        var old: String
        var new: String
        var message: String
        var testDescription: String { new }
    }

    @Test(
        "What isn't valid is refused by line and column, and nothing is changed",
        arguments: [
            Row(old: "\"doc\":{", new: "\"doc\":{,", message: "\(base):2 (byte "),
            Row(
                old: "\"doc\":{", new: "\"doc\":{,", message: "a name in double quotes was expected"
            ),
            Row(old: "\"doc\":{\"title\":\"Emma\"}", new: "\"doc\":1", message: "has a type, id"),
            Row(old: "\"revision\":1", new: "\"revision\":0", message: "has a type, id"),
            Row(old: "\"type\":\"books\",\"id\"", new: "\"id\"", message: "has a type, id"),
        ])
    func refused(_ row: Row) throws {
        let (fileSystem, text, _) = try Self.folder()
        let edited = Array(text.replacing(row.old, with: row.new, maxReplacements: 1).utf8)
        #expect(edited != Array(text.utf8))
        fileSystem.set(Self.base, edited)
        let error = #expect(throws: FolderError.self) { try Self.accept(fileSystem) }
        #expect(error?.kind == .damaged)
        #expect(error?.description.contains(row.message) == true, "\(String(describing: error))")
        #expect(fileSystem.disk.files[Self.base] == edited)
    }

    @Test func `Records out of order are refused`() throws {
        let (fileSystem, text, _) = try Self.folder()
        var lines = text.split(separator: "\n").map(String.init)
        lines.swapAt(1, 2)
        fileSystem.set(Self.base, Array((lines.joined(separator: "\n") + "\n").utf8))
        let error = #expect(throws: FolderError.self) { try Self.accept(fileSystem) }
        #expect(error?.description.contains("order of their ids") == true)
    }
}
