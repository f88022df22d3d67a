internal import Formwork
internal import Groundwork

/// Reads records from CSV; the first row names the columns.
struct CSVRows: ImportRows {
    private var reader: CSVReader
    private var names: [RawText]?

    init(longest: Int) {
        reader = CSVReader(longest: longest)
    }

    mutating func append(_ more: [UInt8]) { reader.append(more) }

    mutating func finish() { reader.finish() }

    mutating func next() throws(ImportRow.Fault) -> ImportRow? {
        guard let row = reader.next() else { return nil }
        guard let names else {
            names = try Self.names(row)
            return try next()
        }
        let content = Result { () throws(ImportRow.Fault) in try Self.content(row, names) }
        return ImportRow(line: row.line, content: content)
    }

    private static func names(_ row: CSVReader.Row) throws(ImportRow.Fault) -> [RawText] {
        if let fault = row.fault { throw ImportRow.Fault(message: "\(fault)") }
        guard !row.cells.contains(where: { $0.utf8.contains(UInt8(ascii: "\r")) }) else {
            throw ImportRow.Fault(
                message: "the lines end with CR alone; CRLF or LF was expected")
        }
        var known: Set<RawText> = []
        for name in row.cells where !known.insert(name).inserted {
            throw ImportRow.Fault(field: name.unbounded, message: "two columns have this name")
        }
        return row.cells
    }

    private static func content(
        _ row: CSVReader.Row, _ names: [RawText]
    ) throws(ImportRow.Fault) -> ImportRow.Content {
        if let fault = row.fault { throw ImportRow.Fault(message: "\(fault)") }
        guard row.cells.count == names.count else {
            throw ImportRow.Fault(
                message: "\(names.count) cells were expected, not \(row.cells.count)")
        }
        let fields = zip(names, row.cells).map { (name: $0, value: $1) }
        let origin = try RecordOrigin { member in
            let text = fields.first { $0.name == RawText(member.rawValue) }?.value
            return text?.isEmpty == false ? text : nil
        }
        // In a form of a browser a name that begins with `_` is an instruction, not a field.
        var submission = Submission(
            fields: fields.filter { $0.name.utf8.first != UInt8(ascii: "_") })
        for cell in row.cells {
            guard let file = FileReference(fieldText: cell.unbounded), !file.digest.isEmpty else {
                continue
            }
            submission.files.present[cell] = file
        }
        return ImportRow.Content(origin: origin, submission: submission, names: names)
    }
}
