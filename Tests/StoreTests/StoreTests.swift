import FormworkRecords
import Foundation
import Groundwork
import Testing

@testable import FormworkStore

@Suite struct StoreTests {
    @Test func `A record is read back as it was saved, also after a restart`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let document: JSON.Object = [
            "title": .string("Emma \"quoted\"\n\u{1F600}"),
            "price": .number(try #require(JSON.Number(text: "12.30"))),
            "nested": .array([.null, .bool(true), .object(["b": .number(JSON.Number(1))])]),
        ]
        let change = Change.create(type: "books", document: document)
        let saved = try store.save(change)
        #expect(saved.revision == 1)
        #expect(saved.createdAt == saved.updatedAt)
        #expect(saved.document == document)
        #expect(try store.record("books", saved.id) == saved)
        #expect(try store.record("profiles", saved.id) == nil)
        store.close()
        let again = try openStore(fileSystem)
        #expect(try again.record("books", saved.id) == saved)
        #expect(again.count("books") == 1)
        again.close()
    }

    @Test func `A change needs the last revision where it names one`() throws {
        let store = try openStore(SimulatedFileSystem())
        let first = try store.save(.book("one"))
        let second = try store.save(.retitle(first.id, "two", expecting: 1))
        #expect(second.revision == 2)
        #expect(second.createdAt == first.createdAt)
        #expect(throws: CommitError.conflict(current: second)) {
            try store.commit([.retitle(first.id, "three", expecting: 1)])
        }
        #expect(throws: CommitError.conflict(current: second)) {
            try store.commit([.removeBook(first.id, expecting: 1)])
        }
        let third = try store.save(.retitle(first.id, "three"))
        #expect(third.revision == 3)
        #expect(try store.save(.removeBook(first.id, expecting: 3)) == third)
        #expect(try store.record("books", first.id) == nil)
        for change in [Change.retitle(first.id, "x"), .removeBook(first.id), .removeBook("no id")] {
            #expect(throws: CommitError.self) { try store.commit([change]) }
        }
        store.close()
    }

    @Test func `A transaction is carried out whole or not at all`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let kept = try store.save(.book("kept"))
        #expect(throws: CommitError.notFound(type: "books", id: "nobody")) {
            try store.commit([
                .retitle(kept.id, "changed"), .book("new"), .retitle("nobody", "x"),
            ])
        }
        #expect(try store.titles() == [kept.id: "kept"])
        let saved = try store.commit([
            .book("new"), .retitle(kept.id, "changed"), .retitle(kept.id, "again"),
            .create(type: "profiles", document: ["name": .string("Ann")]),
        ])
        #expect(saved.map(\.revision) == [1, 2, 3, 1])
        let more = try store.commit([.removeBook(saved[0].id), .book("last")])
        let expected = [kept.id: "again", more[1].id: "last"]
        #expect(try store.titles() == expected)
        #expect(try store.commit([]).isEmpty)
        store.close()
        let text = String(
            decoding: try #require(fileSystem.disk.files[firstJournal]), as: UTF8.self)
        #expect(text.split(separator: "\n").count == 4)
        let again = try openStore(fileSystem)
        #expect(try again.titles() == expected)
        #expect(try again.record("profiles", saved[3].id)?.document["name"] == .string("Ann"))
        again.close()
    }

    @Test func `Every line is a JSON object with its members in order and the checksum last`()
        throws
    {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let book = try store.save(.book("Emma"))
        _ = try store.commit([.retitle(book.id, "Ema"), .book("x")])
        _ = try store.save(.removeBook(book.id))
        store.close()
        let bytes = try #require(fileSystem.disk.files[firstJournal])
        let lines = try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            guard case .object(let object) = try JSON.parse(Array(line)) else { return [String]() }
            return object.members.map(\.name)
        }
        #expect(
            lines == [
                ["v", "format", "segment", "seq", "batch", "at", "crc"],
                [
                    "v", "seq", "batch", "at", "op", "type", "id", "revision", "createdAt",
                    "updatedAt", "doc", "crc",
                ],
                ["v", "seq", "batch", "at", "op", "ops", "crc"],
                ["v", "seq", "batch", "at", "op", "type", "id", "revision", "crc"],
            ])
        #expect(bytes.last == UInt8(ascii: "\n"))
    }

    @Test func `Pages come in the order of creation from either end`() throws {
        let store = try openStore(SimulatedFileSystem())
        for number in 0..<30 { try store.commit([.book("\(number)")]) }
        let page = try store.page("books", offset: 2, limit: 3)
        #expect(page.map(\.title) == ["27", "26", "25"])
        let oldest = try store.page("books", offset: 28, limit: 5, newestFirst: false)
        #expect(oldest.map(\.title) == ["28", "29"])
        #expect(try store.page("books", offset: 30, limit: 5).isEmpty)
        #expect(try store.page("unheard", offset: 0, limit: 5).isEmpty)
        var seen = 0
        try store.forEach("books") { _ in
            seen += 1
            return seen < 7
        }
        #expect(seen == 7)
        store.close()
    }

    @Test func `Ids go up within a millisecond, over restarts and over removed records`() throws {
        let fileSystem = SimulatedFileSystem()
        var last = ""
        for _ in 0..<5 {
            let store = try openStore(fileSystem)
            let saved = try store.commit((0..<50).map { .book("\($0)") })
            for record in saved {
                #expect(record.id > last)
                last = record.id
            }
            try store.commit(saved.map { .removeBook($0.id) })
            store.close()
        }
        let future = RecordID(
            high: (UInt64(Timestamp.now().milliseconds) + 3_600_000) << 16, low: 0)
        let store = try openStore(fileSystem)
        try store.commit([.book("ahead", id: future.description)])
        try store.commit([.removeBook(future.description)])
        store.close()
        let again = try openStore(fileSystem)
        #expect(try again.save(.book("after")).id > future.description)
        again.close()
    }

    @Test func `An id may be given, but only a free and sound one`() throws {
        let store = try openStore(SimulatedFileSystem())
        let profile = try store.save(.create(type: "profiles", document: [:]))
        let book = try store.save(.book("same", id: profile.id))
        #expect(book.id == profile.id)
        #expect(throws: CommitError.conflict(current: book)) {
            try store.commit([.book("again", id: profile.id)])
        }
        for id in ["", "x", "7zzzzzzzzzzzzzzzzzzzzzzzzz", profile.id.uppercased()] {
            #expect(throws: CommitError.invalid(reason: "\(id) is no id of a record")) {
                try store.commit([.book("bad", id: id)])
            }
        }
        #expect(throws: CommitError.invalid(reason: "there are no records of type films")) {
            try store.commit([.create(type: "films", document: [:])])
        }
        store.close()
    }

    @Test func `A document that couldn't be read back is refused`() throws {
        let store = try openStore(SimulatedFileSystem())
        var deep = JSON.null
        for _ in 0..<200 { deep = .array([deep]) }
        var doubled: JSON.Object = ["a": .null]
        doubled.append("a", .null)
        for document in [["deep": deep], doubled] as [JSON.Object] {
            let error = #expect(throws: CommitError.self) {
                try store.commit([.create(type: "books", document: document)])
            }
            guard case .invalid = error else {
                Issue.record("answered \(String(describing: error))")
                continue
            }
        }
        store.close()
    }

    @Test func `A journal of many files is read in order`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, options: quietOptions(segmentLimit: 700))
        var ids: [String] = []
        for number in 0..<12 { ids.append(try store.save(.book("\(number)")).id) }
        for id in ids.prefix(6) { try store.commit([.retitle(id, "new")]) }
        store.close()
        let files = fileSystem.disk.files.keys.compactMap {
            FolderLayout.segmentNumber(of: String($0.dropFirst(3)))
        }
        #expect(files.count > 4)
        #expect(files.max() == files.count)
        let again = try openStore(fileSystem, options: quietOptions(segmentLimit: 700))
        #expect(try again.titles().values.filter { $0 == "new" }.count == 6)
        #expect(try again.record("books", ids[11])?.title == "11")
        again.close()
        for number in files where number < files.count {
            var disk = fileSystem.disk
            disk.names["/s/\(FolderLayout.segment(number))"] = nil
            let error = #expect(throws: FolderError.self) {
                try openStore(SimulatedFileSystem(disk))
            }
            #expect(error?.kind == .damaged, "file \(number) is missing")
        }
    }

    @Test func `Members that this version doesn't know go along with every revision`() throws {
        let fileSystem = SimulatedFileSystem()
        let first = try openStore(fileSystem)
        let book = try first.save(.book("Emma"))
        first.close()
        let text = String(
            decoding: try #require(fileSystem.disk.files[firstJournal]), as: UTF8.self)
        let lines = text.split(separator: "\n")
        var line = Array(
            lines[1].replacing(#""doc":"#, with: #""nonce":{"k":[1]},"doc":"#).dropLast(
                LineChecksum.length
            )
            .utf8)
        LineChecksum.close(&line, from: 0)
        fileSystem.set(firstJournal, Array((lines[0] + "\n").utf8) + line + [UInt8(ascii: "\n")])
        let store = try openStore(fileSystem)
        try store.commit([.retitle(book.id, "Ema")])
        store.close()
        let again = try openStore(fileSystem)
        let record = try #require(try again.record("books", book.id))
        #expect(record.title == "Ema")
        #expect(record.revision == 2)
        #expect(record.unknown["nonce"] == .object(["k": .array([.number(JSON.Number(1))])]))
        again.close()
    }

    @Test func `Records of a type that this version doesn't know are kept`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem, types: ["films"])
        let film = try store.save(.create(type: "films", document: ["a": .null]))
        store.close()
        let books = try openStore(fileSystem)
        try books.commit([.book("x")])
        books.close()
        let again = try openStore(fileSystem, types: ["films"])
        #expect(try again.record("films", film.id) == film)
        again.close()
    }

    @Test("A newer format is refused with both numbers", arguments: [0, 1])
    func newer(_ line: Int) throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        try store.commit([.book("Emma")])
        store.close()
        let text = String(
            decoding: try #require(fileSystem.disk.files[firstJournal]), as: UTF8.self)
        var lines = text.split(separator: "\n").map { Array($0.utf8) }
        lines[line][5] = UInt8(ascii: "2")
        lines[line].removeLast(LineChecksum.length)
        LineChecksum.close(&lines[line], from: 0)
        let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
        fileSystem.set(firstJournal, bytes)
        let error = #expect(throws: FolderError.self) { try openStore(fileSystem) }
        #expect(error == .newerFormat(path: firstJournal, found: 2, known: 1))
        #expect(error?.kind == .damaged)
        #expect(fileSystem.disk.files[firstJournal] == bytes)
    }

    @Test func `A record with the greatest revision isn't changed any more`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let last = StoredRecord(
            type: "books", id: "01arz3ndektsv4rrffq69g5fav", revision: Int(UInt32.max),
            createdAt: .now(), updatedAt: .now(), document: [:])
        _ = try store.commit([.restore(last)])
        #expect(throws: CommitError.self) { try store.save(.retitle(last.id, "Emma")) }
        #expect(try store.record("books", last.id)?.revision == last.revision)
        store.close()
        let again = try openStore(fileSystem)
        #expect(try again.save(.removeBook(last.id)).revision == last.revision)
        again.close()
    }

    @Test func `A record that was known elsewhere comes as it was there`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let time = Timestamp(milliseconds: 1_500_000_000_123)
        let given = StoredRecord(
            type: "books", id: "01arz3ndektsv4rrffq69g5fav", revision: 7, createdAt: time,
            updatedAt: Timestamp(milliseconds: time.milliseconds + 5),
            document: ["title": .string("Emma")])
        #expect(try store.commit([.restore(given)]) == [given])
        #expect(throws: CommitError.conflict(current: given)) {
            try store.commit([.restore(given)])
        }
        for (id, revision) in [(given.id, 0), (given.id, 1 << 32), ("x", 1)] {
            let other = StoredRecord(
                type: "profiles", id: id, revision: revision, createdAt: time, updatedAt: time,
                document: [:])
            let error = #expect(throws: CommitError.self) { try store.commit([.restore(other)]) }
            guard case .invalid = error else {
                Issue.record("answered \(String(describing: error))")
                continue
            }
        }
        #expect(try store.save(.retitle(given.id, "later", expecting: 7)).createdAt == time)
        store.close()
        let again = try openStore(fileSystem)
        #expect(try again.record("books", given.id)?.revision == 8)
        again.close()
    }

    @Test func `A closed store takes no more and can be closed again`() throws {
        let store = try openStore(SimulatedFileSystem())
        store.close()
        store.close()
        #expect(throws: CommitError.closed) { try store.commit([.book("late")]) }
    }
}
