import FormworkHTTP
import Groundwork
import Testing

@Suite struct FormURLEncodedTests {
    private func parse(
        _ text: String, limits: Limits = Limits()
    ) throws(FormURLEncoded.Failure) -> [[String]] {
        try FormURLEncoded.parse(wire(text).span, limits: limits).map {
            [$0.name.unbounded, $0.value.unbounded]
        }
    }

    @Test("Row 135: names and values are decoded by the rules of the WHATWG")
    func rules() throws {
        let pairs = try parse("a=b+c&d=%2B&e=%zz&f&=g&&a=2")
        #expect(
            pairs == [
                ["a", "b c"], ["d", "+"], ["e", "%zz"], ["f", ""], ["", "g"], ["a", "2"],
            ])
    }

    @Test("Odd escapes stand for themselves, and equals signs belong to the value")
    func oddForms() throws {
        #expect(
            try parse("a=%&b=%4&c=%4g&d=%41") == [
                ["a", "%"], ["b", "%4"], ["c", "%4g"], ["d", "A"],
            ])
        #expect(try parse("a=b=c&==") == [["a", "b=c"], ["", "="]])
        #expect(try parse("%61%3D+=%26%00") == [["a= ", "&\0"]])
        #expect(try parse("%2561=1") == [["%61", "1"]])
        #expect(
            try parse("é=\u{F0}\u{9F}\u{98}\u{80}".replacing("é", with: "%C3%A9")) == [["é", "😀"]])
        #expect(try parse("a=%F0%9F%98%80%0D%0A") == [["a", "😀\r\n"]])
        #expect(try parse("") == [])
        #expect(try parse("&&&") == [])
    }

    @Test("Row 136: text that is no UTF-8 is refused with the name of its field")
    func notUTF8() {
        #expect(throws: FormURLEncoded.Failure.notUTF8(name: "b")) { try parse("a=1&b=%ff") }
        #expect(throws: FormURLEncoded.Failure.notUTF8(name: "b")) { try parse("b=\u{FF}") }
        #expect(throws: FormURLEncoded.Failure.notUTF8(name: "b")) { try parse("b=%ed%a0%80") }
        #expect(throws: FormURLEncoded.Failure.notUTF8(name: "x\u{FFFD}")) { try parse("x%ff=1") }
        #expect(FormURLEncoded.Failure.notUTF8(name: "b").status == .badRequest)
    }

    @Test("Row 137: more fields than the limit are refused, and no more of them are read")
    func tooMany() throws {
        var limits = Limits()
        limits.formFields = 3
        #expect(try parse("a=1&b=2&c=3&", limits: limits).count == 3)
        #expect(throws: FormURLEncoded.Failure.tooManyFields(limit: 3)) {
            try parse("a=1&b=2&c=3&d=%ff", limits: limits)
        }
        #expect(throws: FormURLEncoded.Failure.tooManyFields(limit: 1000)) {
            try parse(String(repeating: "a=1&", count: 10_000))
        }
        #expect(FormURLEncoded.Failure.tooManyFields(limit: 3).status == .contentTooLarge)
        let name = String(repeating: "k", count: 1 << 20)
        #expect(try parse("\(name)=1") == [[name, "1"]])
    }

    @Test("What is encoded can be decoded, and is ASCII")
    func roundTrip() throws {
        let pairs = [
            (name: "title", value: "Émile & Zoë + 1 = 2%"), (name: "a b", value: "*-._~\r\n\0\"<😀"),
            (name: "", value: ""),
        ]
        let text = FormURLEncoded.encode(pairs)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.hasPrefix("title=%C3%89mile+%26+Zo%C3%AB+%2B+1+%3D+2%25&a+b=*-._%7E%0D%0A"))
        #expect(try parse(text) == pairs.map { [$0.name, $0.value] })
    }
}
