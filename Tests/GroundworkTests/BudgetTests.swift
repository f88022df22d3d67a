import Groundwork
import Testing

@Suite struct `A budget` {
    @Test func `lets one address have all that nobody else needs`() {
        let budget = Budget<String>(capacity: 100, share: 10)
        #expect(budget.reserve(100, for: "a"))
        #expect(!budget.reserve(1, for: "b"))
        budget.release(100, of: "a")
        #expect(budget.used == 0)
        #expect(budget.reserve(100, for: nil))
    }

    @Test func `keeps what is beyond the open part for addresses within their share`() {
        let budget = Budget<String>(capacity: 100, share: 10, open: 70)
        #expect(!budget.reserve(71, for: "a"))
        #expect(budget.reserve(70, for: "a"))
        #expect(!budget.reserve(1, for: "a"))
        #expect(budget.reserve(10, for: "b"))
        #expect(!budget.reserve(1, for: "b"))
        #expect(budget.reserve(10, for: "c"))
        #expect(budget.reserve(10, for: nil))
        #expect(!budget.reserve(1, for: "d"))
        #expect(budget.used == 100)
    }

    @Test func `knows who has more than a share`() {
        let budget = Budget<String>(capacity: 100, share: 10)
        #expect(budget.reserve(10, for: "a"))
        #expect(!budget.isOverShare("a") && !budget.hasAddressOverShare)
        #expect(budget.reserve(1, for: "a"))
        #expect(budget.isOverShare("a") && budget.hasAddressOverShare)
        #expect(!budget.isOverShare("b") && !budget.isOverShare(nil))
        budget.release(11, of: "a")
        #expect(!budget.isOverShare("a") && !budget.hasAddressOverShare)
        #expect(budget.used(by: "a") == 0)
    }

    @Test func `agrees with a model of it`() {
        var random = SystemRandomNumberGenerator()
        let budget = Budget<Int>(capacity: 1_000, share: 50, open: 700)
        var taken: [Int: Int] = [:]
        for _ in 0..<5_000 {
            let address = Int.random(in: 0..<20, using: &random)
            let amount = Int.random(in: 0...80, using: &random)
            let own = taken[address] ?? 0
            let sum = taken.values.reduce(0, +)
            if Bool.random(using: &random) {
                let fits = sum + amount <= 1_000 && (own + amount <= 50 || sum + amount <= 700)
                #expect(budget.reserve(amount, for: address) == fits)
                if fits { taken[address] = own + amount }
            } else {
                budget.release(min(amount, own), of: address)
                taken[address] = own - min(amount, own)
            }
            #expect(budget.used == taken.values.reduce(0, +))
            #expect(budget.hasAddressOverShare == taken.values.contains { $0 > 50 })
        }
    }
}
