import Groundwork
import Testing

@Suite struct `Base64 text` {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `follows the examples of RFC 4648`(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    @Test func `for addresses has other signs and no padding`() {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF, 0xFE]
        #expect(Base64.encode(bytes) == "++///g==")
        #expect(Base64.encodeURL(bytes) == "--___g")
        #expect(Base64.decode("++///g==") == bytes)
        #expect(Base64.decodeURL("--___g") == bytes)
    }

    @Test func `has the 64 letters in order`() {
        let values = (0..<64 as Range<UInt32>).flatMap { value in
            let bits = value << 18 | value << 12 | value << 6 | value
            return [16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
        }
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        #expect(Base64.encode(values) == letters.map { String(repeating: $0, count: 4) }.joined())
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zg==Zg==", "Zm9v=", "Zm9v====", "Zh==",
        "Zm9=", "Zm 9v", "Zm9v\n", "Zm9v\r\n", "Zm-_", "Zm9\u{e9}", "Zm9\0", "Z=g=", "=Zg=",
    ])
    func `refuses a wrong length, padding, sign or stray bits`(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: ["Z", "Zg==", "Zm8=", "Zm9vZ", "Zh", "Zm9", "Zm+/", "Zm9v\n", "Zm\u{e9}"])
    func `for addresses refuses them too`(_ text: String) {
        #expect(Base64.decodeURL(text) == nil)
    }

    @Test(arguments: 0...70)
    func `comes back whatever the length`(count: Int) {
        var random = Seeded(UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        #expect(Base64.decodeURL(Base64.encodeURL(bytes)) == bytes)
    }
}
