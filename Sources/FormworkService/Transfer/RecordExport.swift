internal import Formwork
internal import FormworkRecords
internal import FormworkStore
internal import Groundwork

/// Writes the records of one type, the oldest first, in pieces.
///
/// It writes the form's fields alone. Members that begin with `_` are the service's own and stay.
struct RecordExport {
    private let form: RecordForm
    private let store: Store
    /// Takes each piece.
    private let output: ([UInt8]) throws -> Void
    private let progress: (Int) -> Void

    private static let pieceSize = 64 * 1024

    /// Prepares an export.
    ///
    /// - Parameters:
    ///   - form: The form of the records.
    ///   - store: Has the records.
    ///   - output: Takes each piece.
    ///   - progress: Gets the number of written records after each one.
    init(
        _ form: RecordForm, from store: Store, to output: @escaping ([UInt8]) throws -> Void,
        progress: @escaping (Int) -> Void = { _ in }
    ) {
        self.form = form
        self.store = store
        self.output = output
        self.progress = progress
    }

    /// Writes all records.
    ///
    /// - Parameter format: The format of the output.
    /// - Throws: `ReadError` where they can't be read, or what `output` throws.
    func run(_ format: TransferFormat) throws {
        switch format {
        case .jsonl:
            try write(after: []) { record, listing, buffer in
                JSON.object(record.document(fields: listing, files: .reference)).write(
                    into: &buffer)
                buffer.append(UInt8(ascii: "\n"))
            }
        case .csv:
            let names = try fieldNames()
            var header: [UInt8] = []
            CSVWriter.write(RecordMember.allCases.map(\.rawValue) + names, into: &header)
            try write(after: header) { record, listing, buffer in
                let cells = Dictionary(
                    listing.fields.map { ($0.field.path.name, $0.cell) },
                    uniquingKeysWith: { first, _ in first })
                let members = RecordMember.allCases.map(record.text)
                CSVWriter.write(members + names.map { cells[$0] ?? "" }, into: &buffer)
            }
        }
    }

    /// The names of all fields that any record has, since a form may show a field with some values alone.
    private func fieldNames() throws(ReadError) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        func add(_ listing: FormListing) {
            for field in listing.fields where known.insert(field.field.path.name).inserted {
                names.append(field.field.path.name)
            }
        }
        add(form.list(nil))
        try store.forEach(form.type) { record in
            add(form.list(record.document))
            return true
        }
        return names
    }

    private func write(
        after header: [UInt8], _ append: (StoredRecord, FormListing, inout [UInt8]) -> Void
    ) throws {
        var buffer = header
        var count = 0
        var failure: (any Error)?
        try store.forEach(form.type) { record in
            append(record, form.list(record.document), &buffer)
            count += 1
            progress(count)
            guard buffer.count >= Self.pieceSize else { return true }
            do {
                try output(buffer)
            } catch {
                failure = error
                return false
            }
            buffer.removeAll(keepingCapacity: true)
            return true
        }
        if let failure { throw failure }
        if !buffer.isEmpty { try output(buffer) }
    }
}

extension StoredRecord {
    /// A member of the record that isn't a field, as text.
    fileprivate func text(_ member: RecordMember) -> String {
        switch member {
        case .id: id
        case .revision: String(revision)
        case .createdAt: createdAt.rfc3339
        case .updatedAt: updatedAt.rfc3339
        }
    }
}
