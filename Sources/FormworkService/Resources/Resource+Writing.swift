internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

extension Resource {
    /// Saves a new record.
    func create(_ context: RequestContext) async throws(Problem) -> Response {
        let attempt = FormAttempt(
            try ReceivedForm(context, limits: limits), for: form, changing: nil,
            purpose: .adding, action: path, attachments: await attachments(context))
        return await save(attempt, .created, context) { attempt in
            let document = attempt.listing.document
            return .create(
                type: name, document: document,
                attachments: await store.attachments(in: document))
        }
    }

    /// Saves changes; a field that isn't sent keeps its value.
    func change(_ context: RequestContext) async throws(Problem) -> Response {
        let read = read(try await stored(context))
        return try await update(read, from: read, context)
    }

    /// Saves a record in place of another; a field that isn't sent takes its starting value.
    func replace(_ context: RequestContext) async throws(Problem) -> Response {
        try await update(read(try await stored(context)), from: nil, context)
    }

    private func update(
        _ current: ReadRecord<Record>, from base: ReadRecord<Record>?, _ context: RequestContext
    ) async throws(Problem) -> Response {
        let stored = current.stored
        let received = try ReceivedForm(context, limits: limits)
        let expected = try expectedRevision(stored, received.submission.revision, context)
        let attempt = FormAttempt(
            received, for: form, changing: base?.record, unread: base?.unread ?? UnreadFields(),
            purpose: .changing, action: path(stored), revision: stored.revision,
            attachments: await attachments(of: list(current), below: path(stored), context))
        return await save(attempt, .changed, context) { attempt in
            // Members of the stored record that the form doesn't know stay.
            var document = stored.document
            for field in attempt.listing.fields { field.write(into: &document) }
            return .update(
                type: name, id: stored.id, expectedRevision: expected, document: document,
                attachments: await store.attachments(in: document))
        }
    }

    /// Deletes a record.
    func delete(_ context: RequestContext) async throws(Problem) -> Response {
        let stored = try await stored(context)
        let expected = try expectedRevision(stored, nil, context)
        do {
            _ = try await store.commit(
                [.delete(type: name, id: stored.id, expectedRevision: expected)])
        } catch {
            throw Problem(error)
        }
        return context.kind == .html
            ? Notice.deleted.redirect(to: path, context) : context.noContent()
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
        by change: (FormAttempt<Record>) async -> Change
    ) async -> Response {
        let wantsFiles = attempt.isToBeSaved || context.kind == .html
        let files = wantsFiles && !context.isCrossSite ? attempt.newFiles : []
        if files.isEmpty, let refusal = attempt.refusal(context) { return refusal }
        var attempt = attempt
        do throws(CommitError) {
            var kept: [(name: String, hold: AttachmentHold)] = []
            for (name, content) in files { kept.append((name, try await store.keep(content))) }
            attempt = attempt.withStoredFiles(kept)
        } catch {
            return attempt.refusal(context) ?? attempt.answer(Problem(error), context)
        }
        guard attempt.isToBeSaved else { return attempt.answerAgain(context) }
        do throws(CommitError) {
            let saved = try await store.commit([await change(attempt)])
            attempt.dropUploads()
            guard let record = saved.first else {
                throw .failed(reason: "the store tells no record", outcomeUnknown: true)
            }
            return answer(record, attempt, notice, context)
        } catch {
            if case .conflict(let current) = error, context.kind == .html {
                return answerConflict(with: current, attempt, context)
            }
            return attempt.answer(Problem(error), context)
        }
    }

    /// Answers that a form is saved.
    private func answer(
        _ saved: StoredRecord, _ attempt: FormAttempt<Record>, _ notice: Notice,
        _ context: RequestContext
    ) -> Response {
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
