import Formwork
import FormworkHTTP
import FormworkRecords
import FormworkStore
import Groundwork
import Testing

@testable import FormworkService

/// Records that leave a store and come into one, by plain calls.
enum Transfer {
    /// The form of a type of the sample service.
    static func form(_ type: String = "books") throws -> RecordForm {
        try #require(Service.sample.forms.first { $0.type == type })
    }

    /// What an import came to.
    struct Outcome {
        var imported = 0
        var refused = 0
        var report: [String] = []
    }

    /// Brings a text in, in small pieces.
    static func bring(
        _ text: String, _ format: TransferFormat, into store: Store?, isDryRun: Bool = false,
        type: String = "books"
    ) throws -> Outcome {
        var rest = Array(text.utf8)[...]
        var report: [String] = []
        var records = RecordImport(
            try form(type), into: store, isDryRun: isDryRun, report: { report.append($0) })
        try records.run(format) {
            defer { rest = rest.dropFirst(7) }
            return Array(rest.prefix(7))
        }
        return Outcome(imported: records.imported, refused: records.refused, report: report)
    }

    /// Writes the records of a type.
    static func text(
        _ format: TransferFormat, of store: Store, type: String = "books"
    ) throws -> String {
        var bytes: [UInt8] = []
        try RecordExport(try form(type), from: store, to: { bytes += $0 }).run(format)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Ids and documents, the oldest first.
    static func records(_ store: Store) throws -> [String] {
        try store.page("books", offset: 0, limit: 10_000, newestFirst: false).map {
            "\($0.id) \(String(decoding: JSON.object($0.document).bytes, as: UTF8.self))"
        }
    }
}

@Suite struct `Export` {
    @Test func `has a row of names and the values of JSON in CSV`() throws {
        let service = try TestService()
        _ = try service.addBook(emma(("title", "=1+1"), ("author", "A, \"B\""), ("rating", "0.5")))
        let record = try #require(try service.store.page("books", offset: 0, limit: 1).first)
        let time = record.createdAt.rfc3339
        #expect(
            try Transfer.text(.csv, of: service.store)
                == "id,revision,createdAt,updatedAt,title,author,pages,rating,inPrint\r\n"
                + "\(record.id),1,\(time),\(time),'=1+1,\"A, \"\"B\"\"\",474,0.5,true\r\n")
    }

    @Test func `has the record that a program gets on each line of JSON`() throws {
        let service = try TestService()
        let path = try service.addBook()
        let answer = try service.get(path, [("Accept", "application/json")])
        let text = try Transfer.text(.jsonl, of: service.store)
        #expect(try JSON.parse(Array(text.utf8)) == .object(answer.json))
        #expect(text.hasSuffix("}\n"))
        #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    }

    @Test(arguments: TransferFormat.allCases)
    func `keeps what the service knows of a person to itself`(format: TransferFormat) throws {
        let service = try TestService()
        _ = try service.post("/person", [("name", "Ann"), ("isRemembered", "on")])
        let stored = try #require(try service.store.page("people", offset: 0, limit: 1).first)
        #expect(stored.document.members.contains { $0.name.hasPrefix("_") })
        let text = try Transfer.text(format, of: service.store, type: "people")
        #expect(text.contains("Ann"))
        #expect(!text.contains("_"))
    }

    @Test func `that can't be written is told`() throws {
        let service = try TestService()
        _ = try service.addBook()
        #expect(throws: Unexpected.self) {
            let full = Unexpected(what: "full")
            let form = try Transfer.form()
            try RecordExport(form, from: service.store, to: { _ in throw full }).run(.jsonl)
        }
    }
}

@Suite struct `Import` {
    @Test(arguments: TransferFormat.allCases)
    func `brings the same records into an empty store`(format: TransferFormat) throws {
        let source = try TestService()
        for title in ["=1", "'=1", "\tx y", "@a", "-1", "\"q\", r", "\u{E9}\u{1F600}", "'"] {
            _ = try source.addBook(emma(("title", title), ("rating", "4.5")))
        }
        try source.store.commit(
            (0..<1_100).map { number in
                .create(
                    type: "books",
                    document: [
                        "title": .string("\(number)"), "author": .string("+x"),
                        "pages": .number(JSON.Number(number + 1)),
                        "rating": .number(JSON.Number(0)), "inPrint": .bool(number % 2 == 0),
                    ])
            })
        for record in try source.store.page("books", offset: 3, limit: 5) {
            for revision in 1...3 {
                try source.store.commit([
                    .update(
                        type: "books", id: record.id, expectedRevision: revision,
                        document: record.document)
                ])
            }
        }
        let text = try Transfer.text(format, of: source.store)
        let target = try TestService()
        let outcome = try Transfer.bring(text, format, into: target.store)
        #expect(outcome.report == [])
        #expect(outcome.imported == 1_108)
        #expect(try Transfer.records(target.store) == Transfer.records(source.store))
        #expect(try Transfer.text(format, of: target.store) == text, "with revisions and times")
        let again = try Transfer.bring(text, format, into: target.store)
        #expect(again.refused == 1_108)
        #expect(
            again.report.first
                == "line \(format == .csv ? 2 : 1): id: There is a record with this id already")
        #expect(target.store.count("books") == 1_108)
    }

    /// A file, what is imported of it, and the report.
    struct Row: Sendable, CustomTestStringConvertible {
        let format: TransferFormat
        let text: String
        let titles: [String]
        let report: [String]

        init(
            _ format: TransferFormat, _ text: String, _ titles: [String], _ report: [String] = []
        ) {
            (self.format, self.text, self.titles, self.report) = (format, text, titles, report)
        }

        var testDescription: String { text.debugDescription }
    }

    static let rows = [
        Row(.jsonl, "", []), Row(.csv, "", []), Row(.csv, "title,author\n", []),
        Row(.csv, "\u{FEFF}title,author\r\nEmma,A\r\n\r\nEve,B", ["Emma", "Eve"]),
        Row(
            .csv, "author,title\nA,\n\"B\nC\",\nD,Eve\n", ["Eve"],
            [
                "line 2: title: Enter the title", "line 3: title: Enter the title",
            ]),
        Row(
            .csv, "title,author\nEmma\nEve,B,\nAda,C\n", ["Ada"],
            [
                "line 2: 2 cells were expected, not 1",
                "line 3: 2 cells were expected, not 3",
            ]),
        Row(
            .csv, "title,author\nE\"mma,A\n\"Eve\"x,B\nAda,C\n\"Amy,D\n", ["Ada"],
            [
                "line 2: a quotation mark stands within a cell that doesn't begin with one",
                "line 3: text follows the closing quotation mark of a cell",
                "line 5: a quotation mark is never closed",
            ]),
        Row(
            .csv, "title,author,title\nEmma,A,B\n", [],
            ["line 1: title: two columns have this name"]),
        Row(
            .csv, "title,author\rEmma,A\rEve,B\r", [],
            ["line 1: the lines end with CR alone; CRLF or LF was expected"]),
        Row(.csv, "ti\"tle\nEmma\n", [], ["line 1: \(CSVReader.Fault.strayQuote)"]),
        Row(
            .csv, "title,author,colour,_intent,_shown,_revision\nEmma,A,red,check,inPrint,x\n",
            ["Emma"],
            [
                "left out, as the form has no such fields:"
                    + " _intent, _revision, _shown, colour"
            ]),
        Row(.csv, "title,author\n'=1,A\n''=1,A\n'a,A\n", ["=1", "'=1", "'a"]),
        Row(
            .jsonl,
            "\u{FEFF}{\"title\":\"Emma\",\"author\":\"A\"}\r\n"
                + "\r\n{\"title\":1,\"author\":\"B\"}",
            ["Emma"], ["line 3: title: Title must be a text in quotation marks"]),
        Row(
            .jsonl, "{\"title\":\"Emma\",\"author\":\"A\"\n[]\n{\"title\":[],\"author\":\"A\"}\n",
            [],
            [
                "line 1: column 29: the text ends before the value does",
                "line 2: a JSON object was expected",
                "line 3: title: Enter one value for title, not several",
            ]),
        Row(
            .jsonl, "{\"title\":\"Emma\",\"author\":\"A\",\"pages\":0,\"x\":{\"y\":1},\"_z\":2}\n",
            [],
            [
                "line 1: pages: Pages must be between 1 and 20,000",
                "left out, as the form has no such fields: _z, x.y",
            ]),
        Row(
            .jsonl,
            ["1", "\"x\"", "\"7zzzzzzzzzzzzzzzzzzzzzzzzz\"", "\"\"", "null"].map {
                "{\"id\":\($0),\"title\":\"Emma\",\"author\":\"A\"}\n"
            }.joined(), ["Emma"],
            [
                "line 1: id: a text was expected", "line 2: id: This is no id of a record",
                "line 3: id: This is no id of a record", "line 4: id: This is no id of a record",
            ]),
        Row(
            .csv,
            "id,revision,createdAt,title,author\n"
                + "01arz3ndektsv4rrffq69g5fav,0,,Emma,A\n"
                + "01arz3ndektsv4rrffq69g5fav,x,,Emma,A\n"
                + "01arz3ndektsv4rrffq69g5fav,4294967296,,Emma,A\n"
                + "01arz3ndektsv4rrffq69g5fav,1,yesterday,Emma,A\n"
                + "01arz3ndektsv4rrffq69g5fav,,,Eve,A\n,x,yesterday,Emma,A\n", ["Eve", "Emma"],
            (2...4).map { "line \($0): revision: a whole number from 1 was expected" }
                + [
                    "line 5: createdAt: a time such as 2026-11-29T23:50:00.123Z was expected"
                ]),
        Row(
            .csv,
            "id,title,author\n,Emma,A\n01arz3ndektsv4rrffq69g5fav,Eve,A\n"
                + "01arz3ndektsv4rrffq69g5fav,Eva,A\n", ["Eve", "Emma"],
            ["line 4: id: There is a record with this id already"]),
    ]

    @Test(arguments: rows)
    func `takes the good rows and tells the others by line and field`(row: Row) throws {
        let service = try TestService()
        let dry = try Transfer.bring(row.text, row.format, into: service.store, isDryRun: true)
        #expect(service.store.count("books") == 0)
        let outcome = try Transfer.bring(row.text, row.format, into: service.store)
        let titles = try service.store.page("books", offset: 0, limit: 100, newestFirst: false)
            .map { $0.document["title"] }
        #expect(titles == row.titles.map { .string($0) })
        #expect(outcome.report == row.report)
        #expect(outcome.imported == row.titles.count)
        #expect(dry.report == outcome.report)
        #expect((dry.imported, dry.refused) == (outcome.imported, outcome.refused))
        let nowhere = try Transfer.bring(row.text, row.format, into: nil, isDryRun: true)
        #expect(nowhere.report == outcome.report)
    }

    @Test func `checks a row as the page does`() throws {
        let service = try TestService()
        let bad = "{\"title\":\"\",\"author\":\"A\",\"pages\":20001,\"rating\":0.3}"
        let problem = try service.send(.post, "/books", json: bad, [("Accept", "text/plain")])
        let outcome = try Transfer.bring(bad, .jsonl, into: service.store)
        #expect(outcome.report.count == 3)
        let lines = problem.text.split(separator: "\n").prefix(3)
        #expect(outcome.report == lines.map { "line 1: \($0)" })
    }

    @Test func `that the store refuses is told, with what was saved before`() throws {
        let service = try TestService()
        service.store.close()
        #expect(throws: CommitError.closed) {
            try Transfer.bring("{\"title\":\"a\",\"author\":\"b\"}", .jsonl, into: service.store)
        }
    }
}
