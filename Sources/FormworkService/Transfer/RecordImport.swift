internal import Formwork
internal import FormworkStore
internal import Groundwork

/// Brings records of one type in: each is checked by the form, the good ones are saved in batches, the
/// others told.
///
/// A record that names its id keeps it, its revision and its times.
struct RecordImport {
    private let form: RecordForm
    private let store: Store?
    private let isDryRun: Bool
    private let report: (String) -> Void
    private let progress: (Int) -> Void
    private var free: FreeIDs
    private var batch: [Change] = []
    private var names = ColumnNames()
    /// How many records were saved, or would be.
    private(set) var imported = 0
    /// How many weren't.
    private(set) var refused = 0

    /// How many records one transaction saves.
    private static let batchSize = 500

    /// Prepares an import.
    ///
    /// - Parameters:
    ///   - form: The form of the records.
    ///   - store: Where they go; `nil` for a dry run where there is none yet.
    ///   - isDryRun: Whether they are only checked.
    ///   - report: Takes each line of the report.
    ///   - progress: Told after each record how many were read.
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

    /// Reads a file and brings its records in.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - input: Gives what comes next of it; nothing at its end.
    /// - Throws: `StoreError` where they can't be saved, or what `input` throws; whole batches before
    ///   are saved then.
    mutating func run(_ format: TransferFormat, from input: () throws -> [UInt8]) throws {
        var rows = format.rows
        var isAtEnd = false
        do {
            while !isAtEnd {
                let bytes = try input()
                isAtEnd = bytes.isEmpty
                if isAtEnd { rows.finish() } else { rows.append(bytes) }
                while let row = try rows.next() { try take(row) }
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

    private mutating func take(_ row: ImportRow) throws(StoreError) {
        defer { progress(imported + refused + batch.count) }
        switch row.content {
        case .failure(let fault): refuse(line: row.line, fault.field, fault.message)
        case .success(let content):
            var (listing, errors) = form.bind(content.submission)
            names.add(content.names, known: listing)
            errors += try missingFiles(listing)
            let idError = try error(of: content.origin?.id, isWanted: errors.isEmpty)
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
            return .create(type: form.type, document: document, files: files)
        }
        let now = Timestamp.now()
        return .restore(
            StoredRecord(
                type: form.type, id: origin.id, revision: origin.revision,
                createdAt: origin.createdAt ?? origin.updatedAt ?? now,
                updatedAt: origin.updatedAt ?? origin.createdAt ?? now, document: document,
                files: files))
    }

    /// Says which files of a record aren't here: an export names files, and doesn't hold them.
    private func missingFiles(_ listing: FormListing) throws(StoreError) -> [FieldError] {
        var errors: [FieldError] = []
        for field in listing.fields {
            guard let file = field.file else { continue }
            if try store?.file(file.digest)?.size == file.size { continue }
            errors.append(
                FieldError(
                    field.field.path, .file,
                    "No record here has this file; a backup takes files along, an export doesn't"))
        }
        return errors
    }

    /// Says why a record can't have its id, and keeps it for the record if it's otherwise wanted.
    private mutating func error(
        of id: String?, isWanted: Bool
    ) throws(StoreError) -> String? {
        guard let id, isWanted else { return nil }
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

    private mutating func save() throws(StoreError) {
        if !isDryRun, !batch.isEmpty { try store?.commit(batch) }
        imported += batch.count
        batch.removeAll(keepingCapacity: true)
    }
}

/// The names of the values in a file, as far as they may be no fields.
private struct ColumnNames {
    private var fields: Set<RawText> = Set(RecordMember.allCases.map { RawText($0.rawValue) })
    private var others: Set<RawText> = []

    /// How many unknown names are kept: a report of more would help nobody.
    private static let most = 100
    /// How much of each is kept, in characters.
    private static let longest = 100

    /// The names that are no fields of any record, in order.
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
