import FormworkHTTP
import Groundwork
import Testing

@testable import FormworkService

@Suite struct `An answer for a terminal` {
    @Test(arguments: [
        ("Emma\n", "Emma\n"), ("a\tb\r\n", "a\\u{9}b\\u{D}\n"), ("\u{1b}[2J", "\\u{1B}[2J"),
        ("a\u{202e}b", "a\\u{202E}b"), ("\u{2066}\u{9b}31m", "\\u{2066}\\u{9B}31m"),
        (
            "\u{1F468}\u{200D}\u{1F469} \u{5d0}\u{200f}",
            "\u{1F468}\u{200D}\u{1F469} \u{5d0}\u{200f}"
        ),
    ])
    func `holds nothing that it obeys`(text: String, shown: String) {
        #expect(Array(TerminalText.shown(text).utf8) == Array(shown.utf8))
        guard case .bytes(let bytes) = Response.text(.ok, text, isPersonal: false).body else {
            return #expect(Bool(false), "the answer has no bytes")
        }
        #expect(bytes == Array(shown.utf8))
    }
}
