internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

extension Resource {
    /// Saves a new record.
    func create(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let filled = FilledForm(
            try Submission(exchange.request, limits: limits), for: form, changing: nil,
            purpose: .adding, action: path)
        if let refusal = filled.refusal(exchange) { return .now(refusal) }
        return commit(
            .create(type: name, document: filled.listing.document), filled, .created, exchange)
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
        let filled = FilledForm(
            submission, for: form, changing: base, purpose: .changing, action: path(stored),
            revision: stored.revision)
        if let refusal = filled.refusal(exchange) { return .now(refusal) }
        // What the form doesn't know of the stored record stays.
        var document = stored.document
        for field in filled.listing.fields { field.write(into: &document) }
        return commit(
            .update(type: name, id: stored.id, expectedRevision: expected, document: document),
            filled, .changed, exchange)
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

    /// Which revision a change must find, so that nobody's work is overwritten unseen.
    ///
    /// - Parameters:
    ///   - stored: The record as it stands.
    ///   - shown: The revision that the page showed, as it was sent; one that is no number is none
    ///     that can be found.
    ///   - exchange: The request that is answered.
    /// - Returns: The revision; `nil` where the last one wins.
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
        return shown.map { ExactDecimal($0)?.wholeNumber ?? 0 }
    }

    private func commit(
        _ change: Change, _ filled: FilledForm<Record>, _ notice: Notice, _ exchange: Exchange
    ) -> PendingAnswer {
        .later { [store] resume in
            store.commit([change]) { result in
                resume { committed(result, filled, notice, exchange) }
            }
        }
    }

    private func committed(
        _ result: Result<[StoredRecord], StoreError>, _ filled: FilledForm<Record>,
        _ notice: Notice, _ exchange: Exchange
    ) -> Response {
        switch result {
        case .failure(.conflict(let current)) where exchange.kind == .html:
            let problem = Problem(
                .conflict,
                "Someone else has changed this \(names.singular) in the meantime. What you typed is"
                    + " below; save once more to put it in place of theirs")
            var filled = filled
            if let current { filled.revision = current.revision }
            return filled.answer(problem, exchange)
        case .failure(let error):
            return filled.answer(Problem(error), exchange)
        case .success(let records):
            guard let saved = records.first else {
                return filled.answer(Problem(.failed(reason: "", outcomeUnknown: true)), exchange)
            }
            guard exchange.kind != .html else {
                return notice.redirect(to: path(saved), exchange)
            }
            let status: Status = notice == .created ? .created : .ok
            var response = answer(saved, filled.record, status, exchange)
            if notice == .created { response.headers.add(.location, path(saved)) }
            return response
        }
    }
}
