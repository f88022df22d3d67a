internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import FormworkStore
internal import Groundwork

extension Resource {
    /// Saves a new record.
    func create(_ context: RequestContext) throws(Problem) -> Answer {
        let attempt = FormAttempt(
            try ReceivedForm(context, limits: limits), for: form, changing: nil,
            purpose: .adding, action: path, attachments: attachments(context))
        return save(attempt, .created, context) { [name, store] attempt in
            let document = attempt.listing.document
            return .create(
                type: name, document: document, files: store.attachments(in: document))
        }
    }

    /// Saves changes; a field that isn't sent keeps its value.
    func change(_ context: RequestContext) throws(Problem) -> Answer {
        let read = read(try stored(context))
        return try update(read, from: read, context)
    }

    /// Saves a record in place of another; a field that isn't sent takes its starting value.
    func replace(_ context: RequestContext) throws(Problem) -> Answer {
        try update(read(try stored(context)), from: nil, context)
    }

    private func update(
        _ current: ReadRecord<Record>, from base: ReadRecord<Record>?, _ context: RequestContext
    ) throws(Problem) -> Answer {
        let stored = current.stored
        let received = try ReceivedForm(context, limits: limits)
        let expected = try expectedRevision(stored, received.submission.revision, context)
        let attempt = FormAttempt(
            received, for: form, changing: base?.record, unread: base?.unread ?? UnreadFields(),
            purpose: .changing, action: path(stored), revision: stored.revision,
            attachments: attachments(of: list(current), below: path(stored), context))
        return save(attempt, .changed, context) { [name, store] attempt in
            // Members of the stored record that the form doesn't know stay.
            var document = stored.document
            for field in attempt.listing.fields { field.write(into: &document) }
            return .update(
                type: name, id: stored.id, expectedRevision: expected, document: document,
                files: store.attachments(in: document))
        }
    }

    /// Deletes a record.
    func delete(_ context: RequestContext) throws(Problem) -> Answer {
        let stored = try stored(context)
        let expected = try expectedRevision(stored, nil, context)
        let (path, kind) = (path, context.kind)
        return .later { [store, name] reply in
            store.commit([.delete(type: name, id: stored.id, expectedRevision: expected)]) {
                result in
                reply.resume {
                    switch result {
                    case .failure(let error): return context.answer(Problem(error))
                    case .success where kind == .html:
                        return Notice.deleted.redirect(to: path, context)
                    case .success: return context.noContent()
                    }
                }
            }
        }
    }

    /// The revision that a change must find, so that nobody's work is overwritten unseen.
    ///
    /// - Parameters:
    ///   - stored: The record as it is.
    ///   - shown: The revision that the page showed, as the form sent it; text that is no number
    ///     never matches.
    ///   - context: The request that is answered.
    /// - Returns: `nil` for a change that overwrites any revision.
    /// - Throws: A problem with status 412 or 428.
    private func expectedRevision(
        _ stored: StoredRecord, _ shown: RawText?, _ context: RequestContext
    ) throws(Problem) -> Int? {
        let state = SelectedRepresentation(tag: stored.entityTag, modified: nil, length: 0)
        guard state.outcome(of: context.request) != .preconditionFailed else {
            throw Problem(.conflict(current: stored))
        }
        if context.request.headers.list(.ifMatch) != nil { return stored.revision }
        if context.request.method != .post {
            throw Problem(
                .preconditionRequired,
                "Send If-Match with the ETag of the \(names.singular) that you have read")
        }
        return shown.map { $0.bounded(to: 20).flatMap { ExactDecimal($0)?.wholeNumber } ?? 0 }
    }

    /// Saves a form: its files first, then the record that names them.
    ///
    /// New files are written even for a page that is shown again, so that nobody has to choose them
    /// again.
    private func save(
        _ attempt: FormAttempt<Record>, _ notice: Notice, _ context: RequestContext,
        by change: @escaping @Sendable (FormAttempt<Record>) -> Change
    ) -> Answer {
        let wantsFiles = attempt.isToBeSaved || context.kind == .html
        let files = wantsFiles && !context.isCrossSite ? attempt.newFiles : []
        if files.isEmpty, let refusal = attempt.refusal(context) { return .now(refusal) }
        return .later { [store] reply in
            store.keep(files) { result in
                switch result {
                case .success(let files):
                    let attempt = attempt.withStoredFiles(files)
                    guard attempt.isToBeSaved else {
                        return reply.resume { attempt.answerAgain(context) }
                    }
                    store.commit([change(attempt)]) { result in
                        reply.resume { answerCommit(result, attempt, notice, context) }
                    }
                case .failure(let error):
                    reply.resume {
                        attempt.refusal(context) ?? attempt.answer(Problem(error), context)
                    }
                }
            }
        }
    }

    private func answerCommit(
        _ result: Result<[StoredRecord], StoreError>, _ attempt: FormAttempt<Record>,
        _ notice: Notice, _ context: RequestContext
    ) -> Response {
        switch result {
        case .failure(.conflict(let current)) where context.kind == .html:
            return answerConflict(with: current, attempt, context)
        case .failure(let error):
            return attempt.answer(Problem(error), context)
        case .success(let records):
            attempt.dropUploads()
            guard let saved = records.first else {
                return attempt.answer(Problem(.failed(reason: "", outcomeUnknown: true)), context)
            }
            guard context.kind != .html else {
                var response = notice.redirect(to: path(saved), context)
                if attempt.isFromPage, context.isFromBrowser {
                    LastSave.set(saved, at: path(saved), in: &response, context)
                }
                return response
            }
            let status: Status = notice == .created ? .created : .ok
            var response = answer(saved, status, context)
            if notice == .created { response.headers.add(.location, path(saved)) }
            return response
        }
    }

    /// Shows a form again whose record was changed after its page was made: with the saved values beside
    /// those that were typed.
    private func answerConflict(
        with current: StoredRecord?, _ attempt: FormAttempt<Record>, _ context: RequestContext
    ) -> Response {
        let isOwn = current.map { LastSave.isOwn($0, context) } ?? false
        let words =
            isOwn
            ? "You have saved this \(names.singular) since you opened this page. What you typed here"
                + " is below; save once more to put it in place of what is saved"
            : "Someone else has changed this \(names.singular) in the meantime. What you typed is"
                + " below; save once more to put it in place of theirs"
        var attempt = attempt
        var differences: [FieldError] = []
        if let current {
            attempt.revision = current.revision
            differences = attempt.differences(from: list(read(current)))
        }
        return attempt.answer(Problem(.conflict, words, errors: differences), context)
    }
}
