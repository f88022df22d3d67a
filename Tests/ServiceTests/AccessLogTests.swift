import FormworkHTTP
import Groundwork
import Testing

@testable import FormworkServer
@testable import FormworkService

@Suite struct `A line of the log` {
    fileprivate static let time = Timestamp(milliseconds: 1_795_996_200_123)

    private static func record(
        _ target: String?, method: FormworkHTTP.Method? = .get, failure: String? = nil
    ) -> AccessRecord {
        AccessRecord(
            peer: "127.0.0.1", method: method, target: target, status: .ok, bodyLength: 12,
            microseconds: 345, failure: failure)
    }

    @Test(arguments: [
        "/", "/books", "/\"},{\"status\":500,\"x\":\"", "/\\\",\\u0000", "/a\nb", "/a\r\n{}",
        "/\u{1b}[31m", "/\u{7f}\u{0}", "/%0a%22", "/\u{2028}\u{85}", "/caf\u{e9}", "*",
        "http://a.example/x",
    ])
    func `is one JSON object, whatever the path holds`(target: String) throws {
        for failure in [nil, "a \"quoted\"\nreason"] {
            let line = AccessLog(format: .json).line(
                Self.record(target, failure: failure))
            #expect(!line.utf8.contains(UInt8(ascii: "\n")))
            #expect(!line.utf8.contains { $0 < 0x20 })
            guard case .object(let document) = try JSON.parse(Array(line.utf8)) else {
                Issue.record("no object: \(line)")
                continue
            }
            #expect(
                document.members.map(\.name) == [
                    "time", "peer", "method", "path", "status", "bytes", "microseconds",
                ] + (failure == nil ? [] : ["failure"]))
            #expect(document["path"] == .string(target))
            #expect(document["status"] == .number(JSON.Number(200)))
            #expect(document["time"]?.string == Self.time.rfc3339)
            #expect(document["failure"]?.string == failure)
        }
    }

    @Test(arguments: [Settings.LogFormat.json, .text])
    func `leaves the query out`(format: Settings.LogFormat) {
        for target in ["/books?passphrase=secret", "/books?secret?secret", "/books?"] {
            let line = AccessLog(format: format).line(Self.record(target))
            #expect(line.contains("/books"))
            #expect(!line.contains("secret"))
            #expect(!line.contains("?"))
        }
    }

    @Test func `says what it can of a request that couldn't be read`() throws {
        let record = Self.record(nil, method: nil, failure: "no host")
        let json = AccessLog(format: .json).line(record)
        #expect(json.contains(#""method":null,"path":null,"status":200"#))
        let text = AccessLog(format: .text).line(record)
        #expect(text == "\(Self.time.rfc3339) 127.0.0.1 - 200 12 B 345 us (no host)")
    }

    @Test func `is short for a person`() {
        let line = AccessLog(format: .text).line(Self.record("/books"))
        #expect(line == "\(Self.time.rfc3339) 127.0.0.1 GET /books 200 12 B 345 us")
    }
}

extension AccessLog {
    /// The line of one answer, without its end.
    fileprivate func line(_ record: AccessRecord) -> String {
        var bytes: [UInt8] = []
        append(record, at: `A line of the log`.time.rfc3339, to: &bytes)
        #expect(bytes.last == UInt8(ascii: "\n"))
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
