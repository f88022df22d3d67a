internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import FormworkStore
internal import Groundwork

extension PersonalResource {
    /// Saves a form as the owner's record.
    func save(_ context: RequestContext) throws(Problem) -> Answer {
        let received = try ReceivedForm(context, limits: limits)
        let owner = try owner(context)
        let read = read(owner)
        let attempt = FormAttempt(
            received, for: form, changing: read?.record, unread: read?.unread ?? UnreadFields(),
            purpose: owner.purpose, action: path)
        if let refusal = attempt.refusal(context) { return .now(refusal) }
        if case .nobody = owner, received.isFromPage, context.isFromBrowser,
            !CookieProbe.cameBack(context)
        {
            var response = attempt.answer(.cookiesMissing(for: name), context)
            CookieProbe.send(in: &response, context)
            return .now(response)
        }
        return commit(attempt, owner, context)
    }

    /// Saves the record of an owner who wants to be remembered, or keeps it in memory and erases it from
    /// disk.
    private func commit(
        _ attempt: FormAttempt<Record>, _ owner: Owner, _ context: RequestContext
    ) -> Answer {
        var document = owner.document ?? [:]
        for field in attempt.listing.fields { field.write(into: &document) }
        let secret = SessionSecret.make()
        let change: Change
        switch (isRemembered(attempt.record), owner) {
        case (true, .stored(let stored, _)):
            change = .update(
                type: type, id: stored.id, expectedRevision: nil, document: document)
        case (true, .nobody), (true, .session):
            document[Self.keys] = .array([.string(SessionSecret.hash(secret))])
            change = .create(type: type, document: document)
        case (false, .stored(let stored, _)):
            change = .delete(type: type, id: stored.id, expectedRevision: nil)
        case (false, .nobody), (false, .session):
            return .now(keepInMemory(document, secret, owner, context))
        }
        return .later { [store] reply in
            store.commit([change]) { [document] result in
                reply.resume {
                    answerCommit(result, document, secret, attempt, owner, context)
                }
            }
        }
    }

    private func answerCommit(
        _ result: Result<[StoredRecord], StoreError>, _ document: JSON.Object, _ secret: String,
        _ attempt: FormAttempt<Record>, _ owner: Owner, _ context: RequestContext
    ) -> Response {
        switch result {
        case .failure(let error): return attempt.answer(Problem(error), context)
        case .success(let records):
            guard isRemembered(attempt.record), let saved = records.first else {
                var document = document
                document[Self.keys] = nil
                return keepInMemory(document, secret, owner, context)
            }
            if case .stored(_, let cookie) = owner {
                return answer(.stored(saved, cookie), .ok, context)
            }
            if case .session(_, let cookie) = owner { sessions.end(cookie.secret) }
            let cookie = SessionCookie(id: saved.id, secret: secret)
            return answer(.stored(saved, cookie), .created, context)
        }
    }

    private func keepInMemory(
        _ document: JSON.Object, _ secret: String, _ owner: Owner, _ context: RequestContext
    ) -> Response {
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
    func delete(_ context: RequestContext) throws(Problem) -> Answer {
        switch try owner(context) {
        case .nobody: return .now(deleted(context))
        case .session(_, let cookie):
            sessions.end(cookie.secret)
            return .now(deleted(context))
        case .stored(let stored, _):
            return .later { [store, type] reply in
                store.commit([.delete(type: type, id: stored.id, expectedRevision: nil)]) {
                    result in
                    reply.resume {
                        if case .failure(let error) = result {
                            return context.answer(Problem(error))
                        }
                        return deleted(context)
                    }
                }
            }
        }
    }

    private func deleted(_ context: RequestContext) -> Response {
        var response =
            context.kind == .html
            ? context.seeOther("/") : context.noContent()
        SessionCookie.clear(in: &response, context)
        return response
    }
}
