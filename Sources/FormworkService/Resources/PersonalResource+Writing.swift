internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

extension PersonalResource {
    /// Saves a form as the owner's record.
    func save(_ context: RequestContext) async throws(Problem) -> Response {
        let received = try ReceivedForm(context, limits: limits)
        let owner = try await owner(context)
        let read = read(owner)
        let attempt = FormAttempt(
            received, for: form, changing: read?.record, unread: read?.unread ?? UnreadFields(),
            purpose: owner.purpose, action: path)
        if let refusal = attempt.refusal(context) { return refusal }
        if case .nobody = owner, received.isFromPage, context.isFromBrowser,
            !CookieProbe.cameBack(context)
        {
            var response = attempt.answer(.cookiesMissing(for: name), context)
            CookieProbe.send(in: &response, context)
            return response
        }
        do throws(CommitError) {
            return try await save(attempt, owner, context)
        } catch {
            return attempt.answer(Problem(error), context)
        }
    }

    /// Saves the record of an owner who wants to be remembered, or keeps it in memory and erases it from
    /// disk.
    private func save(
        _ attempt: FormAttempt<Record>, _ owner: Owner, _ context: RequestContext
    ) async throws(CommitError) -> Response {
        var document = owner.document ?? [:]
        for field in attempt.listing.fields { field.write(into: &document) }
        guard isRemembered(attempt.record) else {
            if case .stored(let stored, _) = owner {
                _ = try await store.commit(
                    [.delete(type: type, id: stored.id, expectedRevision: nil)])
            }
            document[Self.keys] = nil
            return keepInMemory(document, owner, context)
        }
        if case .stored(let stored, let cookie) = owner {
            let saved = try await store.commit(
                [.update(type: type, id: stored.id, expectedRevision: nil, document: document)])
            return answer(.stored(saved.first ?? stored, cookie), .ok, context)
        }
        let secret = SessionSecret.make()
        document[Self.keys] = .array([.string(SessionSecret.hash(secret))])
        let saved = try await store.commit([.create(type: type, document: document)])
        guard let record = saved.first else {
            throw .failed(reason: "the store tells no record", outcomeUnknown: true)
        }
        if case .session(_, let cookie) = owner { sessions.end(cookie.secret) }
        let cookie = SessionCookie(id: record.id, secret: secret)
        return answer(.stored(record, cookie), .created, context)
    }

    private func keepInMemory(
        _ document: JSON.Object, _ owner: Owner, _ context: RequestContext
    ) -> Response {
        let secret = SessionSecret.make()
        if case .session(_, let cookie) = owner { sessions.end(cookie.secret) }
        sessions.insert(document, secret, for: context.request.client)
        let cookie = SessionCookie(id: nil, secret: secret)
        return answer(.session(document, cookie), .ok, context)
    }

    private func answer(
        _ owner: Owner, _ status: Status, _ context: RequestContext
    ) -> Response {
        var response: Response
        switch context.kind {
        case .html: response = Notice.changed.redirect(to: path, context)
        case .json: response = document(owner, status, context)
        case .text:
            response = context.text(status, list(owner).recordText(at: nil), isPersonal: true)
        }
        switch owner {
        case .nobody: break
        case .stored(_, let cookie), .session(_, let cookie):
            cookie.set(in: &response, context)
        }
        return response
    }

    /// Erases the owner's record, wherever it is kept.
    func delete(_ context: RequestContext) async throws(Problem) -> Response {
        switch try await owner(context) {
        case .nobody: break
        case .session(_, let cookie): sessions.end(cookie.secret)
        case .stored(let stored, _):
            do {
                _ = try await store.commit(
                    [.delete(type: type, id: stored.id, expectedRevision: nil)])
            } catch {
                throw Problem(error)
            }
        }
        var response =
            context.kind == .html
            ? context.seeOther("/") : context.noContent()
        SessionCookie.clear(in: &response, context)
        return response
    }
}
