internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

/// The records of one type behind one path: list, add, show, change, delete, for people and programs.
struct Resource<Record: Sendable>: Sendable {
    /// The type in the store, and the first segment of the path.
    let name: String
    let names: RecordNames<Record>
    let form: FormDefinition<Record>
    /// Renders the row of a record in a list, given the record's path.
    let row: @Sendable (Record, String) -> RenderedContent
    /// The fields by which the list is searched and sorted.
    let fields: ListFields
    let store: any RecordStore
    /// The files of forms that weren't saved.
    let uploads: PendingUploads
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
        router.add(.get, "\(path)/{id}", .later(show))
        router.add(.post, "\(path)/{id}", .form(change))
        router.add(.put, "\(path)/{id}", .form(replace))
        router.add(.patch, "\(path)/{id}", .form(change))
        router.add(.delete, "\(path)/{id}", .later(delete))
        router.add(.get, "\(path)/{id}/edit", .later(showEdit))
        router.add(.get, "\(path)/{id}/delete", .later(askToDelete))
        router.add(.post, "\(path)/{id}/delete", .later(delete))
        router.add(.get, "\(path)/{id}/{field}", .file(showAttachment))
    }

    /// Finds the record that the path names.
    ///
    /// - Throws: A problem with status 404 where there is none.
    func stored(_ context: RequestContext) async throws(Problem) -> StoredRecord {
        let id = context.parameters?["id"] ?? ""
        do {
            if let record = try await store.record(name, id) { return record }
        } catch {
            throw Problem(error)
        }
        throw Problem(.notFound, "There is no \(names.singular) here; it may have been deleted")
    }

    /// Reads a stored record by the form.
    func read(_ stored: StoredRecord) -> ReadRecord<Record> {
        let (record, unread) = form.read(stored.document, in: EnvironmentValues(.changing))
        return ReadRecord(stored: stored, record: record, unread: unread)
    }

    /// The fields of a record; a field that can't be read has the text of the stored member.
    func list(_ read: ReadRecord<Record>) -> FormListing {
        form.list(read.record, in: EnvironmentValues(.changing)).showing(read.unread)
    }

    /// The name of a record.
    func title(_ read: ReadRecord<Record>) -> String {
        let title = names.title(read.record)
        return title.isEmpty && !read.unread.isEmpty
            ? "\(names.singular) \(read.stored.id)" : title
    }

    /// Where the form of a record posts to: the record, or the list for a new one.
    func target(_ stored: StoredRecord?) -> HTMLRenderer.Target {
        guard let stored else { return HTMLRenderer.Target(action: path) }
        return HTMLRenderer.Target(
            action: path(stored), hidden: [("_revision", String(stored.revision))])
    }
}

/// A stored record as its form reads it, read once a request.
struct ReadRecord<Record: Sendable>: Sendable {
    let stored: StoredRecord
    let record: Record
    /// The fields whose stored members can't be read; their values in `record` mean nothing.
    let unread: UnreadFields
}
