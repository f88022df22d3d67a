internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

extension Resource {
    /// Saves a new record.
    func create(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let filled = FilledForm(
            try SentForm(exchange.request, limits: limits), for: form, changing: nil,
            purpose: .adding, action: path, files: files(of: nil, exchange))
        return save(filled, .created, exchange) { [name, store] filled in
            let document = filled.listing.document
            return .create(
                type: name, document: document, files: store.files(in: document))
        }
    }

    /// Saves changes; what isn't sent keeps its value.
    func change(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let stored = try stored(exchange)
        return try update(stored, from: read(stored), exchange)
    }

    /// Saves a record in place of another; what isn't sent takes its starting value.
    func replace(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        try update(try stored(exchange), from: nil, exchange)
    }

    private func update(
        _ stored: StoredRecord, from base: (record: Record, unread: UnreadFields)?,
        _ exchange: Exchange
    ) throws(Problem) -> PendingAnswer {
        let sent = try SentForm(exchange.request, limits: limits)
        let expected = try expectedRevision(stored, sent.submission.revision, exchange)
        let filled = FilledForm(
            sent, for: form, changing: base?.record, unread: base?.unread ?? UnreadFields(),
            purpose: .changing, action: path(stored), revision: stored.revision,
            files: files(of: stored, exchange))
        return save(filled, .changed, exchange) { [name, store] filled in
            // What the form doesn't know of the stored record stays.
            var document = stored.document
            for field in filled.listing.fields { field.write(into: &document) }
            return .update(
                type: name, id: stored.id, expectedRevision: expected, document: document,
                files: store.files(in: document))
        }
    }

    /// Deletes a record.
    func delete(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let stored = try stored(exchange)
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
        _ stored: StoredRecord, _ shown: RawText?, _ exchange: Exchange
    ) throws(Problem) -> Int? {
        let state = SelectedRepresentation(tag: stored.entityTag, modified: nil, length: 0)
        guard state.outcome(of: exchange.request) != .preconditionFailed else {
            throw Problem(.conflict(current: stored))
        }
        if exchange.request.headers.list(.ifMatch) != nil { return stored.revision }
        if exchange.request.method != .post {
            throw Problem(
                .preconditionRequired,
                "Send If-Match with the ETag of the \(names.singular) that you have read")
        }
        return shown.map { $0.bounded(to: 20).flatMap { ExactDecimal($0)?.wholeNumber } ?? 0 }
    }

    /// Saves a form: its files first, then the record that names them.
    ///
    /// Files are kept also for a page that is shown again, so that they needn't be chosen anew.
    private func save(
        _ filled: FilledForm<Record>, _ notice: Notice, _ exchange: Exchange,
        by change: @escaping @Sendable (FilledForm<Record>) -> Change
    ) -> PendingAnswer {
        let wantsFiles = filled.isToBeSaved || exchange.kind == .html
        let received = wantsFiles && !exchange.isCrossSite ? filled.received : []
        if received.isEmpty, let refusal = filled.refusal(exchange) { return .now(refusal) }
        return .later { [store] resume in
            store.keep(received) { result in
                switch result {
                case .success(let kept):
                    let filled = filled.keeping(kept)
                    guard filled.isToBeSaved else { return resume { filled.refused(exchange) } }
                    store.commit([change(filled)]) { result in
                        resume { committed(result, filled, notice, exchange) }
                    }
                case .failure(let error):
                    resume {
                        filled.refusal(exchange) ?? filled.answer(Problem(error), exchange)
                    }
                }
            }
        }
    }

    private func committed(
        _ result: Result<[StoredRecord], StoreError>, _ filled: FilledForm<Record>,
        _ notice: Notice, _ exchange: Exchange
    ) -> Response {
        switch result {
        case .failure(.conflict(let current)) where exchange.kind == .html:
            return conflict(with: current, filled, exchange)
        case .failure(let error):
            return filled.answer(Problem(error), exchange)
        case .success(let records):
            filled.forgetFiles()
            guard let saved = records.first else {
                return filled.answer(Problem(.failed(reason: "", outcomeUnknown: true)), exchange)
            }
            guard exchange.kind != .html else {
                var response = notice.redirect(to: path(saved), exchange)
                if filled.isFromPage, exchange.isFromBrowser {
                    LastSave.note(saved, at: path(saved), in: &response, exchange)
                }
                return response
            }
            let status: Status = notice == .created ? .created : .ok
            var response = answer(saved, status, exchange)
            if notice == .created { response.headers.add(.location, path(saved)) }
            return response
        }
    }

    /// Shows a form again whose record was changed after its page was, with what is saved now beside what
    /// was typed.
    private func conflict(
        with current: StoredRecord?, _ filled: FilledForm<Record>, _ exchange: Exchange
    ) -> Response {
        let isOwn = current.map { LastSave.isOwn($0, exchange) } ?? false
        let words =
            isOwn
            ? "You have saved this \(names.singular) since you opened this page. What you typed here"
                + " is below; save once more to put it in place of what is saved"
            : "Someone else has changed this \(names.singular) in the meantime. What you typed is"
                + " below; save once more to put it in place of theirs"
        var filled = filled
        var differences: [FieldError] = []
        if let current {
            filled.revision = current.revision
            differences = filled.differences(from: list(current))
        }
        return filled.answer(Problem(.conflict, words, errors: differences), exchange)
    }
}
