import Groundwork
import TestSupport
import Testing

/// Makes random values whose texts use every part of the grammar.
private struct RandomJSON {
    var random: Seeded

    mutating func value(depth: Int = 0) -> JSON {
        switch Int.random(in: 0..<(depth > 4 ? 5 : 9), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(JSON.Number(Int.random(in: .min ... .max, using: &random)))
        case 3, 4: return .string(text())
        case 5, 6: return .array((0..<count()).map { _ in value(depth: depth + 1) })
        default:
            var object = JSON.Object()
            for _ in 0..<count() { object[text()] = value(depth: depth + 1) }
            return .object(object)
        }
    }

    private mutating func count() -> Int { Int.random(in: 0...20, using: &random) / 4 }

    private mutating func text() -> String {
        let samples: [Unicode.Scalar] = [
            "a", "b", "\"", "\\", "/", "\0", "\u{1f}", "\u{7f}", "\n", "\u{e9}", "\u{301}",
            "\u{20ac}", "\u{1f600}", "\u{2028}", "\u{10ffff}", "<",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            text.append(samples[Int.random(in: samples.indices, using: &random)])
        }
        return String(text)
    }
}

private let document = """
    {"title": "Stra\\u00dfe \\"\u{e9}\\" \\ud83d\\ude00", "pages": -12.50e+3,
     "list": [true, false, null, [], {}, {"a": {"b": [0]}}]}
    """

@Suite struct `Any JSON` {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `survives writing and reading`(seed: UInt64) throws {
        var source = RandomJSON(random: Seeded(seed))
        let value = source.value()
        #expect(try JSON.parse(value.bytes) == value)
        #expect(try JSON.parse(value.bytes).bytes == value.bytes)
    }

    @Test func `that is cut short is refused as ending too early`() {
        let bytes = Array(document.utf8)
        for count in 0..<bytes.count {
            let failure = #expect(throws: JSON.Failure.self) {
                try JSON.parse(Array(bytes[..<count]))
            }
            // A number or a letter beyond ASCII that is cut short counts as malformed.
            let reasons: [JSON.Failure.Reason?] = [.endOfText, .invalidNumber, .loneSurrogate]
            #expect(reasons.contains(failure?.reason))
            #expect((failure?.offset ?? .max) <= count)
        }
    }

    @Test func `with any byte changed is refused or read as what it then says`() throws {
        let bytes = Array(document.utf8)
        var accepted = 0
        for index in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = bytes
                changed[index] = byte
                guard let value = try? JSON.parse(changed) else { continue }
                accepted += 1
                guard try JSON.parse(value.bytes) == value else {
                    Issue.record("byte \(byte) at \(index) doesn't survive")
                    continue
                }
            }
        }
        #expect(accepted > bytes.count)
    }
}
