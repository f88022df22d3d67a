import Groundwork
import Testing

@Suite struct `ASCII bytes` {
    @Test(arguments: UInt8.min...UInt8.max)
    func `sorts every byte as its character`(_ byte: UInt8) {
        let character = Character(Unicode.Scalar(byte))
        let isDigit = "0123456789".contains(character)
        let isLetter = ("a"..."z").contains(character) || ("A"..."Z").contains(character)
        #expect(ASCII.isDigit(byte) == isDigit)
        #expect(ASCII.isLetter(byte) == isLetter)
        #expect(ASCII.isAlphanumeric(byte) == (isDigit || isLetter))
        let small = isLetter ? character.lowercased().utf8.first : byte
        #expect(ASCII.lowercased(byte) == small)
        let digits = byte < 0x80 ? String(character) : ""
        #expect(ASCII.hexValue(byte) == (digits.first?.hexDigitValue).map(UInt8.init))
    }

    @Test func `writes hexadecimal digits of the low four bits`() {
        let small = (0..<32 as Range<UInt8>).map(ASCII.lowercaseHexDigit)
        #expect(small == Array("0123456789abcdef0123456789abcdef".utf8))
    }

    @Test func `folds nothing but A to Z`() {
        #expect(ASCII.lowercased("Content-TYPE@[`{") == "content-type@[`{")
        #expect(
            ASCII.lowercased("\u{c4}\u{130}\u{212a}X").utf8.elementsEqual(
                "\u{c4}\u{130}\u{212a}x".utf8))
        #expect(ASCII.lowercased("") == "")
        #expect(ASCII.equalIgnoringCase("Keep-Alive", "kEEP-aLIVE"))
        #expect(!ASCII.equalIgnoringCase("k", "\u{212a}"))
        #expect(!ASCII.equalIgnoringCase("\u{e9}", "e\u{301}"))
        #expect(!ASCII.equalIgnoringCase("a", "ab"))
        #expect(!ASCII.equalIgnoringCase("@", "`"))
    }

    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("999999999999999999", 999_999_999_999_999_999),
            ("1000000000000000000", nil), ("", nil), ("-1", nil), ("+1", nil), ("1 ", nil),
            ("0x1", nil),
            ("1_0", nil), ("\u{661}", nil),
        ] as [(String, Int?)])
    func `reads up to 18 digits and nothing else`(text: String, number: Int?) {
        let bytes = Array(text.utf8)
        #expect(ASCII.number(bytes.span, 0..<bytes.count) == number)
    }
}
