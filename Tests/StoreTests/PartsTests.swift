import FormworkRecords
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkStore

@Suite struct PartsTests {
    struct Checksum: Sendable {
        var bytes: [UInt8]
        var value: UInt32
    }

    @Test(
        "The checksum is CRC-32C",
        arguments: [
            Checksum(bytes: [], value: 0),
            Checksum(bytes: Array("123456789".utf8), value: 0xE306_9283),
            Checksum(bytes: [UInt8](repeating: 0, count: 32), value: 0x8A91_36AA),
            Checksum(bytes: [UInt8](repeating: 0xFF, count: 32), value: 0x62A8_AB43),
            Checksum(bytes: Array(0..<32), value: 0x46DD_794E),
            Checksum(bytes: (0..<32).reversed(), value: 0x113F_DB5C),
        ])
    func checksum(_ row: Checksum) {
        let checksum = CRC32C.checksum(row.bytes.span)
        #expect(checksum == row.value)
    }

    @Test func `A seal finds every flipped bit`() {
        var object = Array(#"{"a":1"#.utf8)
        LineChecksum.close(&object, from: 0)
        let isIntact = LineChecksum.isIntact(object.span)
        #expect(isIntact)
        for index in object.indices {
            for bit in 0..<8 {
                var flipped = object
                flipped[index] ^= 1 << UInt8(bit)
                let isIntact = LineChecksum.isIntact(flipped.span)
                #expect(!isIntact)
            }
        }
        for length in 0..<object.count {
            let isIntact = LineChecksum.isIntact(object.span.extracting(0..<length))
            #expect(!isIntact)
        }
    }

    @Test func `Ids go up whatever the clock does`() {
        var random = SystemRandomNumberGenerator()
        var id = RecordID(high: 0, low: 0)
        for milliseconds in [5, 5, 5, 9, 3, 3, 1 << 47, 2, 0] as [UInt64] {
            let next = id.next(at: milliseconds, using: &random)
            #expect(next > id)
            #expect(next.description > id.description)
            id = next
        }
        #expect(id.milliseconds == 1 << 47)
    }

    @Test func `An id survives its text`() {
        var random = SystemRandomNumberGenerator()
        for milliseconds in 1...500 as ClosedRange<UInt64> {
            let id = RecordID(high: 0, low: 0).next(at: milliseconds << 30, using: &random)
            #expect(id.description.utf8.count == 26)
            #expect(RecordID(id.description) == id)
        }
        #expect(RecordID(high: .max, low: .max).description == "7zzzzzzzzzzzzzzzzzzzzzzzzz")
    }

    @Test(
        "A text that is no id is refused",
        arguments: [
            "", "7", "80000000000000000000000000", "0000000000000000000000000",
            "000000000000000000000000000", "0000000000000000000000000U",
            "0000000000000000000000000u", "0000000000000000000000000i",
            "00000000000000000000000/..", "0000000000000000000000é",
        ])
    func badID(_ text: String) {
        #expect(RecordID(text) == nil)
    }

    @Test(
        "A name is a journal file's only in its one spelling",
        arguments: [
            ("journal-000001.jsonl", 1), ("journal-1234567.jsonl", 1_234_567),
            ("journal-1.jsonl", nil), ("journal-+00001.jsonl", nil), ("journal-000000.jsonl", nil),
            ("journal-0000001.jsonl", nil), ("journal-000001.jsonl.tmp", nil), ("books.jsonl", nil),
        ] as [(String, Int?)])
    func fileName(_ name: String, _ number: Int?) {
        #expect(FolderLayout.segmentNumber(of: name) == number)
    }

    @Test(
        "Only the store's own leftovers are swept",
        arguments: [
            ("probe.tmp", true), ("journal-000007.jsonl.tmp", true), ("journal-7.jsonl.tmp", false),
            ("notes.tmp", false), ("journal-000007.jsonl", false), (".tmp", false),
        ])
    func leftover(_ name: String, _ isLeftover: Bool) {
        #expect(FolderLayout.isLeftover(name) == isLeftover)
    }

    @Test(
        "Members are found in any order, with spaces and brackets in strings",
        arguments: [
            #"{"v":1,"op":"put","type":"books","id":"00000000000000000000000001","revision":3,"doc":{}}"#,
            #"{"doc":{"a":"}]\"{","b":[{"id":"no"},[]]},"revision":3,"id":"00000000000000000000000001","type":"books","op":"put","v":1}"#,
            #"{ "v" : 1 , "op" : "put" , "type" : "books" , "id" : "00000000000000000000000001" , "revision" : 3 }"#,
        ])
    func members(_ text: String) {
        let bytes = Array(text.utf8)
        let members = LineFields(bytes.span, in: 0..<bytes.count)
        #expect(members.version == 1)
        #expect(members.revision == 3)
        #expect(members.id?.description == "00000000000000000000000001")
        #expect(members.operation == LineFields.put)
        #expect(members.type?.count == 5)
    }

    @Test func `No bytes whatever make the walk trap`() {
        var random = Seeded(7)
        let alphabet = Array(#"{}[]",:\ 1aid"#.utf8) + [0, 0xFF]
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            _ = LineFields(bytes.span, in: 0..<bytes.count)
            let line = try? JournalLine(bytes.span, in: 0..<bytes.count)
            #expect(line == nil)
        }
    }

    @Test("Lines are the same however the file comes in", arguments: [1, 2, 3, 7, 64])
    func lines(_ chunk: Int) throws {
        let text = Array("one\n\nthree is longer\nlast".utf8)
        let disk = SimulatedDisk(root: "/s", files: ["/s/f": text])
        let fileSystem = SimulatedFileSystem(disk)
        let descriptor = try fileSystem.open("/s/f", for: .reading)
        var reader = LineReader(fileSystem, descriptor: descriptor, path: "/s/f", chunk: chunk)
        var lines: [String] = []
        var offsets: [Int] = []
        var ends: [Bool] = []
        while let line = try reader.next() {
            lines.append(String(decoding: reader.window[line.range], as: UTF8.self))
            offsets.append(line.offset)
            ends.append(line.isTerminated)
        }
        #expect(lines == ["one", "", "three is longer", "last"])
        #expect(offsets == [0, 4, 5, 21])
        #expect(ends == [true, true, true, false])
        #expect(reader.offset == text.count)
    }
}
