import Testing

@testable import FormworkServer

@Suite struct TimerWheelTests {
    private func expired(_ wheel: inout TimerWheel, at now: Int64) -> [Int] {
        var expired: [Int] = []
        wheel.expire(now: now, into: &expired)
        return expired.sorted()
    }

    @Test func `A deadline is met once, and never early`() {
        var wheel = TimerWheel(now: 1000)
        wheel.set(3, at: 1250)
        #expect(expired(&wheel, at: 1249).isEmpty)
        #expect(expired(&wheel, at: 1250 + TimerWheel.tick) == [3])
        #expect(expired(&wheel, at: 10_000).isEmpty)
        #expect(wheel.nextLook() == nil)
    }

    @Test func `A deadline in the past is met at the next tick`() {
        var wheel = TimerWheel(now: 1000)
        wheel.set(0, at: 5)
        #expect(expired(&wheel, at: 1000).isEmpty)
        #expect(expired(&wheel, at: 1000 + TimerWheel.tick) == [0])
    }

    @Test func `A deadline can be moved both ways and cleared`() {
        var wheel = TimerWheel(now: 0)
        for index in 0..<4 { wheel.set(index, at: 1000) }
        wheel.set(0, at: 500)
        wheel.set(1, at: 2000)
        wheel.clear(2)
        wheel.clear(2)
        wheel.clear(99)
        #expect(expired(&wheel, at: 600) == [0])
        #expect(expired(&wheel, at: 1100) == [3])
        #expect(expired(&wheel, at: 2100) == [1])
    }

    @Test func `A deadline further away than the wheel is long is kept`() {
        var wheel = TimerWheel(now: 0)
        let far = TimerWheel.tick * 5000
        wheel.set(0, at: far)
        wheel.set(1, at: 200)
        var now: Int64 = 0
        var met: [Int64] = []
        while now < far + 10 * TimerWheel.tick {
            now += TimerWheel.tick * 7
            if expired(&wheel, at: now).contains(0) { met.append(now) }
        }
        #expect(met.count == 1)
        #expect(met.allSatisfy { $0 >= far && $0 < far + 10 * TimerWheel.tick })
    }

    @Test func `After a long sleep all that is due is met`() {
        var wheel = TimerWheel(now: 0)
        for index in 0..<100 { wheel.set(index, at: Int64(index) * 1000) }
        #expect(expired(&wheel, at: 1_000_000) == Array(0..<100))
    }

    @Test func `The next look is never after the first deadline's tick`() {
        var generator = SystemRandomNumberGenerator()
        var wheel = TimerWheel(now: 0)
        var deadlines: [Int: Int64] = [:]
        var now: Int64 = 0
        for _ in 0..<2000 {
            let index = Int.random(in: 0..<30, using: &generator)
            if Bool.random(using: &generator) {
                let deadline = now + Int64.random(in: 0..<200_000, using: &generator)
                wheel.set(index, at: deadline)
                deadlines[index] = deadline
            } else if Int.random(in: 0..<4, using: &generator) == 0 {
                wheel.clear(index)
                deadlines[index] = nil
            } else {
                now += Int64.random(in: 0..<3000, using: &generator)
                for index in expired(&wheel, at: now) {
                    #expect(deadlines[index].map { $0 <= now } == true)
                    deadlines[index] = nil
                }
                #expect(deadlines.values.allSatisfy { $0 > now - TimerWheel.tick })
            }
            wheel.assertInvariants()
            let look = wheel.nextLook()
            #expect((look == nil) == deadlines.isEmpty)
            if let look, let first = deadlines.values.min() {
                #expect(look <= max(first, now) + 2 * TimerWheel.tick)
            }
        }
    }
}
