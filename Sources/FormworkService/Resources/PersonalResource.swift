internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import FormworkStore
internal import Groundwork

/// The one record that each browser has of its own: seen and changed by its owner's session alone.
struct PersonalResource<Record: Sendable>: Sendable {
    /// Whose record a request is about.
    enum Owner: Sendable {
        /// A browser that isn't known.
        case nobody
        /// One whose record is saved.
        case stored(StoredRecord, SessionCookie)
        /// One whose record is kept in memory until its session ends.
        case session(JSON.Object, SessionCookie)
    }

    /// The type in the store, and the path.
    let name: String
    let isRemembered: @Sendable (Record) -> Bool
    let welcome: FormDefinition<Record>
    let form: FormDefinition<Record>
    let store: Store
    let sessions: Sessions
    let limits: Limits

    /// The member of the document that holds the hashes of the secrets that open it; a name that no
    /// field can have.
    private static var keys: String { "_keys" }

    var path: String { "/\(name)" }

    /// Adds the routes of the record.
    func addRoutes(to router: inout Router<Route>) {
        router.add(.get, "/", .now { exchange throws(Problem) in try show(welcome, exchange) })
        router.add(.get, path, .now { exchange throws(Problem) in try show(form, exchange) })
        router.add(.post, path, .later(save))
        router.add(.get, "\(path)/delete", .now(askToDelete))
        router.add(.post, "\(path)/delete", .later(delete))
    }

    /// Finds out whose record a request is about.
    func owner(_ exchange: Exchange) throws(Problem) -> Owner {
        guard let cookie = SessionCookie(exchange) else { return .nobody }
        guard let id = cookie.id else {
            return sessions.document(cookie.secret).map { .session($0, cookie) } ?? .nobody
        }
        do {
            guard let stored = try store.record(name, id),
                case .array(let keys) = stored.document[Self.keys]
            else { return .nobody }
            let hash = Array(SessionSecret.hash(cookie.secret).utf8)
            let opens = keys.contains { key in
                guard case .string(let text) = key else { return false }
                return constantTimeEquals(Array(text.utf8), hash)
            }
            return opens ? .stored(stored, cookie) : .nobody
        } catch {
            throw Problem(error)
        }
    }

    private func record(_ owner: Owner) -> Record? {
        switch owner {
        case .nobody: nil
        case .stored(let stored, _): form.record(from: stored.document, in: environment(owner))
        case .session(let document, _): form.record(from: document, in: environment(owner))
        }
    }

    private func environment(_ owner: Owner) -> EnvironmentValues {
        var environment = EnvironmentValues()
        if case .nobody = owner {
            environment.formPurpose = .adding
        } else {
            environment.formPurpose = .changing
        }
        return environment
    }

    // MARK: Reading

    private func show(
        _ form: FormDefinition<Record>, _ exchange: Exchange
    ) throws(Problem) -> Response {
        let owner = try owner(exchange)
        let record = record(owner)
        let environment = environment(owner)
        let target = HTMLRenderer.Target(action: path)
        switch exchange.kind {
        case .html:
            let notice = Notice(exchange)
            let content = form.render(record, target: target, in: environment)
            var response = exchange.layout.page(
                .ok, content, exchange, notice: notice.map { _ in message(owner) },
                isPersonal: true)
            if notice != nil { Notice.clear(in: &response, exchange) }
            return response
        case .json:
            guard let record else {
                throw Problem(.notFound, "This client has no \(name) yet")
            }
            return document(record, owner, .ok)
        case .text:
            let listing = form.list(record, in: environment)
            let text =
                record == nil
                ? listing.helpText(postingTo: exchange.url(path)) : listing.recordText
            return .text(.ok, text, isPersonal: true)
        }
    }

    private func message(_ owner: Owner) -> String {
        switch owner {
        case .stored: "Your \(name) is saved"
        case .session, .nobody: "You are known until you close the browser; nothing is kept"
        }
    }

    private func document(_ record: Record, _ owner: Owner, _ status: Status) -> Response {
        let listing = form.list(record, in: environment(owner))
        if case .stored(let stored, _) = owner {
            var response = Response.json(
                status, .object(stored.document(fields: listing)), isPersonal: true)
            response.headers.add(.etag, stored.entityTag.description)
            return response
        }
        var document: JSON.Object = ["id": .null, "revision": .null]
        for field in listing.fields { field.write(into: &document) }
        return .json(status, .object(document), isPersonal: true)
    }

    private func askToDelete(_ exchange: Exchange) throws(Problem) -> Response {
        let question = DeletePage(question: "Delete your \(name)?", path: path)
        return exchange.layout.page(
            .ok,
            RenderedContent(question, target: HTMLRenderer.Target(action: "\(path)/delete")),
            exchange, isPersonal: true)
    }

    // MARK: Writing

    private func save(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let submission = try Submission(exchange.request, limits: limits)
        let owner = try owner(exchange)
        let environment = environment(owner)
        var bound = form.bind(submission, to: record(owner), in: environment)
        var status = Status.unprocessableContent
        if exchange.isCrossSite {
            status = Problem.crossSite.status
            bound.state.errors = [FieldError(nil, .custom, Problem.crossSite.detail)]
        } else if bound.state.intent != nil {
            status = .ok
        } else if bound.state.errors.isEmpty {
            return commit(bound.record, owner, exchange)
        }
        return .now(showAgain(bound, owner, status, exchange))
    }

    private func showAgain(
        _ bound: (record: Record, state: FormState), _ owner: Owner, _ status: Status,
        _ exchange: Exchange
    ) -> Response {
        let environment = environment(owner)
        switch exchange.kind {
        case .html:
            let content = form.render(
                bound.record, bound.state, target: HTMLRenderer.Target(action: path),
                in: environment)
            return exchange.layout.page(
                status, content, exchange, errors: bound.state.errors, isPersonal: true)
        case .json:
            return exchange.answer(
                Problem(status, "Some fields need another look", errors: bound.state.errors))
        case .text:
            let text = form.list(bound.record, in: environment)
                .errorText(bound.state, postingTo: exchange.url(path))
            return .text(status, text, isPersonal: true)
        }
    }

    /// Saves the record where its owner wants to be remembered, and else keeps it in memory and erases
    /// what was saved.
    private func commit(
        _ record: Record, _ owner: Owner, _ exchange: Exchange
    ) -> PendingAnswer {
        var document: JSON.Object = [:]
        if case .stored(let stored, _) = owner { document = stored.document }
        for field in form.list(record, in: environment(owner)).fields {
            field.write(into: &document)
        }
        let secret = SessionSecret.make()
        let change: Change
        switch (isRemembered(record), owner) {
        case (true, .stored(let stored, _)):
            change = .update(
                type: name, id: stored.id, expectedRevision: nil, document: document)
        case (true, .nobody), (true, .session):
            document[Self.keys] = .array([.string(SessionSecret.hash(secret))])
            change = .create(type: name, document: document)
        case (false, .stored(let stored, _)):
            change = .delete(type: name, id: stored.id, expectedRevision: nil)
        case (false, .nobody), (false, .session):
            return .now(keepInMemory(document, secret, record, owner, exchange))
        }
        return .later { [store] resume in
            store.commit([change]) { [document] result in
                resume { committed(result, document, secret, record, owner, exchange) }
            }
        }
    }

    private func committed(
        _ result: Result<[StoredRecord], StoreError>, _ document: JSON.Object, _ secret: String,
        _ record: Record, _ owner: Owner, _ exchange: Exchange
    ) -> Response {
        switch result {
        case .failure(let error):
            let problem = Problem(error)
            var state = FormState()
            state.errors = [FieldError(nil, .custom, problem.detail)]
            return exchange.kind == .html
                ? showAgain((record, state), owner, problem.status, exchange)
                : exchange.answer(problem)
        case .success(let records):
            guard isRemembered(record), let saved = records.first else {
                var document = document
                document[Self.keys] = nil
                return keepInMemory(document, secret, record, owner, exchange)
            }
            if case .stored(_, let cookie) = owner {
                return answer(record, .stored(saved, cookie), .ok, exchange)
            }
            if case .session(_, let cookie) = owner { sessions.forget(cookie.secret) }
            let cookie = SessionCookie(id: saved.id, secret: secret)
            return answer(record, .stored(saved, cookie), .created, exchange)
        }
    }

    private func keepInMemory(
        _ document: JSON.Object, _ secret: String, _ record: Record, _ owner: Owner,
        _ exchange: Exchange
    ) -> Response {
        if case .session(_, let cookie) = owner { sessions.forget(cookie.secret) }
        sessions.keep(document, secret)
        let cookie = SessionCookie(id: nil, secret: secret)
        return answer(record, .session(document, cookie), .ok, exchange)
    }

    private func answer(
        _ record: Record, _ owner: Owner, _ status: Status, _ exchange: Exchange
    ) -> Response {
        var response: Response
        switch exchange.kind {
        case .html: response = Notice.changed.redirect(to: path, exchange)
        case .json: response = document(record, owner, status)
        case .text:
            response = .text(
                status, form.list(record, in: environment(owner)).recordText, isPersonal: true)
        }
        switch owner {
        case .nobody: break
        case .stored(_, let cookie), .session(_, let cookie):
            cookie.set(in: &response, exchange)
        }
        return response
    }

    private func delete(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        if exchange.isCrossSite { throw Problem.crossSite }
        switch try owner(exchange) {
        case .nobody: return .now(deleted(exchange))
        case .session(_, let cookie):
            sessions.forget(cookie.secret)
            return .now(deleted(exchange))
        case .stored(let stored, _):
            return .later { [store, name] resume in
                store.commit([.delete(type: name, id: stored.id, expectedRevision: nil)]) {
                    result in
                    resume {
                        if case .failure(let error) = result {
                            return exchange.answer(Problem(error))
                        }
                        return deleted(exchange)
                    }
                }
            }
        }
    }

    private func deleted(_ exchange: Exchange) -> Response {
        var response =
            exchange.kind == .html
            ? Response.seeOther("/") : Response(.noContent, headers: Response.commonHeaders)
        SessionCookie.clear(in: &response, exchange)
        return response
    }
}
