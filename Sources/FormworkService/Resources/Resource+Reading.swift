internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

extension Resource {
    /// Answers the form of a new record.
    func showNew(_ exchange: Exchange) throws(Problem) -> Response {
        showForm(nil, nil, exchange)
    }

    /// Answers the form of a record.
    func showEdit(_ exchange: Exchange) throws(Problem) -> Response {
        let stored = try stored(exchange)
        return showForm(stored, record(stored), exchange)
    }

    /// Answers the form, its description for a terminal, or its values for a program.
    private func showForm(
        _ stored: StoredRecord?, _ record: Record?, _ exchange: Exchange
    ) -> Response {
        let environment = EnvironmentValues(stored == nil ? .adding : .changing)
        let target = target(stored)
        switch exchange.kind {
        case .html:
            var state = FormState()
            if let stored { state.files = files(of: stored, exchange).shown([:]) }
            let content = form.render(record, state, target: target, in: environment)
            return exchange.layout.page(.ok, content, exchange)
        case .json:
            var document = JSON.Object()
            for field in form.list(record, in: environment).fields {
                field.write(into: &document, files: .path(below: stored.map(path)))
            }
            return .json(.ok, .object(document), isPersonal: false)
        case .text:
            let help = form.list(record, in: environment)
                .helpText(postingTo: exchange.url(target.action))
            return .text(.ok, help, isPersonal: false)
        }
    }

    /// Answers one record.
    func show(_ exchange: Exchange) throws(Problem) -> Response {
        let stored = try stored(exchange)
        let record = record(stored)
        guard exchange.kind == .html else { return answer(stored, record, .ok, exchange) }
        let notice = Notice(exchange, among: [.created, .changed])
        let page = RecordPage(
            heading: names.title(record), listing: list(record), path: path(stored),
            savedAt: stored.updatedAt)
        var response = exchange.layout.page(
            .ok, page, exchange,
            notice: notice.map { _ in "\(names.quotedTitle(record)) is saved" })
        if notice != nil { Notice.clear(in: &response, exchange) }
        return response
    }

    /// Asks whether a record is to be deleted.
    func askToDelete(_ exchange: Exchange) throws(Problem) -> Response {
        let stored = try stored(exchange)
        let record = record(stored)
        guard exchange.kind == .html else { return answer(stored, record, .ok, exchange) }
        let question = DeletePage(
            question: "Delete \(names.quotedTitle(record))?", path: path(stored))
        return exchange.layout.page(
            .ok,
            RenderedContent(
                question, target: HTMLRenderer.Target(action: "\(path(stored))/delete")),
            exchange)
    }

    /// Answers a record to a program or a terminal.
    ///
    /// The tag is the document's alone: a strong one may not stand for two representations
    /// (RFC 9110, section 8.8.1).
    func answer(
        _ stored: StoredRecord, _ record: Record, _ status: Status, _ exchange: Exchange
    ) -> Response {
        guard exchange.kind == .json else {
            let text = list(record).recordText(at: path(stored))
            return .text(status, text, isPersonal: false)
        }
        let response = Response.json(
            status, .object(document(stored, record)), isPersonal: false)
        return exchange.tagged(response, stored.entityTag)
    }

    /// A record as clients see it.
    func document(_ stored: StoredRecord, _ record: Record) -> JSON.Object {
        stored.document(fields: list(record), files: .path(below: path(stored)))
    }

    /// The fields of a record.
    func list(_ record: Record) -> FormListing {
        form.list(record, in: EnvironmentValues(.changing))
    }
}

extension StoredRecord {
    /// The tag of this state of the record.
    var entityTag: EntityTag { EntityTag(String(revision)) }

    /// The record as a JSON document: what the store says of it, then its fields.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - files: How files are named in it.
    /// - Returns: The document.
    func document(fields: FormListing, files: FileNaming) -> JSON.Object {
        var document: JSON.Object = [
            "id": .string(id),
            "revision": .number(JSON.Number(revision)),
            "createdAt": .string(createdAt.rfc3339),
            "updatedAt": .string(updatedAt.rfc3339),
        ]
        for field in fields.fields { field.write(into: &document, files: files) }
        return document
    }
}
