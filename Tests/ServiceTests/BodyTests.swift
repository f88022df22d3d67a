import FormworkHTTP
import Testing

@testable import FormworkService

@Suite struct `A body` {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var type: String? = "application/json"
        let body: [UInt8]
        let status: Status
        var words = ""

        init(
            _ name: String, type: String? = "application/json", _ body: String, _ status: Status,
            _ words: String = ""
        ) {
            self.init(name, type: type, bytes: Array(body.utf8), status, words)
        }

        init(
            _ name: String, type: String? = "application/json", bytes: [UInt8], _ status: Status,
            _ words: String = ""
        ) {
            (self.name, self.type, self.body, self.status) = (name, type, bytes, status)
            self.words = words
        }

        var testDescription: String { name }
    }

    private static let form = "application/x-www-form-urlencoded"
    private static let good = "title=a&author=b"
    private static let json = #"{"title":"a","author":"b"}"#
    private static let parts = "multipart/form-data; boundary=b"
    private static let goodParts = part("title") + part("author") + "--b--\r\n"

    private static func part(_ name: String) -> String {
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\na\r\n"
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    @Test(arguments: [
        Case("a form", type: form, good, .created),
        Case("a form in UTF-8", type: form + "; charset=UTF-8", good, .created),
        Case("a form in UTF-8 by another label", type: form + ";charset=utf8", good, .created),
        Case("a form in ASCII", type: form + "; charset=us-ascii", good, .created),
        Case("a form in Latin-1", type: form + ";charset=iso-8859-1", good, .unsupportedMediaType),
        Case("a document", json, .created),
        Case(
            "a number out of range", #"{"title":"a","author":"b","pages":1e999}"#, .badRequest,
            "out of range"),
        Case("one deep down", #"{"title":"a","author":"b","x":[{"y":-1e400}]}"#, .badRequest),
        Case(
            "a large number in an unknown field", #"{"title":"a","author":"b","x":1e300}"#, .created
        ),
        Case("a document in UTF-8", type: "application/json;charset=utf-8", json, .created),
        Case(
            "a document in UTF-16", type: "application/json; charset=utf-16", json,
            .unsupportedMediaType),
        Case("a table", type: "text/csv", good, .unsupportedMediaType, "application/json"),
        Case("plain text", type: "text/plain", good, .unsupportedMediaType),
        Case("no type", type: nil, good, .unsupportedMediaType),
        Case("an odd type", type: "form", good, .unsupportedMediaType),
        Case("no body and no type", type: nil, "", .unprocessableContent),
        Case("a form with bad UTF-8", type: form, "title=%FF&author=b", .badRequest, "title"),
        Case("a form with a raw bad byte", type: form, bytes: [0x61, 0x3D, 0xC3], .badRequest),
        Case("overlong UTF-8", type: form, "title=%C0%AF&author=b", .badRequest, "title"),
        Case("a surrogate", type: form, "title=%ED%A0%80&author=b", .badRequest, "title"),
        Case("percent signs of their own", type: form, "title=%&author=%G0", .created),
        Case(
            "a thousand and one fields", type: form,
            good + String(repeating: "&x=1", count: 999), .contentTooLarge),
        Case(
            "a name of 1,100 parts", type: form,
            good + "&a" + String(repeating: "[b]", count: 1_100) + "=1", .badRequest),
        Case("a name of nine parts", type: form, good + "&a.b.c.d.e.f.g.h.i=1", .created),
        Case("a name of ten parts", type: form, good + "&a.b.c.d.e.f.g.h.i.j=1", .badRequest),
        Case("parts", type: parts, part("title") + part("author") + "--b--\r\n", .created),
        Case(
            "parts without a last line end", type: parts, part("title") + part("author") + "--b--",
            .created),
        Case(
            "parts in Latin-1", type: parts + "; charset=latin1", goodParts, .unsupportedMediaType),
        Case(
            "a file for a text", type: parts,
            part("title\"; filename=\"y") + part("author") + "--b--", .unprocessableContent, "title"
        ),
        Case(
            "parts with an unknown file", type: parts, part("x\"; filename=\"y") + goodParts,
            .created),
        Case(
            "parts with no file chosen", type: parts, part("x\"; filename=\"") + goodParts, .created
        ),
        Case(
            "parts without a boundary", type: "multipart/form-data", goodParts, .badRequest,
            "boundary"),
        Case(
            "parts with an empty boundary", type: "multipart/form-data; boundary=", goodParts,
            .badRequest, "boundary"),
        Case(
            "parts that don\u{2019}t end", type: parts, part("title") + part("author"), .badRequest),
        Case(
            "a part without a name", type: parts, "--b\r\nX: y\r\n\r\nx\r\n" + goodParts,
            .badRequest),
        Case(
            "a part with bad UTF-8", type: parts,
            bytes: Array(
                (part("notes") + "--b\r\nContent-Disposition: form-data; name=title\r\n\r\n").utf8)
                + [0xFF] + Array("\r\n--b--".utf8), .badRequest, "title"),
        Case(
            "a thousand and one parts", type: parts,
            String(repeating: part("x"), count: 999) + goodParts, .contentTooLarge),
        Case(
            "a part with a name of ten parts", type: parts, part("a.b.c.d.e.f.g.h.i.j") + goodParts,
            .badRequest),
        Case("other parts", type: "multipart/mixed; boundary=b", goodParts, .unsupportedMediaType),
        Case("JSON with bad UTF-8", bytes: Array(#"{"title":""#.utf8) + [0xFF], .badRequest),
        Case("JSON with a mistake", "{\n  \"title\": oops}", .badRequest, "line 2"),
        Case("JSON with a name twice", #"{"title":"a","title":"b"}"#, .badRequest),
        Case("JSON with a lone surrogate", #"{"title":"\ud800"}"#, .badRequest),
        Case("JSON with a byte-order mark", bytes: mark + Array(json.utf8), .badRequest),
        Case("JSON with more behind it", json + " x", .badRequest),
        Case("JSON with NaN", #"{"pages":NaN}"#, .badRequest),
        Case("a deep list", String(repeating: "[", count: 100_000), .badRequest),
        Case("a deep object", String(repeating: #"{"a":"#, count: 100_000), .badRequest),
        Case("a list", "[1]", .badRequest, "object"),
        Case("a string", "\"title\"", .badRequest, "object"),
        Case("an empty document", "", .badRequest),
    ])
    func `is read, or refused in words`(row: Case) throws {
        let service = try TestService()
        let type = row.type.map { [("Content-Type", $0)] } ?? []
        let answer = try service.ask(
            .post, "/books", type + [("Accept", "application/json")], body: row.body)
        #expect(answer.status == row.status, "\(answer.text.prefix(500))")
        #expect(try service.books.count == (row.status == .created ? 1 : 0))
        guard row.status != .created else { return }
        #expect(answer.type == "application/problem+json")
        #expect(answer.text.contains(row.words))
    }

    @Test(arguments: ["/books", "/person"])
    func `that can't be read is told in every kind`(path: String) throws {
        for (accept, type) in [
            ("text/html", "text/html"), ("text/plain", "text/plain"),
            ("application/json", "application/problem+json"),
        ] {
            let answer = try TestService().send(.post, path, json: "{", [("Accept", accept)])
            #expect(answer.status == .badRequest)
            #expect(answer.type == type)
            #expect(answer.isNeverKept)
        }
    }

    @Test func `is decoded once only`() throws {
        let service = try TestService()
        let answer = try service.ask(
            .post, "/books", [("Content-Type", Self.form)],
            body: Array("title=%2500+%26+%2B&author=%ED%95%9C%EA%B8%80".utf8))
        #expect(answer.status == .seeOther)
        #expect(try service.books[0].hasPrefix(#"{"title":"%00 & +","author":"한글""#))
    }

    @Test func `in parts is bound as the same form is, whatever it holds`() throws {
        let service = try TestService()
        let fields = [
            ("title", "caf\u{E9} \"%22\" +&="), ("author", "b"), ("inPrint", "on"),
        ]
        let body = fields.map { name, value in
            "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let answer = try service.ask(
            .post, "/books", [("Content-Type", Self.parts)],
            body: Array((body.joined() + "--b--").utf8))
        let same = try service.post("/books", fields)
        #expect(answer.status == same.status)
        let books = try service.books
        #expect(books.count == 2)
        #expect(books.first == books.last)
        #expect(books.first?.hasPrefix(#"{"title":"café \"%22\" +&=","author":"b""#) == true)
    }

    @Test(arguments: ["gzip", "br", "deflate, gzip", "GZIP", "x"])
    func `in an encoding is refused unread`(coding: String) throws {
        let service = try TestService()
        let bodies: [(String, [UInt8])] = [
            (Self.form, [0x1F, 0x8B, 0x08, 0x00]), (Self.form, []), (Self.parts, [0x1F]),
        ]
        for (type, body) in bodies {
            let answer = try service.ask(
                .post, "/books", [("Content-Type", type), ("Content-Encoding", coding)], body: body)
            #expect(answer.status == .unsupportedMediaType)
            #expect(answer["Accept-Encoding"] == "identity")
        }
        let plain = try service.ask(
            .post, "/books", [("Content-Type", Self.form), ("Content-Encoding", "identity")],
            body: Array(Self.good.utf8))
        #expect(plain.status == .seeOther)
    }

    @Test(
        arguments: [
            ("application/x-www-form-urlencoded", [0x1F, 0x8B, 0x08, 0x3D, 0x61]),
            ("application/x-www-form-urlencoded", Array("a\u{1}\u{1B}[2J=%FF".utf8)),
            (
                "application/x-www-form-urlencoded",
                Array((String(repeating: "a", count: 5000) + "=%FF").utf8)
            ),
        ] as [(String, [UInt8])])
    func `that is no text is never repeated`(type: String, body: [UInt8]) throws {
        let service = try TestService()
        for accept in ["text/html", "text/plain", "application/json"] {
            let answer = try service.ask(
                .post, "/books", [("Content-Type", type), ("Accept", accept)], body: body)
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains("a field is not UTF-8"))
        }
    }

    @Test func `of a patch in another kind says which kinds there are`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let answer = try service.ask(
            .patch, path, [("Content-Type", "application/json-patch+json"), ("If-Match", "*")],
            body: Array("[]".utf8))
        #expect(answer.status == .unsupportedMediaType)
        #expect(answer["Accept-Patch"]?.contains("application/merge-patch+json") == true)
    }

    @Test func `of a hundred thousand marks on one letter is refused`() throws {
        let service = try TestService()
        let marks = "a" + String(repeating: "\u{301}", count: 100_000)
        let answer = try service.post(
            "/books", emma(("title", marks)), [("Accept", "application/json")])
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.errors == ["/title tooLong"])
    }
}
