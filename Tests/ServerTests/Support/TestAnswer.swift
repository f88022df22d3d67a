/// An answer as a client sees it.
struct TestAnswer: Equatable {
    let status: Int
    let fields: [String]
    let body: [UInt8]

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the first field with a name in small letters.
    subscript(name: String) -> String? {
        for field in fields {
            let parts = field.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name {
                return String(parts[1].drop { $0 == " " })
            }
        }
        return nil
    }

    /// Whether the server says that it closes.
    var closes: Bool { self["connection"] == "close" }

    /// Takes the first answer off some bytes; nil when it isn't whole.
    ///
    /// - Returns: The answer, and where it ends.
    static func parse(_ bytes: [UInt8], method: String) -> (TestAnswer, Int)? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4,
            let end = (0...bytes.count - 4).first(where: { bytes[$0...].starts(with: mark) })
        else { return nil }
        let head = bytes[..<end].split(separator: UInt8(ascii: "\n")).map { line in
            String(decoding: line.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        }
        guard let status = head.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        let answer = TestAnswer(status: status, fields: Array(head.dropFirst()), body: [])
        let hasBody = method != "HEAD" && status >= 200 && status != 204 && status != 304
        let length = hasBody ? answer["content-length"].flatMap { Int($0) } ?? 0 : 0
        let start = end + mark.count
        guard bytes.count >= start + length else { return nil }
        let body = Array(bytes[start..<start + length])
        return (
            TestAnswer(status: status, fields: answer.fields, body: body), start + length
        )
    }
}
