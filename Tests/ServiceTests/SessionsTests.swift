import FormworkHTTP
import Groundwork
import System
import Testing

@testable import FormworkService

@Suite struct `The sessions` {
    private static func document(_ number: Int) -> JSON.Object {
        ["number": .number(JSON.Number(number))]
    }

    @Test func `are as many as they may be, and the one unused for longest goes`() {
        let sessions = Sessions(most: 3)
        sessions.insert(Self.document(0), "secret 0")
        waitForNextMillisecond()
        for number in 1..<3 { sessions.insert(Self.document(number), "secret \(number)") }
        waitForNextMillisecond()
        #expect(sessions.document("secret 0") == Self.document(0))
        sessions.insert(Self.document(3), "secret 3")
        let known = (0...3).filter { sessions.document("secret \($0)") != nil }
        #expect(known.count == 3)
        #expect(known.contains(0) && known.contains(3))
    }

    @Test func `of one address push out none of another's, beyond the share of it`() throws {
        let sessions = Sessions(most: 80)
        let other = try #require(IPAddress("192.0.2.1"))
        let many = try #require(IPAddress("192.0.2.2"))
        for number in 0..<10 {
            sessions.insert(Self.document(number), "other \(number)", for: other)
        }
        for number in 0..<500 {
            sessions.insert(Self.document(number), "many \(number)", for: many)
        }
        #expect((0..<10).allSatisfy { sessions.document("other \($0)") != nil })
        #expect((0..<500).count { sessions.document("many \($0)") != nil } == 70)
        // A third address has its room from the one that has too much.
        let third = try #require(IPAddress("2001:db8::1"))
        for number in 0..<10 {
            sessions.insert(Self.document(number), "third \(number)", for: third)
        }
        #expect((0..<10).allSatisfy { sessions.document("other \($0)") != nil })
        #expect((0..<10).allSatisfy { sessions.document("third \($0)") != nil })
    }

    @Test func `that are kept once more don't take another's place`() {
        let sessions = Sessions(most: 2)
        sessions.insert(Self.document(0), "a")
        sessions.insert(Self.document(1), "b")
        sessions.insert(Self.document(2), "a")
        #expect(sessions.document("a") == Self.document(2))
        #expect(sessions.document("b") == Self.document(1))
    }

    @Test func `end when they are forgotten or unused for too long`() {
        let sessions = Sessions()
        sessions.insert(Self.document(0), "a")
        sessions.insert(Self.document(1), "b")
        sessions.end("a")
        #expect(sessions.document("a") == nil)
        #expect(sessions.document("b") == Self.document(1))
        #expect(sessions.document("") == nil)
        let short = Sessions(idleMost: 0)
        short.insert(Self.document(0), "a")
        #expect(short.document("a") == nil)
    }

    @Test func `have secrets that are long, new each time and told by no hash`() {
        let secrets = (0..<100).map { _ in SessionSecret.make() }
        #expect(Set(secrets).count == 100)
        for secret in secrets {
            #expect(secret.utf8.count == 43)
            #expect(!SessionSecret.hash(secret).contains(secret))
        }
        #expect(SessionSecret.hash("a") != SessionSecret.hash("b"))
    }

    /// The clock of sessions counts milliseconds; two uses within one can't be told apart.
    private func waitForNextMillisecond() {
        let start = Clock.monotonicMilliseconds
        while Clock.monotonicMilliseconds == start {}
    }
}
