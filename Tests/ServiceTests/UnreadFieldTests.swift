import FormworkHTTP
import FormworkRecords
import FormworkStore
import Foundation
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkService

@Suite struct `A stored member that can't be read` {
    /// A service with a book and a document of it whose members aren't what the form takes.
    private static func service(
        _ members: [(String, JSON)] = [("pages", .string("three hundred"))]
    ) throws -> (service: TestService, path: String) {
        let service = try TestService()
        var document: JSON.Object = [
            "title": .string("Emma"), "author": .string("Jane Austen"),
        ]
        for (name, value) in members { document[name] = value }
        let saved = try service.store.commit([.create(type: "books", document: document)])
        return (service, "/books/\(try #require(saved.first).id)")
    }

    private static let kinds: [(String, JSON)] = [
        ("pages", .string("three hundred")), ("pages", .bool(true)), ("pages", .array([])),
        ("pages", .object([:])), ("inPrint", .string("yes")), ("rating", .object(["a": .null])),
        ("rating", .null),
        ("title", .number(JSON.Number(17))),
        ("author", .string(String(repeating: "x", count: 10_000))),
    ]

    @Test(arguments: kinds)
    func `is shown and exported as it stands, never as the starting value`(
        name: String, value: JSON
    ) throws {
        let (service, path) = try Self.service([(name, value)])
        let written = "\"\(name)\":\(String(decoding: value.bytes, as: UTF8.self))"
        for target in [path, "\(path)/edit", "/books"] {
            let json = try service.get(target, [("Accept", "application/json")])
            #expect(json.status == .ok)
            #expect(json.text.contains(written))
        }
        let form = try #require(Service.sample.forms.first { $0.type == "books" })
        for format in TransferFormat.allCases {
            let output = Lock<[UInt8]>([])
            let export = RecordExport(form, from: service.store) { piece in
                output.withLock { $0 += piece }
            }
            try export.run(format)
            let text = output.withLock { String(decoding: $0, as: UTF8.self) }
            switch format {
            case .jsonl: #expect(text.contains(written))
            case .csv:
                let cell =
                    if case .string(let text) = value { text } else {
                        String(decoding: value.bytes, as: UTF8.self)
                    }
                #expect(text.contains(cell.replacing("\"", with: "\"\"")))
            }
        }
        let page = try service.get(path).page.text
        #expect(page.contains("it can\u{2019}t be read"))
        let list = try service.get("/books").page.text
        #expect(list.contains("Not all of this book can be read"))
    }

    @Test func `is a mistake to be mended on the form's page`() throws {
        let (service, path) = try Self.service()
        let page = try service.get("\(path)/edit").page
        #expect(page.value(of: "pages") == "three hundred")
        #expect(page.element(id: "error-summary") != nil)
        #expect(
            try service.post(path, emma(("pages", "three hundred"))).status
                == .unprocessableContent)
        #expect(try service.post(path, emma(("pages", "300"))).status == .seeOther)
        #expect(try service.books[0].contains("\"pages\":300"))
    }

    @Test func `stays as it is through a change of something else`() throws {
        let (service, path) = try Self.service([
            ("pages", .string("three hundred")), ("inPrint", .string("yes")),
        ])
        let changed = try service.send(
            .patch, path, json: "{\"title\":\"Emma II\"}",
            [("Accept", "application/json"), ("If-Match", "\"1\"")])
        #expect(changed.status == .ok)
        #expect(changed.text.contains("\"pages\":\"three hundred\""))
        let stored = try service.books[0]
        #expect(stored.contains("Emma II"))
        #expect(stored.contains("\"pages\":\"three hundred\""))
        #expect(stored.contains("\"inPrint\":\"yes\""))
        let replaced = try service.send(
            .put, path, json: "{\"title\":\"Emma\",\"author\":\"J. A.\"}",
            [("Accept", "application/json"), ("If-Match", "\"2\"")])
        #expect(replaced.status == .ok)
        #expect(try service.books[0].contains("\"pages\":1"))
    }

    @Test func `is no fault where it is missing, as an older version left it`() throws {
        let (service, path) = try Self.service([])
        let document = try service.get(path, [("Accept", "application/json")]).text
        #expect(document.contains("\"pages\":1"))
        #expect(try !service.get("/books").page.text.contains("Not all"))
        service.store.close()
        var settings = Settings()
        settings.dataFolder = service.folder.path + "/Data"
        #expect(try Maintenance.check(settings, .none, .sample) == 0)
    }

    @Test func `is named by a check with line, field and sentence`() throws {
        let (service, path) = try Self.service()
        let id = path.dropFirst("/books/".count)
        service.store.close()
        var settings = Settings()
        settings.dataFolder = service.folder.path + "/Data"
        #expect(try Maintenance.check(settings, .none, .sample) == 65)
        let forms = Service.sample.forms
        let rules = DocumentRules { type, document in
            forms.first { $0.type == type }?.faults(document) ?? []
        }
        let report = try Store.check(folder: settings.dataFolder, rules: rules)
        #expect(report.damages.count == 1)
        #expect(report.lines[0].contains(".jsonl:2 (byte "))
        #expect(report.lines[0].contains(": pages: "))
        #expect(report.lines[0].contains(id))
    }

    @Test(arguments: [
        ("\"pages\":474", "\"pages\":\"three hundred\"", "pages"),
        ("\"pages\":474", "\"pages\":0", "pages"),
        ("\"title\":\"Emma\"", "\"title\":\"\"", "title"),
        ("\"inPrint\":true", "\"inPrint\":1", "inPrint"),
    ])
    func `is taken from no hand-edited line, whose line and field are named`(
        member: String, other: String, field: String
    ) throws {
        let service = try TestService()
        _ = try service.addBook()
        service.store.close()
        var settings = Settings()
        settings.dataFolder = service.folder.path + "/Data"
        let base = URL(filePath: settings.dataFolder + "/books.jsonl")
        let text = try String(contentsOf: base, encoding: .utf8)
        let edited = text.replacing(member, with: other)
        #expect(edited != text)
        try Data(edited.utf8).write(to: base)
        let refused = #expect(throws: ServeFailure.self) {
            try Maintenance.check(settings, .accept, .sample)
        }
        #expect(refused?.exitCode == 65)
        #expect(refused?.description.contains("books.jsonl:2 (byte ") == true)
        #expect(refused?.description.contains(": \(field): ") == true)
        #expect(try String(contentsOf: base, encoding: .utf8) == edited)
        try Data(text.replacing(member, with: member.replacing("474", with: "475")).utf8)
            .write(to: base)
        #expect(try Maintenance.check(settings, .accept, .sample) == 0)
    }
}
