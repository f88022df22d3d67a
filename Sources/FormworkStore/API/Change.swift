package import Groundwork

/// One change of a transaction.
package enum Change: Sendable {
    /// Saves a new record.
    ///
    /// An id may be given where the record was known elsewhere before (a restored one, or one that
    /// shares its id with a record of another type); it must be free in this type.
    ///
    /// `files` are the digests of the kept files that the record names.
    case create(type: String, id: String? = nil, document: JSON.Object, files: [String] = [])
    /// Saves a record that was known elsewhere as it was there, with its revision and times.
    ///
    /// Its id must be free in its type, and its revision at least 1.
    case restore(StoredRecord)
    /// Replaces the document of a record, and the files that it names unless `files` is `nil`; with
    /// `expectedRevision` only if that is still the last one.
    case update(
        type: String, id: String, expectedRevision: Int?, document: JSON.Object,
        files: [String]? = nil)
    /// Removes a record; with `expectedRevision` only if that is still the last one.
    case delete(type: String, id: String, expectedRevision: Int?)

    /// Which kind of record the change is about.
    package var type: String {
        switch self {
        case .create(let type, _, _, _), .update(let type, _, _, _, _), .delete(let type, _, _):
            type
        case .restore(let record): record.type
        }
    }

    /// The digests of the files that the record names by it.
    var files: [String] {
        switch self {
        case .create(_, _, _, let files): files
        case .update(_, _, _, _, let files): files ?? []
        case .restore(let record): record.files
        case .delete: []
        }
    }
}

extension Change {
    /// Writes the document and reads it back, so that nothing is acknowledged that couldn't be read.
    ///
    /// - Returns: The document's text; empty where a record is removed.
    /// - Throws: `StoreError.invalid`.
    func text() throws(StoreError) -> [UInt8] {
        switch self {
        case .delete: return []
        case .restore(let record): return try Self.text(record.document)
        case .create(_, _, let document, _), .update(_, _, _, let document, _):
            return try Self.text(document)
        }
    }

    private static func text(_ document: JSON.Object) throws(StoreError) -> [UInt8] {
        let text = JSON.object(document).bytes
        guard text.count <= longest else {
            throw .invalid(reason: "the record takes more than \(longest) bytes")
        }
        do {
            _ = try JSON.parse(text, maximumDepth: StoredRecord.deepest)
            return text
        } catch {
            throw .invalid(reason: "the record can't be kept as JSON: \(error)")
        }
    }

    /// How long the text of a document may be, in bytes.
    private static var longest: Int { 64 << 20 }
}
