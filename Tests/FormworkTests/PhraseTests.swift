import Formwork
import Testing

private let hebrew = "\u{5e9}\u{5dc}\u{5d5}\u{5dd}!"

@Suite struct `People's text` {
    @Test func `keeps its direction in whatever shows it, without a word`() throws {
        let inText = try page(Text(hebrew))
        let inSentence = try page(Text("by \(hebrew)").font(.title))
        let inLink = try page(Link(hebrew, destination: "/"))
        let inLinkedSentence = try page(Link("Books by \(hebrew)", destination: "/"))
        let inButton = try page(Button("Greet \(hebrew)"))
        let inHeader = try page(Section("Books by \(hebrew)") { Text("x") })
        let inForm = try page(
            Form("Delete \(hebrew)?", description: "\(hebrew) is old") { Text("x") })
        let inComponent = try page(Shown(text: hebrew))
        let all = [
            inText, inSentence, inLink, inLinkedSentence, inButton, inHeader, inForm, inComponent,
        ]
        for page in all {
            let isolated = page.all("bdi").map(\.text)
            #expect(!isolated.isEmpty && isolated.allSatisfy { $0 == hebrew }, "\(page.text)")
            let times = page.text.ranges(of: hebrew).count
            #expect(isolated.count == times, "\(page.text)")
        }
    }

    @Test func `is told apart from the words of the program`() throws {
        let words = "words"
        let phrases: [Phrase] = [
            "words", "\(words: words)", Phrase(words: words), "\(7) words", "",
        ]
        for phrase in phrases { #expect(try page(Text(phrase)).all("bdi").isEmpty) }
        let nested: Phrase = "Delete \("\u{201c}\(hebrew)\u{201d}" as Phrase)?"
        #expect(try page(Text(nested)).all("bdi").map(\.text) == [hebrew])
        #expect(nested.text == "Delete \u{201c}\(hebrew)\u{201d}?")
    }

    @Test func `is escaped like all else`() throws {
        let text = "<b>&\u{0}\"'"
        #expect(try page(Text("a \(text) b")).text == "a <b>&\u{fffd}\"' b")
    }

    @Test(
        arguments: [
            ("\("Emma")", "Emma"),
            ("\u{201c}\("\u{e9}t\u{e9}")\u{201d}", "\u{201c}\u{e9}t\u{e9}\u{201d}"),
            (Phrase(hebrew), "\u{2068}\(hebrew)\u{2069}"),
            ("by \(hebrew)!", "by \u{2068}\(hebrew)\u{2069}!"),
            ("\("a") \(hebrew) \(hebrew)", "a \u{2068}\(hebrew)\u{2069} \u{2068}\(hebrew)\u{2069}"),
            ("\("a\u{2069}\u{202e}b")", "\u{2068}ab\u{2069}"),
            ("\("\u{200f}a")", "\u{2068}\u{200f}a\u{2069}"),
            ("", ""), (Phrase(words: hebrew), hebrew),
        ] as [(Phrase, String)])
    func `is isolated by characters where only text can stand`(phrase: Phrase, text: String) {
        #expect(Array(phrase.plainText.utf8) == Array(text.utf8))
        #expect(RenderedContent(Titled(title: phrase)).title == phrase.plainText)
    }
}

private struct Shown: Component {
    let text: String

    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup("<p>")
        visitor.text(component.text)
        visitor.markup("</p>")
    }
}

private struct Titled: Component {
    let title: Phrase

    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.heading(component.title)
    }
}
