import Groundwork
import Testing

/// A message and its SHA-256 in hexadecimal digits.
struct Digest: Sendable, CustomTestStringConvertible {
    let message: [UInt8]
    let hex: String

    init(_ message: String, _ hex: String) {
        self.message = Array(message.utf8)
        self.hex = hex
    }

    init(letters count: Int, _ hex: String) {
        self.init(String(repeating: "a", count: count), hex)
    }

    var testDescription: String { "\(message.count) bytes" }
}

private let published = [
    Digest("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Digest("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Digest(
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Digest(
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
            + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    Digest(
        letters: 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
]

/// Messages around the ends of blocks, where the padding changes.
private let edges = [
    Digest(letters: 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    Digest(letters: 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    Digest(letters: 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    Digest(letters: 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    Digest(letters: 65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
    Digest(letters: 119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
    Digest(letters: 120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
    Digest(letters: 128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"),
]

@Suite struct `SHA-256` {
    @Test(arguments: published + edges)
    func `agrees with the published values`(_ digest: Digest) {
        let digits = SHA256.hash(digest.message).flatMap { byte in
            [ASCII.lowercaseHexDigit(byte >> 4), ASCII.lowercaseHexDigit(byte)]
        }
        #expect(String(decoding: digits, as: UTF8.self) == digest.hex)
    }

    @Test(
        "takes a message in pieces of any length",
        arguments: [1, 55, 56, 63, 64, 65, 127, 128, 200])
    func pieces(_ length: Int) {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var hash = SHA256()
        var rest = message[...]
        while !rest.isEmpty {
            hash.update(Array(rest.prefix(length)))
            hash.update([])
            rest = rest.dropFirst(length)
        }
        #expect(hash.finish() == SHA256.hash(message))
        #expect(hash.finish() == SHA256.hash(message))
    }
}

@Suite struct `Secrets` {
    @Test(arguments: 0...40)
    func `are as long as asked for`(count: Int) {
        #expect(randomBytes(count).count == count)
    }

    @Test func `are never the same twice and use every byte`() {
        let secrets = (0..<200).map { _ in randomBytes(32) }
        #expect(Set(secrets).count == 200)
        #expect(Set(secrets.joined()).count == 256)
    }

    @Test(
        arguments: [
            ([], [], true), ([1], [1], true), ([1], [2], false), ([1], [1, 2], false),
            ([1, 2, 3], [1, 2, 3], true), ([0, 2, 3], [1, 2, 3], false),
            ([1, 2, 3], [1, 2, 131], false),
            ([], [0], false), ([3, 1], [1, 3], false),
        ] as [([UInt8], [UInt8], Bool)])
    func `are equal only byte by byte`(left: [UInt8], right: [UInt8], areEqual: Bool) {
        #expect(constantTimeEquals(left, right) == areEqual)
    }
}
