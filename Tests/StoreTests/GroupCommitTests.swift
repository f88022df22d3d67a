import FormworkRecords
import Groundwork
import Testing

@testable import FormworkStore

/// What happens while the disk works.
@Suite struct GroupCommitTests {
    @Test func `Nobody sees a change before the disk has it, and readers don't wait`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let book = try store.save(.book("old"))
        let notes = Notes()
        fileSystem.duringNextSync {
            notes.add((try? store.record("books", book.id))??.title ?? "none")
            notes.add("\(store.count("books"))")
        }
        try store.commit([.retitle(book.id, "new"), .book("second")])
        #expect(notes.all == ["old", "1"])
        #expect(try store.record("books", book.id)?.title == "new")
        #expect(store.count("books") == 2)
        store.close()
    }

    @Test func `What comes while the disk works shares the next sync, each answered by itself`()
        throws
    {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let book = try store.save(.book("start"))
        let notes = Notes()
        fileSystem.duringNextSync {
            store.commit([.retitle(book.id, "ghost"), .retitle("nobody", "x")]) { result in
                notes.add((try? result.get()) == nil ? "no ghost" : "ghost")
            }
            for name in ["a", "b"] {
                store.commit([.retitle(book.id, name, expecting: 1)]) { result in
                    switch result {
                    case .success(let saved): notes.add("\(name) saved \(saved[0].revision)")
                    case .failure(.conflict(let current)):
                        notes.add("\(name) refused, \(current?.title ?? "none") stands")
                    case .failure(let error): notes.add("\(error)")
                    }
                }
            }
            store.commit([.removeBook(book.id)]) {
                notes.add("removed \((try? $0.get().count) ?? 0)")
            }
            store.commit([.retitle(book.id, "c")]) { result in
                guard case .failure(.notFound) = result else { return notes.add("found") }
                notes.add("gone")
            }
            store.commit([.book("other")]) { notes.add("made \((try? $0.get().count) ?? 0)") }
        }
        try store.commit([.book("first")])
        store.close()
        #expect(
            notes.all == [
                "no ghost", "a saved 2", "b refused, a stands", "removed 1", "gone", "made 1",
            ])
        #expect(fileSystem.calls.filter { $0 == "fdatasync \(firstJournal)" }.count == 3)
        let bytes = try #require(fileSystem.disk.files[firstJournal])
        let numbers = try bytes.split(separator: UInt8(ascii: "\n")).dropFirst().map { line in
            guard case .object(let line) = try JSON.parse(Array(line)) else { return [Int?]() }
            return ["seq", "batch", "first"].map { name in
                if case .number(let number)? = line[name] { number.int } else { nil }
            }
        }
        #expect(numbers == [[1, 1, nil], [2, 2, nil], [3, 3, nil], [4, 3, 3], [5, 3, 3]])
        let again = try openStore(fileSystem)
        #expect(Set(try again.titles().values) == ["first", "other"])
        again.close()
    }

    @Test func `A batch whose sync fails is answered to all who share it`() throws {
        let fileSystem = SimulatedFileSystem()
        let store = try openStore(fileSystem)
        let notes = Notes()
        fileSystem.plan(.init(call: "fdatasync", nth: 2, code: 5))
        fileSystem.duringNextSync {
            for number in 0..<3 {
                store.commit([.book("\(number)")]) { result in
                    if case .failure(.failed(_, outcomeUnknown: true)) = result {
                        notes.add("unknown")
                    }
                }
            }
        }
        try store.commit([.book("kept")])
        store.close()
        #expect(notes.all == ["unknown", "unknown", "unknown"])
        #expect(try store.titles().values.sorted() == ["kept"])
    }
}
