import Groundwork
import System
import Testing

private struct Stop: Error {}

@Suite struct `A lock` {
    @Test func `lets one in at a time`() async {
        let counter = Lock(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 {
                        counter.withLock { $0 += 1 }
                    }
                }
            }
        }
        #expect(counter.withLock { $0 } == 80_000)
    }

    @Test func `opens again when the body throws`() {
        let names = Lock<[String]>([])
        #expect(throws: Stop.self) {
            try names.withLock { names throws(Stop) in
                names.append("kept")
                throw Stop()
            }
        }
        #expect(names.withLock { $0 } == ["kept"])
    }

    @Test func `returns what the body returns`() {
        let names = Lock(["a", "b"])
        let last = names.withLock { $0.popLast() }
        #expect(last == "b")
        #expect(names.withLock { $0.count } == 1)
    }
}
