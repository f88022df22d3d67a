internal import Formwork
internal import FormworkHTTP
internal import Groundwork

/// Reads records from lines of JSON.
struct JSONRows: ImportRows {
    private var lines: TextLines

    init(longest: Int) {
        lines = TextLines(longest: longest)
    }

    mutating func append(_ more: [UInt8]) { lines.append(more) }

    mutating func finish() { lines.finish() }

    mutating func next() -> ImportRow? {
        while let line = lines.next() {
            if line.bytes?.allSatisfy({ $0 == UInt8(ascii: " ") }) == true { continue }
            let content = Result { () throws(ImportRow.Fault) in try Self.content(line.bytes) }
            return ImportRow(line: line.number, content: content)
        }
        return nil
    }

    private static func content(_ bytes: [UInt8]?) throws(ImportRow.Fault) -> ImportRow.Content {
        guard let bytes else { throw ImportRow.Fault(message: "the line is too long") }
        let value: JSON
        do {
            value = try JSON.parse(bytes, maximumDepth: Limits().jsonDepth)
        } catch {
            throw ImportRow.Fault(message: "column \(error.column): \(error.reason.sentence)")
        }
        guard case .object(let document) = value else {
            throw ImportRow.Fault(message: "a JSON object was expected")
        }
        return ImportRow.Content(
            origin: try RecordOrigin { member throws(ImportRow.Fault) in
                try text(document[member.rawValue], of: member)
            },
            submission: Submission(stored: document), names: names(document, below: ""))
    }

    private static func text(
        _ value: JSON?, of member: RecordMember
    ) throws(ImportRow.Fault) -> RawText? {
        switch value {
        case nil, .null: return nil
        case .string(let text): return RawText(text)
        case .number(let number) where member == .revision: return RawText(number.text)
        default: throw ImportRow.Fault(field: member.rawValue, message: "a text was expected")
        }
    }

    /// The longest name that is joined with names of inner objects, in bytes; no field has a longer one.
    private static var longestName: Int { 256 }

    private static func names(_ object: JSON.Object, below path: String) -> [RawText] {
        object.members.flatMap { member in
            let name = path + member.name
            if case .object(let inner) = member.value, !inner.members.isEmpty,
                name.utf8.count < longestName
            {
                return names(inner, below: "\(name).")
            }
            return [RawText(name)]
        }
    }
}
