internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

/// The attachments of one form while it is filled in: those of the record, those of forms that weren't
/// saved, and those that came with this form.
struct FormAttachments: Sendable {
    /// An attachment of the record.
    struct Saved: Sendable {
        /// The name of its field.
        let name: String
        /// The path under which clients get it.
        let path: String
        /// The attachment as the record names it.
        let reference: FileReference
    }

    private let uploads: PendingUploads
    /// The client whose share the uploads count against.
    private let client: IPAddress?
    private let saved: [Saved]
    /// Hold the record's attachments on disk until the form is saved, even if the record drops them.
    private let holds: [AttachmentHold]
    /// The uploads by the names of their fields; those of an earlier page have tokens.
    private var pending: [String: (upload: PendingUpload, token: RawText?)] = [:]

    /// Gathers the attachments of a record.
    ///
    /// - Parameters:
    ///   - uploads: Has the files of forms that weren't saved.
    ///   - client: The client whose share an upload counts against; nil for nobody's.
    ///   - saved: The attachments of the record.
    ///   - store: Has their bytes.
    init(
        _ uploads: PendingUploads, for client: IPAddress?, saved: [Saved],
        in store: any RecordStore
    ) async {
        self.uploads = uploads
        self.client = client
        self.saved = saved
        var holds: [AttachmentHold] = []
        for file in saved {
            if let hold = await store.hold(file.reference.digest) { holds.append(hold) }
        }
        self.holds = holds
    }

    /// Adds to a submission the attachments that its tokens and paths name.
    mutating func addKnownFiles(to submission: inout Submission) {
        for (name, token) in submission.tokens {
            guard let upload = uploads.upload(for: token) else { continue }
            pending[name] = (upload, token)
            submission.files.kept[name] = upload.reference
        }
        for file in saved { submission.files.present[RawText(file.path)] = file.reference }
    }

    /// Puts an upload in place of an earlier one of the same field.
    mutating func replace(_ name: String, with upload: PendingUpload) {
        drop(name)
        pending[name] = (upload, nil)
    }

    /// Adds to the files that a page shows the record's attachments, and the uploads with their tokens.
    func shown(_ shown: [String: ShownFile]) -> [String: ShownFile] {
        var shown = shown
        for file in saved { shown[file.name, default: ShownFile()].path = file.path }
        for (name, file) in pending {
            guard let token = file.token ?? uploads.add(file.upload, for: client) else { continue }
            shown[name, default: ShownFile()].kept = file.upload.reference
            shown[name]?.token = token
        }
        return shown
    }

    /// Drops the uploads, once the record names them.
    func dropUploads() {
        for name in pending.keys { drop(name) }
    }

    private func drop(_ name: String) {
        if let token = pending[name]?.token { uploads.remove(token) }
    }
}

extension FormListing {
    /// The attachments of the record at a path.
    func attachments(below path: String) -> [FormAttachments.Saved] {
        fields.compactMap { field in
            guard let file = field.file, let path = field.filePath(below: path) else { return nil }
            return FormAttachments.Saved(
                name: field.field.path.name, path: path, reference: file)
        }
    }
}

extension RecordStore {
    /// The digests of the attachments on disk that a document names, each once.
    ///
    /// A hand-edited document may name others; they don't keep the record from being saved.
    func attachments(in document: JSON.Object) async -> [String] {
        var digests: [String] = []
        for digest in FileReference.digests(in: document) where await hold(digest) != nil {
            digests.append(digest)
        }
        return digests
    }
}
