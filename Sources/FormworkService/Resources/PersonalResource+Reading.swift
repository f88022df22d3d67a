internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

extension PersonalResource {
    /// Answers a form with the owner's record in it, or the record itself.
    func show(_ form: FormDefinition<Record>, _ exchange: Exchange) throws(Problem) -> Response {
        let owner = try owner(exchange)
        let read = read(owner)
        switch exchange.kind {
        case .html:
            let notice = Notice(exchange, among: [.changed])
            let state = FormState(showing: read?.unread ?? UnreadFields())
            let content = form.render(
                read?.record, state, target: HTMLRenderer.Target(action: path),
                in: EnvironmentValues(owner.purpose))
            var response = exchange.layout.page(
                .ok, content, exchange, errors: state.errors,
                notice: notice.flatMap { _ in message(owner) },
                isPersonal: true)
            if notice != nil { Notice.clear(in: &response, exchange) }
            if case .nobody = owner, exchange.request.method == .get {
                CookieProbe.send(in: &response, exchange)
            }
            return response
        case .json:
            guard read != nil else {
                throw Problem(.notFound, "This client has no \(name) yet")
            }
            return document(owner, .ok, exchange)
        case .text:
            let listing = list(owner)
            let text =
                read == nil
                ? listing.helpText(postingTo: exchange.url(path)) : listing.recordText(at: nil)
            return .text(.ok, text, isPersonal: true)
        }
    }

    /// What a notice says after the record was saved; nothing where the browser dropped its cookie.
    private func message(_ owner: Owner) -> Phrase? {
        switch owner {
        case .stored: "Your \(words: name) is saved"
        case .session: "You are known until you close the browser; nothing is kept"
        case .nobody: nil
        }
    }

    /// Answers the record to a program.
    func document(_ owner: Owner, _ status: Status, _ exchange: Exchange) -> Response {
        let listing = list(owner)
        if case .stored(let stored, _) = owner {
            let response = Response.json(
                status, .object(stored.document(fields: listing, files: .path(below: nil))),
                isPersonal: true)
            return exchange.tagged(response, stored.entityTag)
        }
        var document: JSON.Object = ["id": .null, "revision": .null]
        for field in listing.fields { field.write(into: &document, files: .path(below: nil)) }
        return .json(status, .object(document), isPersonal: true)
    }

    /// Asks whether the record is to be deleted.
    func askToDelete(_ exchange: Exchange) throws(Problem) -> Response {
        guard exchange.kind == .html else { return try show(form, exchange) }
        let question = DeletePage(question: "Delete your \(words: name)?", path: path)
        return exchange.layout.page(
            .ok,
            RenderedContent(question, target: HTMLRenderer.Target(action: "\(path)/delete")),
            exchange, isPersonal: true)
    }
}
