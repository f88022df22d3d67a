internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import FormworkStore
internal import Groundwork

/// The records of one type behind one path: list, add, show, change, delete, for people and programs.
struct Resource<Record: Sendable>: Sendable {
    /// The type in the store, and the first segment of the path.
    let name: String
    let names: RecordNames<Record>
    let form: FormDefinition<Record>
    /// Renders what stands for a record in a list, given its path.
    let row: @Sendable (Record, String) -> RenderedContent
    /// By which fields the list is searched and sorted.
    let fields: ListFields
    let store: Store
    /// Where the files of forms are that weren't saved.
    let uploads: Uploads
    let limits: Limits

    /// The path of the list.
    var path: String { "/\(name)" }

    /// The path of one record.
    func path(_ record: StoredRecord) -> String { "\(path)/\(record.id)" }

    /// Adds the routes of the resource.
    func addRoutes(to router: inout Router<Route>) {
        router.add(.get, path, .later(list))
        router.add(.post, path, .form(create))
        router.add(.get, "\(path)/new", .now(showNew))
        router.add(.get, "\(path)/{id}", .now(show))
        router.add(.post, "\(path)/{id}", .form(change))
        router.add(.put, "\(path)/{id}", .form(replace))
        router.add(.patch, "\(path)/{id}", .form(change))
        router.add(.delete, "\(path)/{id}", .later(delete))
        router.add(.get, "\(path)/{id}/edit", .now(showEdit))
        router.add(.get, "\(path)/{id}/delete", .now(askToDelete))
        router.add(.post, "\(path)/{id}/delete", .later(delete))
        router.add(.get, "\(path)/{id}/{field}", .file(showFile))
    }

    /// Saves sample records if there are no records yet.
    func add(_ samples: [Record]) throws(StoreError) {
        guard store.count(name) == 0, !samples.isEmpty else { return }
        try store.commit(
            samples.map { record in
                let listing = form.list(record, in: EnvironmentValues(.adding))
                return .create(type: name, document: listing.document)
            })
    }

    /// Finds the record that the path names.
    ///
    /// - Throws: A problem with status 404 where there is none.
    func stored(_ exchange: Exchange) throws(Problem) -> StoredRecord {
        let id = exchange.parameters?["id"] ?? ""
        do {
            if let record = try store.record(name, id) { return record }
        } catch {
            throw Problem(reading: error)
        }
        throw Problem(.notFound, "There is no \(names.singular) here; it may have been deleted")
    }

    /// Reads a stored record, and tells which of its fields can't be.
    func read(_ stored: StoredRecord) -> (record: Record, unread: UnreadFields) {
        form.read(stored.document, in: EnvironmentValues(.changing))
    }

    /// What a stored record is called.
    func title(_ stored: StoredRecord) -> String {
        let (record, unread) = read(stored)
        let title = names.title(record)
        return title.isEmpty && !unread.isEmpty ? "\(names.singular) \(stored.id)" : title
    }

    /// Where the form of a record leads: to the record, or to the list for a new one.
    func target(_ stored: StoredRecord?) -> HTMLRenderer.Target {
        guard let stored else { return HTMLRenderer.Target(action: path) }
        return HTMLRenderer.Target(
            action: path(stored), hidden: [("_revision", String(stored.revision))])
    }
}

extension Problem {
    /// Says why something stored can't be shown, where nothing was to be saved.
    init(reading error: StoreError) {
        switch error {
        case .damaged:
            self.init(
                .serviceUnavailable,
                "This can\u{2019}t be read: it is no longer what was saved. Whoever runs this service has"
                    + " been told")
        default:
            self.init(
                .serviceUnavailable,
                "This can\u{2019}t be read at the moment. Whoever runs this service has been told; try"
                    + " again later")
        }
    }

    /// Says why the store didn't save what was asked.
    init(_ error: StoreError) {
        switch error {
        case .notFound:
            self.init(.notFound, "There is nothing here; it may have been deleted")
        case .conflict:
            self.init(
                .preconditionFailed, "Someone else has changed this in the meantime; read it again")
        case .filesFull:
            self.init(
                .contentTooLarge,
                "Nothing was saved: there is no room for more files here. Choose a smaller file, or"
                    + " save without one")
        case .failed(_, outcomeUnknown: true):
            self.init(
                .serviceUnavailable,
                "It is not known whether this was saved: the disk failed. Look before you try again"
            )
        case .invalid(let reason):
            self.init(.unprocessableContent, "Nothing was saved: \(reason)")
        default:
            self.init(
                .serviceUnavailable, "Nothing was saved: \(error.reasonForPeople). Try again later")
        }
    }
}

extension StoreError {
    /// Why nothing can be saved, without the paths and numbers that concern the operator alone.
    fileprivate var reasonForPeople: String {
        switch self {
        case .diskFull: "the disk is full"
        case .readOnly: "nothing can be saved at the moment"
        case .damaged: "what is stored here can\u{2019}t be read"
        default: "the disk failed"
        }
    }
}
