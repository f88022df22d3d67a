internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

extension Resource {
    /// Saves a new record.
    func create(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let submission = try Submission(exchange.request, limits: limits)
        let bound = form.bind(submission, in: Self.environment(.adding))
        if let refusal = refusal(bound, nil, exchange) { return .now(refusal) }
        let document = form.list(bound.record, in: Self.environment(.adding)).document
        return commit(
            .create(type: name, document: document), bound, nil, .created, exchange)
    }

    /// Saves changes; what isn't sent keeps its value.
    func change(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let stored = try stored(exchange)
        return try update(stored, from: record(stored), exchange)
    }

    /// Saves a record in place of another; what isn't sent takes its starting value.
    func replace(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        try update(try stored(exchange), from: nil, exchange)
    }

    private func update(
        _ stored: StoredRecord, from base: Record?, _ exchange: Exchange
    ) throws(Problem) -> PendingAnswer {
        let submission = try Submission(exchange.request, limits: limits)
        let expected = try expectedRevision(stored, submission.revision, exchange)
        let environment = Self.environment(.changing)
        let bound = form.bind(submission, to: base, in: environment)
        if let refusal = refusal(bound, stored, exchange) { return .now(refusal) }
        let document = merged(bound.record, over: stored)
        return commit(
            .update(type: name, id: stored.id, expectedRevision: expected, document: document),
            bound, stored, .changed, exchange)
    }

    /// Deletes a record.
    func delete(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let stored = try stored(exchange)
        if exchange.isCrossSite { throw Problem.crossSite }
        let expected = try expectedRevision(stored, nil, exchange)
        let (path, kind) = (path, exchange.kind)
        return .later { [store, name] resume in
            store.commit([.delete(type: name, id: stored.id, expectedRevision: expected)]) {
                result in
                resume {
                    switch result {
                    case .failure(let error): return exchange.answer(Problem(error))
                    case .success where kind == .html:
                        return Notice.deleted.redirect(to: path, exchange)
                    case .success:
                        return Response(.noContent, headers: Response.commonHeaders)
                    }
                }
            }
        }
    }

    /// The document of a changed record: what the form doesn't know of the stored one stays.
    private func merged(_ record: Record, over stored: StoredRecord) -> JSON.Object {
        var document = stored.document
        for field in list(record).fields { field.write(into: &document) }
        return document
    }

    /// Which revision a change must find, so that nobody's work is overwritten unseen.
    ///
    /// - Throws: A problem with status 412 or 428.
    private func expectedRevision(
        _ stored: StoredRecord, _ shown: String?, _ exchange: Exchange
    ) throws(Problem) -> Int? {
        if let condition = exchange.request.headers.list(.ifMatch) {
            guard EntityTag.List(condition).containsStrongly(stored.entityTag) else {
                throw Problem(.conflict(current: stored))
            }
            return stored.revision
        }
        if exchange.request.method != .post {
            throw Problem(
                .preconditionRequired,
                "Send If-Match with the ETag of the \(names.singular) that you have read")
        }
        return shown.flatMap { ExactDecimal($0)?.wholeNumber }
    }

    /// The answer to a submission that isn't saved: refused, not valid, or not meant to be.
    private func refusal(
        _ bound: (record: Record, state: FormState), _ stored: StoredRecord?, _ exchange: Exchange
    ) -> Response? {
        if exchange.isCrossSite { return refuse(bound, stored, Problem.crossSite, exchange) }
        if bound.state.intent != nil {
            return showAgain(bound, stored, .ok, exchange)
        }
        guard !bound.state.errors.isEmpty else { return nil }
        let problem = Problem(
            .unprocessableContent, "Some fields need another look", errors: bound.state.errors)
        switch exchange.kind {
        case .html: return showAgain(bound, stored, problem.status, exchange)
        case .json: return exchange.answer(problem)
        case .text:
            let text = list(bound.record).errorText(
                bound.state, postingTo: exchange.url(target(stored).action))
            return .text(problem.status, text, isPersonal: true)
        }
    }

    /// Shows the form again with all that was typed.
    private func showAgain(
        _ bound: (record: Record, state: FormState), _ stored: StoredRecord?, _ status: Status,
        _ exchange: Exchange
    ) -> Response {
        let purpose: FormPurpose = stored == nil ? .adding : .changing
        let content = form.render(
            bound.record, bound.state, target: target(stored), in: Self.environment(purpose))
        return exchange.layout.page(
            status, content, exchange, errors: bound.state.errors, isPersonal: true)
    }

    /// Answers a problem that no field is to blame for; a page keeps what was typed.
    private func refuse(
        _ bound: (record: Record, state: FormState), _ stored: StoredRecord?, _ problem: Problem,
        _ exchange: Exchange
    ) -> Response {
        guard exchange.kind == .html else { return exchange.answer(problem) }
        var bound = bound
        bound.state.errors = [FieldError(nil, .custom, problem.detail)]
        return showAgain(bound, stored, problem.status, exchange)
    }

    private func commit(
        _ change: Change, _ bound: (record: Record, state: FormState), _ stored: StoredRecord?,
        _ notice: Notice, _ exchange: Exchange
    ) -> PendingAnswer {
        .later { [store] resume in
            store.commit([change]) { result in
                resume { committed(result, bound, stored, notice, exchange) }
            }
        }
    }

    private func committed(
        _ result: Result<[StoredRecord], StoreError>, _ bound: (record: Record, state: FormState),
        _ stored: StoredRecord?, _ notice: Notice, _ exchange: Exchange
    ) -> Response {
        switch result {
        case .failure(.conflict(let current)) where exchange.kind == .html:
            let problem = Problem(
                .conflict,
                "Someone else has changed this \(names.singular) in the meantime. What you typed is"
                    + " below; save once more to put it in place of theirs")
            return refuse(bound, current ?? stored, problem, exchange)
        case .failure(let error):
            return refuse(bound, stored, Problem(error), exchange)
        case .success(let records):
            guard let saved = records.first else {
                return refuse(
                    bound, stored, Problem(.failed(reason: "", outcomeUnknown: true)), exchange)
            }
            guard exchange.kind != .html else {
                return notice.redirect(to: path(saved), exchange)
            }
            let status: Status = notice == .created ? .created : .ok
            var response = answer(saved, bound.record, status, exchange)
            if notice == .created { response.headers.add(.location, path(saved)) }
            return response
        }
    }
}

extension Problem {
    /// Another site made the browser send the request.
    static let crossSite = Problem(
        .forbidden,
        "This was sent from another site, so nothing was saved. If you meant it, send it from here")
}
