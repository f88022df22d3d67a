import FormworkHTTP
import Testing

@Suite struct MediaTypeTests {
    @Test("Row 138: types are read in any case, with blanks and quotes")
    func reading() throws {
        let type = try #require(
            MediaType("APPLICATION/x-www-form-urlencoded ; Charset=\"UTF-8\""))
        #expect(type.isSameKind(as: .formURLEncoded))
        #expect(type.essence == "application/x-www-form-urlencoded")
        #expect(type.parameter("charset") == "UTF-8")
        #expect(type.parameter("boundary") == nil)
    }

    @Test("Parameters are read without their quotes and escapes")
    func parameters() throws {
        let type = try #require(
            MediaType("multipart/form-data; boundary=\"a; \\\"b\\\\\";;x=y; boundary=c"))
        #expect(type.parameter("boundary") == "a; \"b\\")
        #expect(type.parameter("x") == "y")
        #expect(
            type.description == "multipart/form-data; boundary=\"a; \\\"b\\\\\"; x=y; boundary=c")
    }

    @Test(
        "What is no media type is refused",
        arguments: [
            "", "text", "text/", "/html", "text html", "text/html,", "text/html; a",
            "text/html; a=",
            "text/html; a=\"b", "text/html x", "t\u{E9}xt/html", "text/html; a=b c",
            "text/html; a=\"b\"c",
        ])
    func refused(text: String) {
        #expect(MediaType(text) == nil)
    }
}

@Suite struct AcceptTests {
    /// A header and the kind that it makes us answer with.
    struct Row: Sendable, CustomTestStringConvertible {
        let header: String?
        let expected: String?
        var testDescription: String { header ?? "none" }

        init(_ header: String?, _ expected: String?) {
            self.header = header
            self.expected = expected
        }
    }

    @Test(
        "The kind that is liked best is chosen",
        arguments: [
            Row(nil, "text/html"),
            Row("", "text/html"),
            Row("*/*", "text/html"),
            Row("text/*", "text/html"),
            Row("application/json", "application/json"),
            Row("APPLICATION/JSON", "application/json"),
            Row("text/plain, application/json", "text/plain"),
            Row("application/json, text/plain, */*", "application/json"),
            Row("*/*, application/json", "application/json"),
            Row("*/html", "text/html"),
            Row("*/html, text/plain", "text/plain"),
            Row("text/html x, text/plain", "text/plain"),
            Row("text/html;q=0.5, application/json;q=0.9", "application/json"),
            Row("text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", "text/html"),
            Row("text/*;q=0.9, text/html;q=0.1", "text/plain"),
            Row("*/*;q=0.1, text/html;q=0", "text/plain"),
            Row("*/*, text/html;q=0, text/plain;q=0", "application/json"),
            Row("text/html;level=1, text/plain;q=0.2", "text/plain"),
            Row("text/html;charset=utf-8", "text/html"),
            Row("image/png", nil),
            Row("*/*;q=0", nil),
            Row("application/json;q=0.000", nil),
            Row("application/json;q=1.000", "application/json"),
            Row("application/json;q=0.001", "application/json"),
            Row("text/plain;q=0.3, application/json;q=0.31", "application/json"),
            Row("application/json;q=2, text/plain", "application/json"),
            Row("application/json;q=1.001, text/plain", "application/json"),
            Row("application/json;q=x, text/plain", "application/json"),
            Row("application/json;q=0.1234, text/plain", "application/json"),
            Row("application/json;q=1.0000", "application/json"),
            Row("image/png, */*; q=.2", "text/html"),
            Row("text/plain;q=\"0.5\", text/html;q=0.4", "text/plain"),
            Row("application/json;q=, image/png", "application/json"),
            Row("garbage", "text/html"),
            Row("garbage, \"a,b\", text/plain", "text/plain"),
            Row(",, application/json ,", "application/json"),
        ])
    func preferred(row: Row) {
        let offered: [MediaType] = [.html, .plainText, .json]
        #expect(Accept.preferred(row.header, among: offered)?.essence == row.expected)
    }

    @Test("A kind with a parameter is chosen by a range that names it")
    func parameters() throws {
        let fragment = try #require(MediaType("text/html; fragment=field"))
        let offered = [MediaType.html, fragment]
        #expect(Accept.preferred("text/html; fragment=field", among: offered) == fragment)
        #expect(Accept.preferred("text/html", among: offered) == .html)
    }

    @Test("Nothing is chosen from nothing")
    func nothingOffered() {
        #expect(Accept.preferred(nil, among: []) == nil)
        #expect(Accept.preferred("*/*", among: []) == nil)
    }
}

@Suite struct EntityTagTests {
    private let strong = EntityTag("e")

    @Test(
        "Rows 117 and 118: If-None-Match names a state weakly",
        arguments: zip(
            [
                "\"e\"", "W/\"e\"", "\"x\", \"e\"", "*", " * ", "\"a,b\" , \"e\"", "e", "\"x\"", "",
                "\"e",
                "w/\"e\"", "\"e\"x", "*, \"e\"", "\"E\"", "x \"e\"",
            ],
            [
                true, true, true, true, true, true, false, false, false, false, false, false, false,
                false, false,
            ]))
    func weakly(text: String, expected: Bool) {
        #expect(EntityTag.List(text).containsWeakly(strong) == expected)
    }

    @Test(
        "Row 122: If-Match names a state strongly",
        arguments: zip(
            ["\"e\"", "*", "W/\"e\"", "\"x\"", "\"x\",\"e\""], [true, true, false, false, true]))
    func strongly(text: String, expected: Bool) {
        #expect(EntityTag.List(text).containsStrongly(strong) == expected)
    }

    @Test("A weak state is never named strongly; tags are compared byte by byte")
    func comparing() {
        #expect(!EntityTag.List("\"e\"").containsStrongly(EntityTag("e", isWeak: true)))
        #expect(EntityTag.List("\"e\"").containsWeakly(EntityTag("e", isWeak: true)))
        #expect(!EntityTag("\u{E9}").matchesWeakly(EntityTag("e\u{301}")))
        #expect(EntityTag("7").description == "\"7\"")
        #expect(EntityTag("7", isWeak: true).description == "W/\"7\"")
    }
}
