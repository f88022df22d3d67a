import Formwork
import FormworkHTTP
import Foundation
import Groundwork
import Testing

@testable import FormworkService

@Suite struct `A hostile text` {
    /// Texts that would break out of a page somewhere if they were written as they are.
    static let texts = [
        "\"><script>alert(1)</script>", "' onfocus=alert(1) x='", "\" autofocus onfocus=\"x",
        "</textarea><script>", "</title><script>x</script>", "<!--", "-->", "]]>", "&#x3c;b&#62;",
        "&lt;i&gt; &amp;amp; &notin; &copy", "a & b < c > d", "{{7*7}} ${7*7} <%= 7 %>",
        "javascript:alert(1)", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{5d0}\u{200f}",
        "e\u{301} Z\u{337}\u{308}", "%3Cscript%3E", "\\\"\\u003cscript\\u003e", "`${x}`",
        "\u{ff1c}script\u{ff1e}",
    ]

    /// Texts that are refused, but have to be shown once more.
    private static let refused = [
        "a\u{0}<b>", "\u{1b}\r\n<b>", "\u{1b}\n\"<b>", "a\u{1b}[31m<b>", "<b>\u{202e}gnp",
        "\u{7f}\u{2028}<b>",
        String(repeating: "<", count: 300),
    ]

    /// Every page that shows a title and an author, saved or refused.
    private static func pages(title: String, author: String) throws -> [TestAnswer] {
        let service = try TestService()
        let path = try service.addBook(emma(("title", title), ("author", author)))
        let fields = emma(("title", title), ("author", author))
        return [
            try service.get(path, [("Cookie", "notice=created")]),
            try service.get("\(path)/edit"), try service.get("\(path)/delete"),
            try service.get("/books?per=1"),
            try service.post(
                "/books", emma(("title", title), ("author", author), ("pages", "<\(author)\">"))),
            try service.post(path, emma(("title", title), ("author", ""))),
            try service.post("/books", fields + [("_intent", "step:pages:+1")]),
            try service.post("/books", fields, [("Sec-Fetch-Site", "cross-site")]),
            try service.post(path, fields + [("_revision", "9")]),
            try service.post("/person", [("name", ""), ("isRemembered", title)]),
        ]
    }

    @Test(arguments: texts)
    func `comes back as text, in pages of the same shape`(text: String) throws {
        let plain = try Self.pages(title: "Emma", author: "Emma")
        let hostile = try Self.pages(title: text, author: text)
        let normal = text.precomposed
        for (expected, answer) in zip(plain, hostile) {
            #expect(answer.status == expected.status)
            let page = try answer.page
            #expect(page.shape == (try expected.page.shape))
        }
        let (record, edit, question, list) = (hostile[0], hostile[1], hostile[2], hostile[3])
        let heading = try record.page.all("h1").first?.text
        #expect(heading.map { Array($0.utf8) } == Array(normal.utf8))
        #expect(
            try record.page.all("title").first?.text
                == "\(Phrase(normal).plainText) \u{2013} Library")
        #expect(try record.page.all("dd").first?.text == normal)
        #expect(try edit.page.value(of: "title") == normal)
        #expect(try question.page.all("h1").first?.text == "Delete \u{201c}\(normal)\u{201d}?")
        #expect(try list.page.all("li").first?.text == "\(normal)by \(normal)")
        #expect(
            try list.page.all("li").first?.all("a").first?["href"]?.hasPrefix("/books/") == true)
        for answer in hostile[6...8] {
            #expect(try answer.page.value(of: "title") == text)
            #expect(try answer.page.value(of: "author") == text)
        }
    }

    @Test(arguments: refused)
    func `that is refused is shown as it was typed`(text: String) throws {
        let service = try TestService()
        let answer = try service.post("/books", emma(("title", text)))
        #expect(answer.status == .unprocessableContent)
        let page = try answer.page
        #expect(page.value(of: "title") == text.replacing("\u{0}", with: "\u{fffd}"))
        let plain = try service.post("/books", emma(("title", "\u{1b}"))).page
        #expect(page.shape == plain.shape)
    }

    @Test(arguments: [
        "/%22%3E%3Cscript%3E", "/books/%3Cscript%3E", "/x'onfocus=x", "/%3C/title%3E",
    ])
    func `in a path stays out of the page`(path: String) throws {
        let service = try TestService()
        let plain = try service.get("/nothing").page
        let answer = try service.get(path)
        #expect(answer.status == .notFound)
        #expect(try answer.page.all("main").first?.shape == plain.all("main").first?.shape)
        #expect(!answer.text.contains("<script>") && !answer.text.contains("onfocus"))
    }

    @Test(arguments: texts)
    func `comes back as it was in JSON and in lines`(text: String) throws {
        let service = try TestService()
        let fields = emma(("title", text), ("author", text))
        let json = try service.post("/books", fields, [("Accept", "application/json")])
        #expect(try json.json["title"]?.string == text.precomposed)
        #expect(json[.contentType] == "application/json")
        #expect(json[.xContentTypeOptions] == "nosniff")
        let lines = try service.post("/books", fields, [("Accept", "text/plain")]).text
        #expect(lines.hasPrefix("title: \(text.precomposed)\nauthor: "))
    }
}

extension String {
    /// The text in the form in which it is stored.
    fileprivate var precomposed: String { precomposedStringWithCanonicalMapping }
}
