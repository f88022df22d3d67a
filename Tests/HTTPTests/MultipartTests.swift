import FormworkHTTP
import Groundwork
import TestSupport
import Testing

@Suite struct MultipartTests {
    static let title = "Content-Disposition: form-data; name=\"t\"⏎⏎"
    static let incomplete = "the body ends before its last boundary"
    static let noBoundary = "the media type of the body names no boundary that can be"
    static func bad(_ reason: String) -> String { "a part of the body can't be read: \(reason)" }
    static let noName = bad("it needs one Content-Disposition with form-data and a name")

    @Test(
        "Row 143: a body is read by the table, wherever it's split",
        arguments: boundaries + framing + heads)
    func rows(row: MultipartRow) {
        row.check()
    }

    private static func named(_ id: String, _ parameter: String, _ boundary: String) -> MultipartRow
    {
        MultipartRow(
            id, type: "multipart/form-data; \(parameter)",
            "--\(boundary)⏎\(title)x⏎--\(boundary)--⏎", "t=x", "end")
    }

    private static func unnamed(_ id: String, _ parameters: String) -> MultipartRow {
        MultipartRow(
            id, type: "multipart/form-data\(parameters)", "--b⏎\(title)x⏎--b--⏎", noBoundary)
    }

    static let boundaries: [MultipartRow] = [
        named("139: token", "boundary=b", "b"),
        named("139: quoted", "boundary=\"b\"", "b"),
        named("139: odd", "boundary=\"a'()+_,-./:=?z\"", "a'()+_,-./:=?z"),
        named("139: space within", "boundary=\"a b\"", "a b"),
        named("139: escaped", "boundary=\"\\a\"", "a"),
        named("139: name in capitals", "BOUNDARY=Ab", "Ab"),
        named("139: another parameter", "charset=utf-8; boundary=b", "b"),
        named(
            "139: 70 characters", "boundary=" + String(repeating: "b", count: 70),
            String(repeating: "b", count: 70)),
        named("139: hyphens", "boundary=----", "----"),
        unnamed("140: missing", ""),
        unnamed("140: empty", "; boundary="),
        unnamed("140: empty in quotes", "; boundary=\"\""),
        unnamed("140: 71 characters", "; boundary=" + String(repeating: "b", count: 71)),
        unnamed("140: tab", "; boundary=\"a\tb\""),
        unnamed("140: line end", "; boundary=\"a\r\nb\""),
        unnamed("140: other character", "; boundary=\"a@b\""),
        unnamed("140: not ASCII", "; boundary=\"\u{E9}\""),
        unnamed("140: space at the end", "; boundary=\"b \""),
        unnamed("140: twice", "; boundary=b; boundary=b"),
    ]

    static let framing: [MultipartRow] = [
        MultipartRow("141: preamble", "x⏎y⏎--b⏎\(title)x⏎--b--⏎", "t=x", "end"),
        MultipartRow("141: preamble of one line end", "⏎--b⏎\(title)x⏎--b--⏎", "t=x", "end"),
        MultipartRow("141: epilogue", "--b⏎\(title)x⏎--b--⏎x⏎--b⏎y", "t=x", "end"),
        MultipartRow("141: blanks", "--b \t⏎\(title)x⏎--b-- \t ⏎", "t=x", "end"),
        MultipartRow("141: no last line end", "--b⏎\(title)x⏎--b--", "t=x", "end"),
        MultipartRow("141: blanks, no line end", "--b⏎\(title)x⏎--b-- ", "t=x", "end"),
        MultipartRow("141: no parts", "--b--⏎", "end"),
        MultipartRow("142: nothing", "", incomplete),
        MultipartRow("142: no boundary", "hello", incomplete),
        MultipartRow("142: begun", "--b", incomplete),
        MultipartRow("142: no closing", "--b⏎\(title)x⏎--b", incomplete),
        MultipartRow("142: no closing, another part", "--b⏎\(title)x⏎--b⏎", incomplete),
        MultipartRow("142: half a closing", "--b⏎\(title)x⏎--b-", incomplete),
        MultipartRow("142: half a line end", "--b⏎\(title)x⏎--b--␍", incomplete),
        MultipartRow("142: cut in data", "--b⏎\(title)x", incomplete),
        MultipartRow("142: cut in a header", "--b⏎Content-Disposition: form-", incomplete),
        MultipartRow("142: cut behind the headers", "--b⏎\(title)", incomplete),
        MultipartRow(
            "142: bare LF", "--b␊\(title)x␊--b--␊",
            "a part of the body has no boundary before it"),
        MultipartRow(
            "142: another boundary", "--c⏎\(title)x⏎--c--⏎",
            "a part of the body has no boundary before it"),
        MultipartRow("B23: empty", "--b⏎\(title)⏎--b--⏎", "t=", "end"),
        MultipartRow(
            "B23: empty without its line end", "--b⏎\(title)--b⏎\(title)x⏎--b--", "t=", "t=x", "end"
        ),
        MultipartRow("144: --", "--b⏎\(title)x⏎--⏎--b--⏎", "t=x\r\n--", "end"),
        MultipartRow("144: longer", "--b⏎\(title)x⏎--bc⏎--b--⏎", "t=x\r\n--bc", "end"),
        MultipartRow("144: mid-line", "--b⏎\(title)x--b⏎--b--⏎", "t=x--b", "end"),
        MultipartRow("144: closing mid-line", "--b⏎\(title)--b--x⏎--b--⏎", "t=--b--x", "end"),
        MultipartRow("144: words behind", "--b⏎\(title)x⏎--b y⏎--b--⏎", "t=x\r\n--b y", "end"),
        MultipartRow("144: hyphen", "--b⏎\(title)x⏎--b-y⏎--b--⏎", "t=x\r\n--b-y", "end"),
        MultipartRow("144: hyphens", "--b⏎\(title)x⏎--b---⏎--b--⏎", "t=x\r\n--b---", "end"),
        MultipartRow("144: bare LF", "--b⏎\(title)x␊--b⏎y⏎--b--⏎", "t=x\n--b\r\ny", "end"),
        MultipartRow("144: bare CR", "--b⏎\(title)x⏎--b␍y⏎--b--⏎", "t=x\r\n--b\ry", "end"),
        MultipartRow("144: line ends", "--b⏎\(title)⏎␍⏎⏎--b--⏎", "t=\r\n\r\r\n", "end"),
        MultipartRow("144: CR before", "--b⏎\(title)x␍⏎--b--⏎", "t=x\r", "end"),
        MultipartRow(
            "144: twice begun", "--b⏎\(title)x⏎--⏎--b⏎\(title)⏎--b--", "t=x\r\n--", "t=", "end"),
        MultipartRow(
            "144: more padding than anyone sends",
            "--b⏎\(title)x⏎--b\(String(repeating: " ", count: 300))⏎--b--⏎",
            "t=x\r\n--b" + String(repeating: " ", count: 300), "end"),
    ]

    static let heads: [MultipartRow] = [
        .part("145: folders", "name=\"f\"; filename=\"..\\/..\\/x\"", "f<x>=x", "end"),
        .part("145: Windows", "name=\"f\"; filename=\"C:\\x\"", "f<x>=x", "end"),
        .part(
            "145: escapes", "name=\"f\"; filename=\"a%22b%0D%0Ac%41\"", "f<a\"b\r\nc%41>=x", "end"),
        .part("145: in the name", "name=\"a%22b%0D%0A\"", "a\"b\r\n=x", "end"),
        .part("145: UTF-8", "name=\"f\"; filename=\"한글.png\"", "f<한글.png>=x", "end"),
        .part("145: empty", "name=\"f\"; filename=\"\"", "f<>=x", "end"),
        .part("145: a folder", "name=\"f\"; filename=\"a/\"", "f<>=x", "end"),
        .part(
            "145: older escapes", "name=\"f\"; filename=\"a\\\"b\"",
            "f<a\"b>=x", "end"),
        .part("145: ends with \\", "name=\"a\\\"; filename=\"b\"", "a\\<b>=x", "end"),
        .part("145: semicolons", "name=\"a;b\"; filename=\"c;d\"", "a;b<c;d>=x", "end"),
        .part("145: tokens", "NAME=a;filename=b.txt ;", "a<b.txt>=x", "end"),
        .part("145: other parameters", "name=\"f\"; filename*=UTF-8''x; size=1", "f<x>=x", "end"),
        .part(
            "145: extended name", "name=\"f\"; filename*=UTF-8''a%2Fb%C3%A9", "f<b\u{e9}>=x", "end"),
        .part("145: both names", "name=\"f\"; filename=a; filename*=UTF-8''b", "f<a>=x", "end"),
        .part("146: empty name", "name=\"\"", "=x", "end"),
        .part("146: no name", "filename=\"x\"", noName),
        .part("146: two names", "name=\"a\"; name=\"b\"", noName),
        .part("146: two filenames", "name=\"a\"; filename=\"\"; filename=\"b\"", noName),
        .part("146: no end", "name=\"a", noName),
        .part("146: junk", "name=\"a\"b", noName),
        .part("146: no value", "name", noName),
        .part("136: name", "name=\"a\u{FF}\"", "the field a\u{FFFD} is not UTF-8"),
        .part("136: file name", "name=\"a\"; filename=\"\u{FF}\"", "the field a is not UTF-8"),
        MultipartRow("146: no headers", "--b⏎⏎x⏎--b--⏎", noName),
        MultipartRow(
            "146: another kind", "--b⏎Content-Disposition: file; name=\"a\"⏎⏎x⏎--b--⏎", noName),
        MultipartRow(
            "146: two lines",
            "--b⏎Content-Disposition: form-data; name=\"a\"⏎\(title)x⏎--b--⏎", noName),
        MultipartRow(
            "146: capitals", "--b⏎content-disposition:FORM-DATA;name=a⏎⏎x⏎--b--⏎", "a=x", "end"),
        MultipartRow(
            "146: the same name", "--b⏎\(title)x⏎--b⏎\(title)y⏎--b--⏎", "t=x", "t=y", "end"),
        MultipartRow("B23: empty type", "--b⏎Content-Type:⏎\(title)x⏎--b--⏎", "t=x", "end"),
        MultipartRow(
            "a space before the colon", "--b⏎X : y⏎\(title)x⏎--b--⏎",
            bad("a colon follows the name of a header")),
        MultipartRow(
            "a folded line", "--b⏎X: y⏎ z⏎\(title)x⏎--b--⏎",
            "t=x", "end"),
        MultipartRow(
            "a folded disposition", "--b⏎Content-Disposition: form-data;⏎ name=\"t\"⏎⏎x⏎--b--⏎",
            "t=x", "end"),
        MultipartRow(
            "a fold without a field", "--b⏎ X: y⏎\(title)x⏎--b--⏎",
            bad("a header line begins with its name")),
        MultipartRow(
            "a damaged first boundary", "-b⏎\(title)x⏎--b⏎\(title)y⏎--b--⏎",
            "a part of the body has no boundary before it"),
        MultipartRow(
            "another encoding",
            "--b⏎Content-Type: text/plain; charset=iso-8859-1⏎\(title)x⏎--b--⏎",
            "send the text of the field t in UTF-8"),
        MultipartRow(
            "another label", "--b⏎Content-Type: text/plain; charset=UTF8⏎\(title)x⏎--b--⏎",
            "t=x", "end"),
        MultipartRow(
            "NUL", "--b⏎X: ␀⏎\(title)x⏎--b--⏎", bad("a header's value holds a control character")),
        MultipartRow(
            "bare LF", "--b⏎X: y␊\(title)", bad("a header's value holds a control character")),
        MultipartRow(
            "nested", "--b⏎Content-Type: multipart/mixed; boundary=c⏎\(title)x⏎--b--⏎",
            bad("it has parts of its own")),
        MultipartRow(
            "base64", "--b⏎Content-Transfer-Encoding: base64⏎\(title)eA==⏎--b--⏎",
            bad("it has a Content-Transfer-Encoding, which HTTP has no use for")),
        MultipartRow("8bit", "--b⏎Content-Transfer-Encoding: 8BIT⏎\(title)x⏎--b--⏎", "t=x", "end"),
    ]

    @Test("Row 146: there are so many parts and no more")
    func mostParts() {
        var limits = Limits()
        limits.formFields = 2
        let part = "--b⏎\(Self.title)x⏎"
        MultipartRow("146: most", part + part + "--b--", "t=x", "t=x", "end").check(limits: limits)
        let most = "there are more than 2 fields"
        MultipartRow("146: more", part + part + part + "--b--", "t=x", most)
            .check(limits: limits)
        let thousand = wire(String(repeating: part, count: 1001) + "--b--")
        let reading = MultipartReading("multipart/form-data; boundary=b", thousand)
        #expect(reading.lines.last == "there are more than 1000 fields")
        #expect(MultipartFailure.tooManyParts(limit: 1).status == .contentTooLarge)
        #expect(MultipartFailure.incomplete.status == .badRequest)
    }

    @Test(
        "Row 146: a part's header section has a limit",
        arguments: [
            String(repeating: "x", count: 16 * 1024), String(repeating: "x⏎X: ", count: 200),
        ])
    func longHead(value: String) {
        let row = MultipartRow("", "--b⏎X: \(value)⏎\(Self.title)x⏎--b--⏎")
        let reading = MultipartReading(row.type, row.body)
        #expect(reading.lines.count == 1)
        #expect(reading.lines[0].hasPrefix("a part of the body can't be read"))
    }

    @Test("A file of many line ends and almost boundaries keeps every byte, in linear time")
    func hostileData() {
        let almost = "⏎--bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbx"
        let data = String(repeating: almost + "␍␍⏎⏎", count: 20_000)
        let boundary = String(repeating: "b", count: 70)
        let body = wire("--\(boundary)⏎\(Self.title)\(data)⏎--\(boundary)--")
        let type = "multipart/form-data; boundary=\(boundary)"
        let ends = Array(stride(from: 1000, to: body.count, by: 1000))
        for reading in [MultipartReading(type, body), MultipartReading(type, body, ends: ends)] {
            #expect(reading.lines.count == 2)
            #expect(reading.lines[0].utf8.elementsEqual("t=".utf8.map { $0 } + wire(data)))
        }
    }

    @Test("Random bytes come to the same however they are cut, and never trap")
    func random() {
        var random = Seeded(139)
        let pieces = [
            "--b", "⏎", "␍", "␊", "--", " ", "x", "\u{FF}", Self.title, "--b--", "⏎--b⏎", "name=\"",
            "Content-Disposition: form-data; ",
        ].map(wire)
        let type = "multipart/form-data; boundary=b"
        for _ in 0..<2000 {
            let count = Int.random(in: 0...20, using: &random)
            let body = (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
            let whole = MultipartReading(type, body)
            #expect(MultipartReading(type, body, ends: 1..<max(1, body.count)) == whole, "\(body)")
        }
    }

    private func fields(
        _ body: [UInt8], ends: [Int] = [], limits: Limits = Limits()
    ) throws -> [[String]] {
        try form(body, ends: ends, limits: limits).fields.map {
            [$0.name.unbounded, $0.value.unbounded]
        }
    }

    private func form(
        _ body: [UInt8], ends: [Int] = [], limits: Limits = Limits()
    ) throws -> MultipartForm {
        let type = try #require(MediaType("multipart/form-data; boundary=b"))
        var form = try MultipartForm(type, limits: limits)
        var start = 0
        for end in ends + [body.count] {
            try form.append(Array(body[start..<end]), isLast: end == body.count)
            start = end
        }
        return form
    }

    @Test("The fields of text are read, and files aren't among them")
    func fieldsAndFiles() throws {
        let file = "Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎\u{FF}\u{FE}"
        let none = "Content-Disposition: form-data; name=\"g\"; filename=\"\"⏎⏎"
        let text = "Content-Disposition: form-data; name=\"t\"⏎⏎caf\u{C3}\u{A9}⏎2"
        let body = wire("--b⏎\(file)⏎--b⏎\(text)⏎--b⏎\(none)⏎--b⏎\(Self.title)⏎--b--⏎")
        let expected = [["t", "café\r\n2"], ["t", ""]]
        #expect(try fields(body) == expected)
        #expect(try fields(body, ends: Array(1..<body.count)) == expected)
        for end in 1..<body.count { #expect(try fields(body, ends: [end]) == expected) }
        #expect(throws: MultipartFailure.notUTF8(name: "t")) {
            try fields(wire("--b⏎\(Self.title)\u{FF}⏎--b--"))
        }
        #expect(throws: MultipartFailure.incomplete) { try fields([]) }
    }

    @Test("Of files it's kept where they are and how they begin, wherever the input is split")
    func places() throws {
        func head(_ name: String, _ file: String) -> String {
            "--b⏎Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(file)\"⏎⏎"
        }
        let long = String(repeating: "⏎--", count: 200)
        let body = wire(
            head("f", "../../x") + "\u{FF}⏎--c⏎" + head("t", "") + "⏎" + head("f", "x.php.png")
                + "⏎" + head("g", "CON") + long + "⏎--b--⏎epilogue⏎--b⏎")
        let expected = [wire("\u{FF}⏎--c"), [], wire(long)]
        let splits = [[], Array(1..<body.count)] + (1..<body.count).map { [$0] }
        for ends in splits {
            let files = try form(body, ends: ends).files
            #expect(files.map(\.name) == ["f", "f", "g"])
            #expect(files.map { Array(body[$0.range]) } == expected)
            for file in files {
                #expect(file.start == Array(body[file.range].prefix(MultipartForm.startLength)))
            }
        }
    }

    @Test("Texts are as long as a body may be that holds no files, and files are longer")
    func mostText() throws {
        var limits = Limits()
        limits.body = 10
        let file = "--b⏎Content-Disposition: form-data; name=f; filename=x⏎⏎12345678901⏎"
        let text = "--b⏎\(Self.title)12345⏎"
        #expect(try fields(wire(file + text + text + "--b--"), limits: limits).count == 2)
        #expect(throws: MultipartFailure.tooMuchText) {
            try fields(wire(text + text + "--b⏎\(Self.title)1⏎--b--"), limits: limits)
        }
        #expect(MultipartFailure.tooMuchText.status == .contentTooLarge)
    }
}
