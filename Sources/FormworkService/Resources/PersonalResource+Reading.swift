internal import Formwork
internal import FormworkHTTP
internal import Groundwork

extension PersonalResource {
    /// Answers a form with the owner's record in it; a program gets the record alone.
    func show(
        _ form: FormDefinition<Record>, _ context: RequestContext
    ) async throws(Problem) -> Response {
        let owner = try await owner(context)
        switch context.kind {
        case .html:
            let read = read(owner)
            let notice = Notice(context, among: [.changed])
            let state = FormState(showing: read?.unread ?? UnreadFields())
            let content = form.render(
                read?.record, state, target: HTMLRenderer.Target(action: path),
                in: EnvironmentValues(owner.purpose))
            var response = context.page(
                .ok, content, errors: state.errors,
                notice: notice.flatMap { _ in message(owner) },
                isPersonal: true)
            if notice != nil { Notice.clear(in: &response, context) }
            if case .nobody = owner, context.request.method == .get {
                CookieProbe.send(in: &response, context)
            }
            return response
        case .json:
            guard owner.document != nil else {
                throw Problem(.notFound, "This client has no \(name) yet")
            }
            return document(owner, .ok, context)
        case .text:
            let listing = list(owner)
            let text =
                owner.document == nil
                ? listing.helpText(postingTo: context.url(path)) : listing.recordText(at: nil)
            return context.text(.ok, text, isPersonal: true)
        }
    }

    /// The words of the notice after a save; `nil` where the browser dropped the cookie of the record.
    private func message(_ owner: Owner) -> Phrase? {
        switch owner {
        case .stored: "Your \(words: name) is saved"
        case .session: "You are known until you close the browser; nothing is kept"
        case .nobody: nil
        }
    }

    /// Answers the record to a program.
    func document(_ owner: Owner, _ status: Status, _ context: RequestContext) -> Response {
        let listing = list(owner)
        if case .stored(let stored, _) = owner {
            let response = context.json(
                status, .object(stored.document(fields: listing, files: .path(below: nil))),
                isPersonal: true)
            return context.tagged(response, stored.entityTag)
        }
        var document: JSON.Object = ["id": .null, "revision": .null]
        for field in listing.fields { field.write(into: &document, files: .path(below: nil)) }
        return context.json(status, .object(document), isPersonal: true)
    }

    /// Asks whether the record is to be deleted.
    func askToDelete(_ context: RequestContext) async throws(Problem) -> Response {
        guard context.kind == .html else { return try await show(form, context) }
        let question = DeletePage(question: "Delete your \(words: name)?", path: path)
        return context.page(
            .ok,
            RenderedContent(question, target: HTMLRenderer.Target(action: "\(path)/delete")),
            isPersonal: true)
    }
}
