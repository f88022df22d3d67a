import FormworkHTTP
import Foundation
import System
import Testing

@Suite struct ResponseEncoderTests {
    private static let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

    /// The head's lines, what follows the head, and what is left for the server to do.
    private struct Answer {
        let lines: [String]
        let body: String
        let encoded: ResponseEncoder.Encoded

        init(
            _ response: Response, method: Method = .get, version: Version = .http11,
            keepsAlive: Bool = true
        ) throws {
            var buffer: [UInt8] = []
            encoded = ResponseEncoder.encode(
                response,
                to: ResponseEncoder.Context(
                    method: method, version: version, keepsAlive: keepsAlive),
                dateLine: Array(date.utf8), into: &buffer)
            let text = String(decoding: buffer, as: UTF8.self)
            let end = try #require(text.range(of: "\r\n\r\n"))
            lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
            body = String(text[end.upperBound...])
        }
    }

    private static let hello = Response(
        .ok, headers: [.contentType: "text/plain"], body: .bytes(Array("hello".utf8)))

    @Test("A response has its status, date, fields, length and body, in this order")
    func plain() throws {
        let answer = try Answer(Self.hello)
        #expect(
            answer.lines == [
                "HTTP/1.1 200 OK", "Date: Sun, 06 Nov 1994 08:49:37 GMT",
                "Content-Type: text/plain", "Content-Length: 5",
            ])
        #expect(answer.body == "hello")
        #expect(answer.encoded.keepsAlive)
    }

    @Test("Row B11: the answer to HEAD has the length of GET's and no body")
    func head() throws {
        let answer = try Answer(Self.hello, method: .head)
        #expect(answer.lines == (try Answer(Self.hello)).lines)
        #expect(answer.body == "")
        #expect(answer.encoded.rest.length == 0)
    }

    @Test("Row 112: what has no body by its status is sent without", arguments: [100, 204, 304])
    func bodiless(code: Int) throws {
        var response = Self.hello
        response.status = Status(rawValue: code)
        response.headers.add(.contentLength, "5")
        response.headers.add(.transferEncoding, "chunked")
        let answer = try Answer(response)
        #expect(answer.lines.first?.hasPrefix("HTTP/1.1 \(code) ") == true)
        #expect(!answer.lines.contains { $0.lowercased().hasPrefix("content-length") })
        #expect(!answer.lines.contains { $0.lowercased().hasPrefix("transfer-encoding") })
        #expect(answer.body == "")
        #expect(answer.encoded.rest.length == 0)
        #expect(answer.encoded.keepsAlive)
    }

    @Test("A body that is empty has a length of 0, but for those statuses")
    func empty() throws {
        #expect(try Answer(Response(.notFound)).lines.contains("Content-Length: 0"))
        #expect(try Answer(Response(.seeOther)).lines.contains("Content-Length: 0"))
    }

    @Test("Row 114: the length is that of the body, whatever a handler says")
    func length() throws {
        var response = Self.hello
        response.headers.add(.contentLength, "7")
        response.headers.add(.date, "yesterday")
        let answer = try Answer(response)
        #expect(answer.lines.filter { $0.hasPrefix("Content-Length") } == ["Content-Length: 5"])
        #expect(answer.lines.filter { $0.hasPrefix("Date") }.count == 1)
    }

    /// A version, who wants to close, and what the client is told.
    struct Row: Sendable {
        let version: Version
        let keepsAlive: Bool
        let handlerCloses: Bool
        let connection: String?
        let staysOpen: Bool
    }

    @Test(
        "Rows 90, 92 and 93: the client is told what it can't know",
        arguments: [
            Row(
                version: .http11, keepsAlive: true, handlerCloses: false, connection: nil,
                staysOpen: true),
            Row(
                version: .http11, keepsAlive: false, handlerCloses: false, connection: "close",
                staysOpen: false),
            Row(
                version: .http11, keepsAlive: true, handlerCloses: true, connection: "close",
                staysOpen: false),
            Row(
                version: .http10, keepsAlive: true, handlerCloses: false, connection: "keep-alive",
                staysOpen: true),
            Row(
                version: .http10, keepsAlive: false, handlerCloses: false, connection: "close",
                staysOpen: false),
            Row(
                version: .http10, keepsAlive: true, handlerCloses: true, connection: "close",
                staysOpen: false),
        ])
    func connection(row: Row) throws {
        var response = Self.hello
        if row.handlerCloses { response.headers.add(.connection, "Close") }
        let answer = try Answer(response, version: row.version, keepsAlive: row.keepsAlive)
        let fields = answer.lines.filter { $0.hasPrefix("Connection: ") }
        #expect(fields == (row.connection.map { ["Connection: \($0)"] } ?? []))
        #expect(answer.encoded.keepsAlive == row.staysOpen)
        #expect(answer.lines.first == "HTTP/1.1 200 OK")
    }

    @Test("A large body and a file are left to the server")
    func large() throws {
        let limit = ResponseEncoder.largestCopiedBody
        let copied = try Answer(
            Response(.ok, body: .bytes(Array(repeating: 0x61, count: limit))))
        #expect(copied.body.utf8.count == limit)
        #expect(copied.encoded.rest.length == 0)
        let larger = try Answer(
            Response(.ok, body: .bytes(Array(repeating: 0x61, count: limit + 1))))
        #expect(larger.body == "")
        #expect(larger.encoded.rest.length == limit + 1)
        #expect(larger.lines.contains("Content-Length: \(limit + 1)"))
    }

    @Test("A file is closed once, when the last answer that holds it is gone")
    func file() async throws {
        try await confirmation { closed in
            var file: OpenFile? = OpenFile(descriptor: 7, offset: 10, length: 90) { descriptor in
                #expect(descriptor == 7)
                closed()
            }
            let length = try #require(file).length
            var answer: Answer? = try Answer(Response(.ok, body: .file(try #require(file))))
            file = nil
            #expect(answer?.lines.contains("Content-Length: \(length)") == true)
            #expect(answer?.body == "")
            answer = nil
        }
    }

    @Test("Every status with a name here has its three digits and a phrase")
    func statuses() {
        #expect("\(Status.unprocessableContent)" == "422 Unprocessable Content")
        #expect("\(Status.requestHeaderFieldsTooLarge)" == "431 Request Header Fields Too Large")
        #expect(Status(rawValue: 599).reasonPhrase == "")
    }
}
