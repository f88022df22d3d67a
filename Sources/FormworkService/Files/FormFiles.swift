internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

/// The files of one form while it is filled in: those that the record has, those that a page kept, and
/// those that came with it.
struct FormFiles: Sendable {
    /// A file that the record has.
    struct Present: Sendable {
        /// The name of its field.
        let name: String
        /// Where clients get it.
        let path: String
        /// The file as the record refers to it.
        let reference: FileReference
    }

    private let uploads: Uploads
    /// Against whose share it counts what is kept.
    private let client: IPAddress?
    private let present: [Present]
    /// Keeps the record's files until the form is saved, whoever removes them meanwhile.
    private let holds: [KeptFile]
    /// The files that were kept for fields, by name; those of a page before with their tokens.
    private var kept: [String: (upload: Upload, token: RawText?)] = [:]

    /// Finds the files of a form.
    ///
    /// - Parameters:
    ///   - uploads: Where pages keep files.
    ///   - client: Against whose share it counts what is kept; nil for nobody's.
    ///   - present: The files that the record has.
    ///   - store: Where they are.
    init(_ uploads: Uploads, for client: IPAddress?, present: [Present], in store: Store) {
        self.uploads = uploads
        self.client = client
        self.present = present
        holds = present.compactMap { store.kept($0.reference.digest) }
    }

    /// Finds what a submission may name, and tells it.
    ///
    /// - Parameter submission: What was sent.
    mutating func tell(_ submission: inout Submission) {
        for (name, token) in submission.tokens {
            guard let upload = uploads.find(token) else { continue }
            kept[name] = (upload, token)
            submission.files.kept[name] = upload.reference
        }
        for file in present { submission.files.present[RawText(file.path)] = file.reference }
    }

    /// Takes a file that came and is kept now, in place of one that a page kept.
    ///
    /// - Parameters:
    ///   - upload: The file.
    ///   - name: The name of its field.
    mutating func keep(_ upload: Upload, for name: String) {
        forget(name)
        kept[name] = (upload, nil)
    }

    /// What a page shows of the files.
    ///
    /// - Parameter shown: What it would show without them.
    /// - Returns: The same with the record's files, and with tokens for those that are kept.
    func shown(_ shown: [String: ShownFile]) -> [String: ShownFile] {
        var shown = shown
        for file in present { shown[file.name, default: ShownFile()].path = file.path }
        for (name, file) in kept {
            guard let token = file.token ?? uploads.keep(file.upload, for: client) else { continue }
            shown[name, default: ShownFile()].kept = file.upload.reference
            shown[name]?.token = token
        }
        return shown
    }

    /// Lets go what pages kept, once the record has it.
    func forgetAll() {
        for name in kept.keys { forget(name) }
    }

    private func forget(_ name: String) {
        if let token = kept[name]?.token { uploads.forget(token) }
    }
}

extension FormListing {
    /// The files that the record has.
    ///
    /// - Parameter path: The record's path.
    /// - Returns: Each with its field's name and its own path.
    func files(below path: String) -> [FormFiles.Present] {
        fields.compactMap { field in
            guard let file = field.file, let path = field.filePath(below: path) else { return nil }
            return FormFiles.Present(name: field.field.path.name, path: path, reference: file)
        }
    }
}

extension Store {
    /// Finds the kept files that a document refers to.
    ///
    /// One that isn't kept, in a document that was edited by hand, stands in the way of nothing.
    ///
    /// - Parameter document: The document.
    /// - Returns: Their digests, each once.
    func files(in document: JSON.Object) -> [String] {
        FileReference.digests(in: document).filter { kept($0) != nil }
    }

    /// Keeps files, one after the other.
    ///
    /// - Parameters:
    ///   - contents: Their bytes, each with the name of its field.
    ///   - then: Called once, with all of them or the first reason why one isn't kept.
    func keep(
        _ contents: [(name: String, content: FileContent)],
        then: @escaping @Sendable (Result<[(name: String, file: KeptFile)], StoreError>) -> Void
    ) {
        keep(contents[...], after: [], then: then)
    }

    private func keep(
        _ contents: ArraySlice<(name: String, content: FileContent)>,
        after kept: [(name: String, file: KeptFile)],
        then: @escaping @Sendable (Result<[(name: String, file: KeptFile)], StoreError>) -> Void
    ) {
        guard let (name, content) = contents.first else { return then(.success(kept)) }
        keep(content) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let file):
                keep(contents.dropFirst(), after: kept + [(name, file)], then: then)
            }
        }
    }
}
