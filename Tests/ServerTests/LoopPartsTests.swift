import FormworkHTTP
import Groundwork
import System
import Testing

@testable import FormworkServer

@Suite struct LoopPartsTests {
    private func connection(_ token: UInt64) -> Connection {
        Connection(Descriptor(-1), token: token, peer: "", limits: Limits(), now: 0)
    }

    @Test func `A token of a connection that has gone finds nobody in its place`() {
        var slab = ConnectionSlab()
        let first = slab.insert(connection)
        slab.remove(first.token)
        let second = slab.insert(connection)
        #expect(ConnectionSlab.index(of: first.token) == ConnectionSlab.index(of: second.token))
        #expect(slab[first.token] == nil)
        #expect(slab[second.token] === second)
        slab.remove(first.token)
        #expect(slab.count == 1)
        #expect(slab[UInt64.max] == nil)
        #expect(slab[place: 7] == nil)
    }

    @Test func `The slab agrees with a model of it`() {
        var random = SystemRandomNumberGenerator()
        var slab = ConnectionSlab()
        var living: [UInt64: ObjectIdentifier] = [:]
        var gone: [UInt64] = []
        for _ in 0..<2_000 {
            if Bool.random(using: &random), let token = living.keys.randomElement() {
                slab.remove(token)
                living[token] = nil
                gone.append(token)
            } else if living.count < 50 {
                let connection = slab.insert(connection)
                #expect(
                    living.updateValue(ObjectIdentifier(connection), forKey: connection.token)
                        == nil)
            }
            slab.assertInvariants()
            #expect(slab.count == living.count)
            for (token, identity) in living {
                #expect(slab[token].map { ObjectIdentifier($0) } == identity)
            }
            #expect(gone.suffix(20).allSatisfy { slab[$0] == nil })
        }
    }

    @Test func `The list of idle ones agrees with a model of it`() {
        var random = SystemRandomNumberGenerator()
        var list = IdleList()
        var model: [Int] = []
        for _ in 0..<2_000 {
            let index = Int.random(in: 0..<30, using: &random)
            model.removeAll { $0 == index }
            if Bool.random(using: &random) {
                list.append(index)
                model.append(index)
            } else {
                list.remove(index)
            }
            list.assertInvariants()
            #expect(Array(list) == model)
            #expect(list.contains(index) == model.contains(index))
        }
        #expect(!list.contains(1_000))
    }

    @Test func `New connections go where there are fewest, in turns`() throws {
        let limit = ConnectionLimit(loops: 3, maximum: 100, wakeup: try Wakeup())
        #expect((0..<6).map { _ in limit.enter() } == [0, 1, 2, 0, 1, 2])
        limit.leave(1)
        limit.leave(1)
        #expect([limit.enter(), limit.enter()] == [1, 1])
    }

    @Test func `A limit that was reached rings when there is a place`() throws {
        let wakeup = try Wakeup()
        let limit = ConnectionLimit(loops: 1, maximum: 2, wakeup: wakeup)
        let first = limit.enter()
        #expect(!limit.isReached())
        _ = limit.enter()
        #expect(limit.isReached())
        #expect(!SystemCalls.waitReadable(wakeup.number, -1, milliseconds: 0).first)
        limit.leave(first)
        #expect(SystemCalls.waitReadable(wakeup.number, -1, milliseconds: 0).first)
        #expect(!limit.isReached())
    }

    @Test func `A letter rings only when the loop waits`() throws {
        let mailbox = try Mailbox()
        var messages: [Mailbox.Message] = []
        func rings() -> Bool {
            SystemCalls.waitReadable(mailbox.wakeup.number, -1, milliseconds: 0).first
        }
        mailbox.post(.drain)
        #expect(!rings())
        mailbox.take(into: &messages)
        #expect(messages.count == 1)
        messages = []
        mailbox.take(into: &messages)
        mailbox.post(.drain)
        #expect(rings())
        // Once is enough.
        mailbox.wakeup.clear()
        mailbox.post(.drain)
        #expect(!rings())
    }

    @Test func `The date line is made anew with each second`() {
        let time = Lock<Int64>(0)
        // 1994-11-06 08:49:37.600 at the first look.
        var clock = LoopClock(
            milliseconds: { 50 + time.withLock { $0 } },
            timestamp: { Timestamp(milliseconds: 784_111_777_600 + time.withLock { $0 }) })
        for (passed, seconds) in [(0, 37), (399, 37), (400, 38), (1_399, 38), (1_400, 39)] {
            time.withLock { $0 = Int64(passed) }
            clock.refresh()
            #expect(clock.now == Int64(50 + passed))
            let line = String(decoding: clock.dateLine, as: UTF8.self)
            #expect(line == "Date: Sun, 06 Nov 1994 08:49:\(seconds) GMT\r\n")
        }
    }
}
