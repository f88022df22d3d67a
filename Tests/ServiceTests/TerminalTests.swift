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
    func `holds nothing that it obeys`(text: String, shown: String) throws {
        #expect(Array(TerminalText.shown(text).utf8) == Array(shown.utf8))
        let context = try TestService().handler.context(Request(target: "/"))
        let answer = try TestAnswer(context.text(.ok, text, isPersonal: false))
        #expect(answer.bytes == Array(shown.utf8))
    }
}
