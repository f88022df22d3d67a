internal import Formwork
internal import FormworkRecords
internal import FormworkStore
internal import Groundwork

/// Imports records of one type: the form checks each, the store saves the valid ones in batches, and a
/// report names the others.
///
/// A record with an id keeps the id, the revision and the times.
struct RecordImport {
    private let form: RecordForm
    private let store: Store?
    private let isDryRun: Bool
    private let report: (String) -> Void
    private let progress: (Int) -> Void
    private var free: FreeIDs
    private var batch: [Change] = []
    private var names = ColumnNames()
    /// How many records were saved; in a dry run, how many would be.
    private(set) var imported = 0
    /// How many records were refused.
    private(set) var refused = 0

    /// How many records one transaction saves.
    private static let batchSize = 500

    /// Prepares an import.
    ///
    /// - Parameters:
    ///   - form: The form of the records.
    ///   - store: Gets the records; `nil` for a dry run without a folder.
    ///   - isDryRun: Whether the records are only checked.
    ///   - report: Takes each line of the report.
    ///   - progress: Gets the number of records so far after each one.
    init(
        _ form: RecordForm, into store: Store?, isDryRun: Bool, report: @escaping (String) -> Void,
        progress: @escaping (Int) -> Void = { _ in }
    ) {
        self.form = form
        self.store = store
        self.isDryRun = isDryRun
        self.report = report
        self.progress = progress
        free = FreeIDs(store, type: form.type)
    }

    /// Reads a file and saves its records.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - input: Reads the next piece of the file; an empty piece ends it.
    /// - Throws: `CommitError` where records can't be saved, `ReadError` where those that are there can't be read, or what `input` throws. Earlier batches stay
    ///   saved.
    mutating func run(_ format: TransferFormat, from input: () throws -> [UInt8]) throws {
        var rows = format.rows
        var isAtEnd = false
        do {
            while !isAtEnd {
                let bytes = try input()
                isAtEnd = bytes.isEmpty
                if isAtEnd { rows.finish() } else { rows.append(bytes) }
                while let row = try rows.next() { try importRow(row) }
            }
        } catch let fault as ImportRow.Fault {
            refuse(line: 1, fault.field, fault.message)
        }
        try save()
        let left = names.unknown
        if !left.isEmpty {
            report("left out, as the form has no such fields: \(left.joined(separator: ", "))")
        }
    }

    private mutating func importRow(_ row: ImportRow) throws {
        defer { progress(imported + refused + batch.count) }
        switch row.content {
        case .failure(let fault): refuse(line: row.line, fault.field, fault.message)
        case .success(let content):
            var (listing, errors) = form.bind(content.submission)
            names.add(content.names, known: listing)
            errors += try missingFiles(listing)
            let idError =
                errors.isEmpty ? try reserve(content.origin?.id) : nil
            guard errors.isEmpty, idError == nil else {
                if let idError { report("line \(row.line): id: \(idError)") }
                for error in errors { reportError(row.line, error.field, error.message) }
                refused += 1
                return
            }
            batch.append(change(content.origin, listing.document))
            if batch.count == Self.batchSize { try save() }
        }
    }

    private func change(_ origin: RecordOrigin?, _ document: JSON.Object) -> Change {
        let files = FileReference.digests(in: document)
        guard let origin else {
            return .create(type: form.type, document: document, attachments: files)
        }
        let now = Timestamp.now()
        return .restore(
            StoredRecord(
                type: form.type, id: origin.id, revision: origin.revision,
                createdAt: origin.createdAt ?? origin.updatedAt ?? now,
                updatedAt: origin.updatedAt ?? origin.createdAt ?? now, document: document,
                attachments: files))
    }

    /// Finds attachments of a record that the store lacks: an export names them without their bytes.
    private func missingFiles(_ listing: FormListing) throws(ReadError) -> [FieldError] {
        var errors: [FieldError] = []
        for field in listing.fields {
            guard let file = field.file else { continue }
            if try store?.attachment(file.digest)?.length == file.size { continue }
            errors.append(
                FieldError(
                    field.field.path, .file,
                    "No record here has this file; a backup takes files along, an export doesn't"))
        }
        return errors
    }

    /// Reserves an id for a record, or returns why the record can't have it.
    private mutating func reserve(_ id: String?) throws(ReadError) -> String? {
        guard let id else { return nil }
        return switch try free.take(id) {
        case .free: nil
        case .taken: "There is a record with this id already"
        case .invalid: "This is no id of a record"
        }
    }

    private mutating func refuse(line: Int, _ field: String, _ message: String) {
        reportError(line, field, message)
        refused += 1
    }

    private func reportError(_ line: Int, _ field: String, _ message: String) {
        report("line \(line): " + (field.isEmpty ? "" : "\(field): ") + message)
    }

    private mutating func save() throws(CommitError) {
        if !isDryRun, !batch.isEmpty { try store?.commit(batch) }
        imported += batch.count
        batch.removeAll(keepingCapacity: true)
    }
}

/// Collects the names of values in a file that aren't fields of any record.
private struct ColumnNames {
    private var fields: Set<RawText> = Set(RecordMember.allCases.map { RawText($0.rawValue) })
    private var others: Set<RawText> = []

    /// The most unknown names that are reported.
    private static let most = 100
    /// How much of each is reported, in characters.
    private static let longest = 100

    /// The names that aren't fields of any record, sorted.
    var unknown: [String] { others.subtracting(fields).map(\.unbounded).sorted() }

    /// Adds the names of one record.
    ///
    /// - Parameters:
    ///   - names: The names of its values.
    ///   - listing: The fields that it has.
    mutating func add(_ names: [RawText], known listing: FormListing) {
        for field in listing.fields {
            let name = field.field.path.name
            fields.insert(RawText(name))
            guard case .file = field.field.kind else { continue }
            for member in FileReference.memberNames { fields.insert(RawText("\(name).\(member)")) }
        }
        for name in names where others.count < Self.most && !fields.contains(name) {
            others.insert(RawText(String(name.unbounded.unicodeScalars.prefix(Self.longest))))
        }
    }
}
