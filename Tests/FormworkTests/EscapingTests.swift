import Testing

@testable import Formwork

/// Texts that mean something to a browser, or that software tends to change.
let difficultTexts = [
    "\"'<>&", "&amp;", "&#x3c;", "&#60;script&#62;", "&lt;b&gt;", "&", "&;", "&#0;", "&copy",
    "\"><script>alert(1)</script>", "' onfocus='alert(1)", "\" onfocus=\"alert(1)", "</textarea>",
    "</title>", "</label><h1>", "<!--", "-->", "<![CDATA[", "]]>", "<svg/onload=x>", "`${x}`",
    "\n", "\r", "\r\n", "a\nb\r\nc\rd", "\t", " ", "", "  two  ", "\u{b}\u{c}\u{1b}[31m",
    "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}", "\u{1f1ec}\u{1f1e7}", "e\u{301}", "\u{e9}",
    "\u{202e}drow\u{202c}", "\u{2066}x\u{2069}", "\u{2028}", "\u{2029}", "\u{feff}x", "\u{fffd}",
    "\u{7f}\u{80}\u{9f}", "\u{ffff}\u{10ffff}", "\u{5d0}\u{5d1}", "\u{130}\u{df}",
    "javascript:alert(1)",
    "%3Cscript%3E", "a=b&c=d", "{{x}}", "<" + String(repeating: "&", count: 5_000),
    "e" + String(repeating: "\u{301}", count: 1_000),
]

@Suite struct `Text in a page` {
    @Test(arguments: difficultTexts)
    func `stays text between tags`(text: String) throws {
        let page = try page(Text(text))
        #expect(page.outline.filter { $0 != "bdi" } == ["p class"])
        #expect(page.text.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: difficultTexts)
    func `stays text in a heading and in the title of the page`(text: String) throws {
        let content = RenderedContent(Text(text).font(.largeTitle))
        #expect(try HTMLPage(content.bytes).outline.filter { $0 != "bdi" } == ["h1 class"])
        let title = Phrase(text).plainText
        #expect(content.title?.unicodeScalars.elementsEqual(title.unicodeScalars) == true)
    }

    @Test(arguments: difficultTexts)
    func `stays text in the value of a field`(text: String) throws {
        let form = sampleForm { TextInputField("Text", text: $0.text) }
        let input = try #require(form.page(Sample(text: text)).element(id: "text"))
        #expect(input["value"]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test(arguments: difficultTexts)
    func `adds no element and no attribute, wherever it stands`(text: String) throws {
        let outlines = try [text, "harmless"].map { try everywhere($0).outline }
        #expect(outlines[0].filter { $0 != "bdi" } == outlines[1].filter { $0 != "bdi" })
    }

    @Test(arguments: difficultTexts)
    func `comes back as typed with its error`(text: String) throws {
        let form = sampleForm { binding in
            TextInputField("Text", text: binding.text).onValidate { .failure("No \($0)!") }
        }
        let state = form.bind(["text": text]).state
        let page = try form.page(nil, state)
        let input = try #require(page.element(id: "text"))
        #expect(input["value"]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        if let message = state.errors.first?.message {
            let shown = try #require(page.element(id: "text-error")).text
            #expect(shown.unicodeScalars.elementsEqual("Error: \(message)".unicodeScalars))
        }
    }

    @Test func `shows a replacement for NUL, which no page can hold`() throws {
        #expect(try page(Text("a\0b")).text == "a\u{fffd}b")
        let form = sampleForm { TextInputField("Text", text: $0.text) }
        let input = try #require(form.page(Sample(text: "\0")).element(id: "text"))
        #expect(input["value"] == "\u{fffd}")
    }

    /// A page that shows a text in every place that takes one.
    private func everywhere(_ text: String) throws -> HTMLPage {
        let form = sampleForm { sample in
            Form(text, description: text) {
                Section(text) {
                    TextInputField(text, text: sample.text, prompt: text).help(text)
                        .characterLimit(0...9_000, showsCounter: true)
                    Stepper(text, value: sample.number, in: 1...9).help(text)
                    Toggle(text, isOn: sample.isOn).help(text)
                    Text(text).font(.headline)
                    Link(text, destination: "/?q=\(text.filter { $0.isLetter && $0.isASCII })")
                }
                Button(text)
            }
            .onValidate { .failure(text) }
        }
        var state = FormState()
        state.errors = [FieldError(nil, .custom, text)]
        let content = form.render(
            Sample(text: text), state,
            target: HTMLRenderer.Target(action: text, hidden: [("_once", text)]),
            in: EnvironmentValues())
        return try HTMLPage(content.bytes)
    }
}

@Suite struct `The reader of HTML in these tests` {
    @Test(arguments: [
        "<p>a & b</p>", "<p>&nbsp;</p>", "<p>a > b</p>", "<p class=a></p>", "<p class=\"a'b\"></p>",
        "<p id=\"a\" id=\"b\"></p>", "<p>", "</p>", "<b><i></b></i>", "<p>\r</p>", "<p>\0</p>",
        "<p class=\"a\"id=\"b\"></p>", "<>", "a < b", "<p class=\"a></p>",
    ])
    func `refuses what a careful renderer never writes`(markup: String) {
        #expect(throws: HTMLPage.Fault.self) { try HTMLPage(Array(markup.utf8)) }
    }

    @Test func `decodes references once`() throws {
        let page = try HTMLPage(Array("<p title=\"&amp;lt;&#39;\">&amp;#60;&lt;</p>".utf8))
        #expect(page.text == "&#60;<")
        #expect(page.elements.first?["title"] == "&lt;'")
    }
}
