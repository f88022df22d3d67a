import FormworkRecords
import TestSupport
import Testing

@testable import FormworkStore

@Suite struct OrderedIndexTests {
    private static func slot(_ number: Int, revision: UInt32 = 1) -> RecordLocation {
        RecordLocation(
            id: RecordID(high: 0, low: UInt64(number)), file: 3, offset: number * 10,
            length: 9, revision: revision)
    }

    @Test("It is a sorted list, whatever comes and goes", arguments: [1, 2, 3] as [UInt64])
    func model(_ seed: UInt64) {
        var random = Seeded(seed)
        var index = OrderedIndex()
        var model: [Int: UInt32] = [:]
        for step in 0..<6000 {
            let number = Int.random(in: 0..<2500, using: &random)
            if Int.random(in: 0..<5, using: &random) < (step < 3000 ? 4 : 2) {
                let revision = UInt32(step)
                index.put(Self.slot(number, revision: revision))
                model[number] = revision
            } else {
                index.remove(RecordID(high: 0, low: UInt64(number)))
                model[number] = nil
            }
            guard step % 100 == 0 else { continue }
            #expect(index.fault == nil)
            let sorted = model.keys.sorted()
            #expect(index.count == sorted.count)
            let offset = Int.random(in: 0...sorted.count + 2, using: &random)
            let limit = Int.random(in: 0...1200, using: &random)
            let up = index.page(offset: offset, limit: limit, newestFirst: false)
            #expect(up.map { Int($0.id.low) } == Array(sorted.dropFirst(offset).prefix(limit)))
            let down = index.page(offset: offset, limit: limit, newestFirst: true)
            #expect(
                down.map { Int($0.id.low) }
                    == Array(sorted.reversed().dropFirst(offset).prefix(limit)))
            let after = index.locations(after: RecordID(high: 0, low: UInt64(number)), limit: limit)
            #expect(
                after.map { Int($0.id.low) } == Array(sorted.filter { $0 > number }.prefix(limit)))
        }
        for number in 0..<2500 {
            let found = index.find(RecordID(high: 0, low: UInt64(number)))
            #expect(found?.revision == model[number])
        }
    }

    @Test func `Places survive being packed`() {
        let slot = RecordLocation(
            id: RecordID(high: 1, low: 2), file: 0xFF_FFFF, offset: 0xFF_FFFF_FFFF,
            length: 70_000, revision: 9)
        #expect(slot.file == 0xFF_FFFF)
        #expect(slot.offset == 0xFF_FFFF_FFFF)
        #expect(slot.length == 70_000)
        #expect(MemoryLayout<RecordLocation>.stride == 32)
    }

    @Test func `Strange pages are empty or cut, never a trap`() {
        var index = OrderedIndex()
        #expect(index.page(offset: 0, limit: 10, newestFirst: true).isEmpty)
        #expect(index.locations(after: nil, limit: 10).isEmpty)
        for number in 0..<3 { index.put(Self.slot(number)) }
        #expect(index.page(offset: -5, limit: .max, newestFirst: false).count == 3)
        #expect(index.page(offset: .max, limit: .max, newestFirst: true).isEmpty)
        #expect(index.page(offset: 0, limit: -1, newestFirst: true).isEmpty)
    }
}
