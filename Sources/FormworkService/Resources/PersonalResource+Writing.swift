internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

extension PersonalResource {
    /// Saves what was sent as the owner's record.
    func save(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let sent = try SentForm(exchange.request, limits: limits)
        let owner = try owner(exchange)
        let read = read(owner)
        let filled = FilledForm(
            sent, for: form, changing: read?.record, unread: read?.unread ?? UnreadFields(),
            purpose: owner.purpose, action: path)
        if let refusal = filled.refusal(exchange) { return .now(refusal) }
        if case .nobody = owner, sent.isFromPage, exchange.isFromBrowser,
            !CookieProbe.cameBack(exchange)
        {
            var response = filled.answer(.cookiesMissing(for: name), exchange)
            CookieProbe.send(in: &response, exchange)
            return .now(response)
        }
        return commit(filled, owner, exchange)
    }

    /// Saves the record where its owner wants to be remembered, and else keeps it in memory and erases
    /// what was saved.
    private func commit(
        _ filled: FilledForm<Record>, _ owner: Owner, _ exchange: Exchange
    ) -> PendingAnswer {
        var document = owner.document ?? [:]
        for field in filled.listing.fields { field.write(into: &document) }
        let secret = SessionSecret.make()
        let change: Change
        switch (isRemembered(filled.record), owner) {
        case (true, .stored(let stored, _)):
            change = .update(
                type: type, id: stored.id, expectedRevision: nil, document: document)
        case (true, .nobody), (true, .session):
            document[Self.keys] = .array([.string(SessionSecret.hash(secret))])
            change = .create(type: type, document: document)
        case (false, .stored(let stored, _)):
            change = .delete(type: type, id: stored.id, expectedRevision: nil)
        case (false, .nobody), (false, .session):
            return .now(keepInMemory(document, secret, owner, exchange))
        }
        return .later { [store] resume in
            store.commit([change]) { [document] result in
                resume { committed(result, document, secret, filled, owner, exchange) }
            }
        }
    }

    private func committed(
        _ result: Result<[StoredRecord], StoreError>, _ document: JSON.Object, _ secret: String,
        _ filled: FilledForm<Record>, _ owner: Owner, _ exchange: Exchange
    ) -> Response {
        switch result {
        case .failure(let error): return filled.answer(Problem(error), exchange)
        case .success(let records):
            guard isRemembered(filled.record), let saved = records.first else {
                var document = document
                document[Self.keys] = nil
                return keepInMemory(document, secret, owner, exchange)
            }
            if case .stored(_, let cookie) = owner {
                return answer(.stored(saved, cookie), .ok, exchange)
            }
            if case .session(_, let cookie) = owner { sessions.forget(cookie.secret) }
            let cookie = SessionCookie(id: saved.id, secret: secret)
            return answer(.stored(saved, cookie), .created, exchange)
        }
    }

    private func keepInMemory(
        _ document: JSON.Object, _ secret: String, _ owner: Owner, _ exchange: Exchange
    ) -> Response {
        if case .session(_, let cookie) = owner { sessions.forget(cookie.secret) }
        sessions.keep(document, secret, for: exchange.request.client)
        let cookie = SessionCookie(id: nil, secret: secret)
        return answer(.session(document, cookie), .ok, exchange)
    }

    private func answer(
        _ owner: Owner, _ status: Status, _ exchange: Exchange
    ) -> Response {
        var response: Response
        switch exchange.kind {
        case .html: response = Notice.changed.redirect(to: path, exchange)
        case .json: response = document(owner, status, exchange)
        case .text:
            response = .text(status, list(owner).recordText(at: nil), isPersonal: true)
        }
        switch owner {
        case .nobody: break
        case .stored(_, let cookie), .session(_, let cookie):
            cookie.set(in: &response, exchange)
        }
        return response
    }

    /// Erases the owner's record, wherever it is kept.
    func delete(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        switch try owner(exchange) {
        case .nobody: return .now(deleted(exchange))
        case .session(_, let cookie):
            sessions.forget(cookie.secret)
            return .now(deleted(exchange))
        case .stored(let stored, _):
            return .later { [store, type] resume in
                store.commit([.delete(type: type, id: stored.id, expectedRevision: nil)]) {
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
