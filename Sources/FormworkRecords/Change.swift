package import Groundwork

/// One change of a transaction.
package enum Change: Sendable {
    /// Saves a new record.
    ///
    /// An id may be given where the record was known elsewhere before (a restored one, or one that
    /// shares its id with a record of another type); it must be free in this type.
    ///
    /// `attachments` are the digests of the attachments that the record names.
    case create(type: String, id: String? = nil, document: JSON.Object, attachments: [String] = [])
    /// Saves a record that was known elsewhere as it was there, with its revision and times.
    ///
    /// Its id must be free in its type, and its revision at least 1.
    case restore(StoredRecord)
    /// Replaces the document of a record, and the attachments that it names unless `attachments` is `nil`;
    /// with `expectedRevision` only if that is still the last one.
    case update(
        type: String, id: String, expectedRevision: Int?, document: JSON.Object,
        attachments: [String]? = nil)
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

    /// The digests of the attachments that the change names.
    package var attachments: [String] {
        switch self {
        case .create(_, _, _, let attachments): attachments
        case .update(_, _, _, _, let attachments): attachments ?? []
        case .restore(let record): record.attachments
        case .delete: []
        }
    }
}
