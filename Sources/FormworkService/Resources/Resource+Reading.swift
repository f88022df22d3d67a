internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

extension Resource {
    /// Answers the form of a new record.
    func showNew(_ context: RequestContext) throws(Problem) -> Response {
        let environment = EnvironmentValues(.adding)
        let target = target(nil)
        switch context.kind {
        case .html:
            let content = form.render(nil, FormState(), target: target, in: environment)
            return context.page(.ok, content)
        case .json, .text:
            return describe(form.list(in: environment), below: nil, target, context)
        }
    }

    /// Answers the form of a record.
    func showEdit(_ context: RequestContext) async throws(Problem) -> Response {
        let read = read(try await stored(context))
        let target = target(read.stored)
        switch context.kind {
        case .html:
            var state = FormState(showing: read.unread)
            state.files = await attachments(of: list(read), below: path(read.stored), context)
                .shown([:])
            let content = form.render(
                read.record, state, target: target, in: EnvironmentValues(.changing))
            return context.page(.ok, content, errors: state.errors)
        case .json, .text:
            return describe(list(read), below: path(read.stored), target, context)
        }
    }

    /// Answers the values of a form to a program, and its description to a terminal.
    private func describe(
        _ listing: FormListing, below path: String?, _ target: HTMLRenderer.Target,
        _ context: RequestContext
    ) -> Response {
        guard context.kind == .json else {
            let help = listing.helpText(postingTo: context.url(target.action))
            return context.text(.ok, help, isPersonal: false)
        }
        var document = JSON.Object()
        for field in listing.fields { field.write(into: &document, files: .path(below: path)) }
        return context.json(.ok, .object(document), isPersonal: false)
    }

    /// Answers one record.
    func show(_ context: RequestContext) async throws(Problem) -> Response {
        let stored = try await stored(context)
        guard context.kind == .html else { return answer(stored, .ok, context) }
        let notice = Notice(context, among: [.created, .changed])
        let read = read(stored)
        let page = RecordPage(
            heading: title(read), listing: list(read), path: path(stored),
            savedAt: stored.updatedAt)
        var response = context.page(
            .ok, page, notice: notice.map { _ in "\(quotedTitle(read)) is saved" })
        if notice != nil { Notice.clear(in: &response, context) }
        return response
    }

    /// Asks whether a record is to be deleted.
    func askToDelete(_ context: RequestContext) async throws(Problem) -> Response {
        let stored = try await stored(context)
        guard context.kind == .html else { return answer(stored, .ok, context) }
        let question = DeletePage(
            question: "Delete \(quotedTitle(read(stored)))?", path: path(stored))
        return context.page(
            .ok,
            RenderedContent(
                question, target: HTMLRenderer.Target(action: "\(path(stored))/delete")))
    }

    /// Answers a record to a program or a terminal.
    ///
    /// Only the document has a tag: a strong tag may not stand for two representations (RFC 9110,
    /// section 8.8.1).
    func answer(
        _ stored: StoredRecord, _ status: Status, _ context: RequestContext
    ) -> Response {
        guard context.kind == .json else {
            let text = list(read(stored)).recordText(at: path(stored))
            return context.text(status, text, isPersonal: false)
        }
        let response = context.json(status, .object(document(stored)), isPersonal: false)
        return context.tagged(response, stored.entityTag)
    }

    /// A record as clients see it.
    func document(_ stored: StoredRecord) -> JSON.Object {
        stored.document(fields: list(read(stored)), files: .path(below: path(stored)))
    }

    /// The name of a record in quotation marks.
    private func quotedTitle(_ read: ReadRecord<Record>) -> Phrase {
        "\u{201c}\(title(read))\u{201d}"
    }
}

extension StoredRecord {
    /// The tag of this state of the record.
    var entityTag: EntityTag { EntityTag(String(revision)) }

    /// The record as a JSON document: the members of the store, then the fields.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - files: How the document names attachments.
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
