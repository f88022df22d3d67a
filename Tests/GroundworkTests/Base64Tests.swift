import Foundation
import Groundwork
import TestSupport
import Testing

@Suite struct `Base64 text` {
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
        ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
    func `follows the examples of RFC 4648, without padding`(text: String, encoded: String) {
        #expect(Base64.encodeURL(Array(text.utf8)) == encoded)
    }

    @Test func `has signs that may stand in addresses`() {
        #expect(Base64.encodeURL([0xFB, 0xEF, 0xFF, 0xFE]) == "--___g")
    }

    @Test func `has the 64 letters in order`() {
        let values = (0..<64 as Range<UInt32>).flatMap { value in
            let bits = value << 18 | value << 12 | value << 6 | value
            return [16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
        }
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let expected = letters.map { String(repeating: $0, count: 4) }.joined()
        #expect(Base64.encodeURL(values) == expected)
    }

    @Test(arguments: 0...70)
    func `is what another implementation reads, whatever the length`(count: Int) {
        var random = Seeded(UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        var text = Base64.encodeURL(bytes)
            .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while text.utf8.count % 4 != 0 { text += "=" }
        #expect(Data(base64Encoded: text) == Data(bytes))
    }
}
