import FormworkRecords
import Groundwork
import Testing

@testable import FormworkStore

/// What a start makes of a journal that isn't whole: torn or refused, never a wrong record.
@Suite struct DamageTests {
    private enum Outcome: Equatable {
        case opened(records: Int, torn: Int)
        case refused(line: Int)
    }

    /// Reads a journal and checks that every record that is found is right.
    private static func recover(
        _ bytes: [UInt8], _ journal: SampleJournal,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Outcome {
        let disk = SimulatedDisk(root: "/s", files: [firstJournal: bytes])
        do {
            let reader = try FolderReader(
                Folder(path: simulatedFolder, fileSystem: SimulatedFileSystem(disk)))
            try reader.requireSound()
            let found = reader.catalogue.records("books", after: nil, limit: 100)
            for (index, place) in found.enumerated() {
                let record = try place.record(ReadingFaults(remedy: "") { _ in })
                #expect(record.id == journal.ids[index + 1], sourceLocation: sourceLocation)
                #expect(record.title == "t\(index + 1)", sourceLocation: sourceLocation)
            }
            return .opened(records: found.count, torn: reader.tornBytes)
        } catch {
            guard case .damaged(let damage)? = error as? FolderError else {
                Issue.record("unexpected \(error)", sourceLocation: sourceLocation)
                return .refused(line: 0)
            }
            return .refused(line: damage.line)
        }
    }

    @Test func `A whole journal is read as it is`() {
        let journal = SampleJournal([1, 3, 2])
        #expect(Self.recover(journal.bytes, journal) == .opened(records: 6, torn: 0))
    }

    @Test func `A journal cut at any byte keeps every line before the cut`() {
        let journal = SampleJournal([1, 3, 2])
        for length in 0..<journal.bytes.count {
            let outcome = Self.recover(Array(journal.bytes[..<length]), journal)
            if length < journal.lineEnds[0] {
                #expect(outcome == .refused(line: 1), "cut at \(length)")
            } else {
                let records = journal.records(before: length)
                let torn = length - journal.lineEnds[records]
                #expect(outcome == .opened(records: records, torn: torn), "cut at \(length)")
            }
        }
    }

    @Test(
        "A byte changed anywhere is refused, but for one that makes the end look torn",
        arguments: [
            ([1, 3, 2], 0x01), ([1, 3, 2], 0x80), ([1, 2], 0x30), ([1, 1, 1], 0xFF),
            ([3, 1], 0x20),
            ([2, 2, 2], 0x04),
        ] as [([Int], UInt8)])
    func flipped(_ sizes: [Int], _ pattern: UInt8) {
        let journal = SampleJournal(sizes)
        for offset in journal.bytes.indices {
            var bytes = journal.bytes
            bytes[offset] ^= pattern
            let line = journal.line(at: offset)
            let isLastBatch = journal.batches[line] == sizes.count
            let isTear = bytes[offset] == 0 || offset == bytes.count - 1
            let expected: Outcome =
                isLastBatch && isTear
                ? .opened(records: line - 1, torn: bytes.count - journal.lineEnds[line - 1])
                : .refused(line: line + 1)
            #expect(Self.recover(bytes, journal) == expected, "byte \(offset)")
        }
    }

    @Test("A byte that becomes a line end is found too", arguments: [[1, 1, 1], [1, 3, 2]])
    func broken(_ sizes: [Int]) {
        let journal = SampleJournal(sizes)
        for offset in journal.bytes.indices where journal.bytes[offset] != UInt8(ascii: "\n") {
            var bytes = journal.bytes
            bytes[offset] = UInt8(ascii: "\n")
            let line = journal.line(at: offset)
            #expect(Self.recover(bytes, journal) == .refused(line: line + 1), "byte \(offset)")
        }
    }

    @Test("A run of zeros is found wherever it lies", arguments: [7, 150, 400])
    func zeroed(_ length: Int) {
        let journal = SampleJournal([1, 3, 2])
        let lastBatch = journal.lineEnds[4]
        for offset in 0..<(journal.bytes.count - length) {
            var bytes = journal.bytes
            for index in offset..<offset + length { bytes[index] = 0 }
            let line = journal.line(at: offset)
            let expected: Outcome =
                offset >= lastBatch
                ? .opened(records: line - 1, torn: bytes.count - journal.lineEnds[line - 1])
                : .refused(line: line + 1)
            // Zeros that reach into the last batch and spare none of its lines look like a tear of a
            // batch before it, whose end can't be told from one that was never synced.
            let sparesNone = offset + length > journal.lineEnds[5]
            if offset < lastBatch, sparesNone { continue }
            #expect(Self.recover(bytes, journal) == expected, "zeros at \(offset)")
        }
    }

    @Test("A line that is taken out, doubled or moved is refused", arguments: 1...5)
    func rearranged(_ line: Int) {
        let journal = SampleJournal([1, 3, 2])
        let range = journal.lineEnds[line - 1]..<journal.lineEnds[line]
        var without = journal.bytes
        without.removeSubrange(range)
        #expect(Self.recover(without, journal) == .refused(line: line + 1))
        var doubled = journal.bytes
        doubled.insert(contentsOf: journal.bytes[range], at: range.upperBound)
        #expect(Self.recover(doubled, journal) == .refused(line: line + 2))
        var moved = without
        moved.append(contentsOf: journal.bytes[range])
        #expect(Self.recover(moved, journal) == .refused(line: line + 1))
    }

    @Test("A line that a person put in is refused, also near the end", arguments: 0...6)
    func inserted(_ line: Int) {
        let journal = SampleJournal([1, 3, 2])
        var bytes = journal.bytes
        bytes.insert(contentsOf: Array("{\"hello\":1}\n".utf8), at: journal.lineEnds[line])
        #expect(Self.recover(bytes, journal) == .refused(line: line + 2))
    }

    @Test func `The message names file, line, byte, record and what is behind it`() throws {
        let journal = SampleJournal([1, 1, 1])
        var bytes = journal.bytes
        bytes[journal.lineEnds[1] - 3] ^= 1
        let fileSystem = SimulatedFileSystem(
            SimulatedDisk(root: "/s", files: [firstJournal: bytes]))
        let error = #expect(throws: FolderError.self) { try openStore(fileSystem) }
        let offset = journal.lineEnds[0]
        #expect(
            error?.description
                == "\(firstJournal):2 (byte \(offset)): the line is damaged, and what was saved after it"
                + " is intact, record \(journal.ids[1]); 2 intact lines follow")
        #expect(error?.kind == .damaged)
        #expect(fileSystem.disk.files[firstJournal] == bytes)
        #expect(fileSystem.disk.files.keys.sorted() == ["/s/LOCK", firstJournal])
    }
}
