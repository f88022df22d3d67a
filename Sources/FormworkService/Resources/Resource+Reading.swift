internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

extension Resource {
    /// Answers the form of a new record.
    func showNew(_ exchange: Exchange) throws(Problem) -> Response {
        showForm(nil, exchange)
    }

    /// Answers the form of a record.
    func showEdit(_ exchange: Exchange) throws(Problem) -> Response {
        showForm(try stored(exchange), exchange)
    }

    /// Answers the form, its description for a terminal, or its values for a program.
    private func showForm(_ stored: StoredRecord?, _ exchange: Exchange) -> Response {
        let environment = EnvironmentValues(stored == nil ? .adding : .changing)
        let target = target(stored)
        let listing = stored.map(list) ?? form.list(in: environment)
        switch exchange.kind {
        case .html:
            var state = FormState()
            var record: Record?
            if let stored {
                let read = read(stored)
                record = read.record
                state = FormState(showing: read.unread)
                state.files = files(of: stored, exchange).shown([:])
            }
            let content = form.render(record, state, target: target, in: environment)
            return exchange.layout.page(.ok, content, exchange, errors: state.errors)
        case .json:
            var document = JSON.Object()
            for field in listing.fields {
                field.write(into: &document, files: .path(below: stored.map(path)))
            }
            return .json(.ok, .object(document), isPersonal: false)
        case .text:
            let help = listing.helpText(postingTo: exchange.url(target.action))
            return .text(.ok, help, isPersonal: false)
        }
    }

    /// Answers one record.
    func show(_ exchange: Exchange) throws(Problem) -> Response {
        let stored = try stored(exchange)
        guard exchange.kind == .html else { return answer(stored, .ok, exchange) }
        let notice = Notice(exchange, among: [.created, .changed])
        let page = RecordPage(
            heading: title(stored), listing: list(stored), path: path(stored),
            savedAt: stored.updatedAt)
        var response = exchange.layout.page(
            .ok, page, exchange,
            notice: notice.map { _ in "\(quotedTitle(stored)) is saved" })
        if notice != nil { Notice.clear(in: &response, exchange) }
        return response
    }

    /// Asks whether a record is to be deleted.
    func askToDelete(_ exchange: Exchange) throws(Problem) -> Response {
        let stored = try stored(exchange)
        guard exchange.kind == .html else { return answer(stored, .ok, exchange) }
        let question = DeletePage(
            question: "Delete \(quotedTitle(stored))?", path: path(stored))
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
        _ stored: StoredRecord, _ status: Status, _ exchange: Exchange
    ) -> Response {
        guard exchange.kind == .json else {
            let text = list(stored).recordText(at: path(stored))
            return .text(status, text, isPersonal: false)
        }
        let response = Response.json(
            status, .object(document(stored)), isPersonal: false)
        return exchange.tagged(response, stored.entityTag)
    }

    /// A record as clients see it.
    func document(_ stored: StoredRecord) -> JSON.Object {
        stored.document(fields: list(stored), files: .path(below: path(stored)))
    }

    /// The fields of a record; those that can't be read as they stand.
    func list(_ stored: StoredRecord) -> FormListing {
        form.list(stored: stored.document, in: EnvironmentValues(.changing))
    }

    /// The name of a record in quotation marks.
    private func quotedTitle(_ stored: StoredRecord) -> Phrase {
        "\u{201c}\(title(stored))\u{201d}"
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
