import Groundwork
import Testing

/// A way to put a value into others, over and over.
struct Nesting: Sendable, CustomTestStringConvertible {
    let opening: String
    let closing: String

    var testDescription: String { opening + closing }

    /// The bytes of `depth` containers in each other, or only of their beginnings.
    func bytes(depth: Int, isClosed: Bool = true) -> [UInt8] {
        let opened = Array(repeatElement(opening, count: depth).joined().utf8)
        guard isClosed else { return opened }
        return opened + Array("0".utf8) + Array(repeatElement(closing, count: depth).joined().utf8)
    }
}

private let nestings = [
    Nesting(opening: "[", closing: "]"),
    Nesting(opening: "{\"a\":", closing: "}"),
    Nesting(opening: "[{\"a\":", closing: "}]"),
]

@Suite struct `The depth of a JSON text` {
    @Test func `may be 64`() throws {
        let value = try JSON.parse(nestings[0].bytes(depth: 64))
        #expect(value.bytes == nestings[0].bytes(depth: 64))
        #expect(throws: Never.self) { try JSON.parse(nestings[1].bytes(depth: 64)) }
        #expect(throws: Never.self) { try JSON.parse(nestings[2].bytes(depth: 32)) }
    }

    @Test(arguments: nestings, [65, 100, 100_000])
    func `is refused beyond, without running out of stack`(_ nesting: Nesting, depth: Int) {
        for isClosed in [true, false] {
            let failure = #expect(throws: JSON.Failure.self) {
                try JSON.parse(nesting.bytes(depth: depth, isClosed: isClosed))
            }
            #expect(failure?.reason == .tooDeep(limit: 64))
        }
    }

    @Test func `counts from the outermost container`() throws {
        #expect(throws: JSON.Failure(reason: .tooDeep(limit: 64), offset: 64, line: 1, column: 65))
        {
            try JSON.parse(nestings[0].bytes(depth: 65))
        }
        #expect(throws: JSON.Failure(reason: .tooDeep(limit: 0), offset: 0, line: 1, column: 1)) {
            try JSON.parse(Array("[]".utf8), maximumDepth: 0)
        }
        #expect(try JSON.parse(Array("1".utf8), maximumDepth: 0) == .number(JSON.Number(1)))
    }

    @Test func `never passes 512, whatever the caller allows`() {
        #expect(throws: Never.self) {
            try JSON.parse(nestings[0].bytes(depth: 512), maximumDepth: .max)
        }
        let failure = #expect(throws: JSON.Failure.self) {
            try JSON.parse(nestings[1].bytes(depth: 100_000), maximumDepth: .max)
        }
        #expect(failure?.reason == .tooDeep(limit: 512))
    }

    @Test func `doesn't count containers side by side`() {
        let text = "[" + String(repeating: "[[]],", count: 1_000) + "{}]"
        #expect(throws: Never.self) { try JSON.parse(Array(text.utf8), maximumDepth: 3) }
    }
}

@Suite struct `Duplicate names` {
    /// An object of `count` names, the last of which is the one at `index` again.
    private func object(count: Int, repeating index: Int) -> [UInt8] {
        let names = (0..<count).map { "\"n\($0)\":0" } + ["\"n\(index)\":1"]
        return Array(("{" + names.joined(separator: ",") + "}").utf8)
    }

    @Test(arguments: [1, 2, 15, 16, 17, 18, 40, 1_000])
    func `are found wherever the first stands`(count: Int) {
        for index in [0, count / 2, count - 1] {
            let failure = #expect(throws: JSON.Failure.self) {
                try JSON.parse(object(count: count, repeating: index))
            }
            #expect(failure?.reason == .duplicateName("n\(index)"))
        }
    }

    @Test(arguments: [1, 15, 16, 17, 100])
    func `are not suspected where names only resemble each other`(count: Int) throws {
        // Canonically equivalent in Swift, but different bytes.
        let marks = ["\u{301}\u{323}", "\u{323}\u{301}"]
        let names = (0..<count).flatMap { number in marks.map { "\"a\($0)\(number)\":0" } }
        let text = "{" + names.joined(separator: ",") + "}"
        guard case .object(let object) = try JSON.parse(Array(text.utf8)) else {
            Issue.record("an object is read as something else")
            return
        }
        #expect(object.members.count == 2 * count)
    }

    @Test func `of the same name inside each other are allowed`() {
        #expect(throws: Never.self) { try JSON.parse(Array(#"{"a":{"a":{"a":1}}}"#.utf8)) }
    }
}
