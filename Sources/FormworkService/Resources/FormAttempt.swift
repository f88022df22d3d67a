internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

/// One attempt to fill in a form: it ends with a saved record, or with the form shown again.
struct FormAttempt<Record: Sendable>: Sendable {
    private let form: FormDefinition<Record>
    private let purpose: FormPurpose
    private let action: String
    private let base: Record?
    private let unread: UnreadFields
    private var received: ReceivedForm
    private var attachments: FormAttachments?
    private var state: FormState
    /// The record as it was submitted.
    private(set) var record: Record
    /// The revision that a page of the form sends along; `nil` for a form that checks none.
    var revision: Int?

    /// Binds a submission.
    ///
    /// - Parameters:
    ///   - received: The submission.
    ///   - form: The form that it was sent for.
    ///   - base: The record that it changes; `nil` for the one that an empty form shows.
    ///   - unread: The fields of that record which can't be read; each stays as it is until something is
    ///     sent for it.
    ///   - purpose: What the form is shown for.
    ///   - action: The path that the form posts to.
    ///   - revision: The revision of the record that it changes.
    ///   - attachments: The attachments that the form may keep; `nil` for a form that has none.
    init(
        _ received: ReceivedForm, for form: FormDefinition<Record>, changing base: Record?,
        unread: UnreadFields = UnreadFields(), purpose: FormPurpose, action: String,
        revision: Int? = nil, attachments: FormAttachments? = nil
    ) {
        var (received, attachments) = (received, attachments)
        attachments?.addKnownFiles(to: &received.submission)
        self.form = form
        self.purpose = purpose
        self.action = action
        self.revision = revision
        self.base = base
        self.unread = unread
        self.received = received
        self.attachments = attachments
        (record, state) = form.bind(received.submission, to: base, in: EnvironmentValues(purpose))
    }

    /// The good files that came and aren't on disk yet, with the names of their fields.
    var newFiles: [(name: String, content: AttachmentContent)] {
        if received.isWithoutFiles { return [] }
        return listing.fields.compactMap { field in
            guard field.file?.digest.isEmpty == true else { return nil }
            let name = field.field.path.name
            return received.content(of: name).map { (name, $0) }
        }
    }

    /// Returns the attempt with its new files on disk, so that its record can name them.
    ///
    /// - Parameter files: What keeps the files on disk, with the names of their fields.
    /// - Returns: The attempt, bound anew.
    func withStoredFiles(_ files: [(name: String, hold: AttachmentHold)]) -> FormAttempt {
        guard !files.isEmpty else { return self }
        var attempt = self
        for (name, hold) in files {
            attempt.received.submission.files.keep(name, digest: hold.digest)
        }
        (attempt.record, attempt.state) = form.bind(
            attempt.received.submission, to: base, in: EnvironmentValues(purpose))
        let listing = attempt.listing
        for (name, hold) in files {
            let field = listing.fields.first { $0.field.path.name == name }
            guard let reference = field?.file else { continue }
            attempt.attachments?.replace(
                name, with: PendingUpload(hold: hold, reference: reference))
        }
        return attempt
    }

    /// Whether a page of the service sent the form.
    var isFromPage: Bool { received.isFromPage }

    /// Whether the form is to be saved, and is valid.
    var isToBeSaved: Bool { state.press == .save && state.errors.isEmpty }

    /// Drops the uploads that were kept for the form, once the record names them.
    func dropUploads() { attachments?.dropUploads() }

    /// The fields as they were submitted.
    var listing: FormListing {
        form.list(record, in: EnvironmentValues(purpose)).showing(unread.staying(after: state))
    }

    /// Answers a form that isn't to be saved; `nil` for one that is.
    ///
    /// Another site sent it, it isn't valid, or another button than Save was pressed.
    func refusal(_ context: RequestContext) -> Response? {
        if context.isCrossSite { return answer(.crossSite, context) }
        return isToBeSaved ? nil : answerAgain(context)
    }

    /// Answers a form that isn't valid, or for which another button than Save was pressed.
    func answerAgain(_ context: RequestContext) -> Response {
        showAgain(state.intent == nil ? .unprocessableContent : .ok, context)
    }

    /// Compares the submission with a record.
    ///
    /// - Parameter other: The fields of the record.
    /// - Returns: An error for each field that differs, with the record's value in words; none for
    ///   files.
    func differences(from other: FormListing) -> [FieldError] {
        let others = Dictionary(
            other.fields.map { ($0.field.path.name, $0) }, uniquingKeysWith: { first, _ in first })
        return listing.fields.compactMap { typed in
            let path = typed.field.path
            guard let saved = others[path.name], saved.jsonKind != .file,
                RawText(saved.text) != RawText(typed.text)
            else { return nil }
            let words: Phrase =
                saved.text.utf8.isEmpty ? "Saved now: nothing" : "Saved now: \(saved.text)"
            return FieldError(path, .conflict, words.plainText)
        }
    }

    /// Answers a problem of the whole form; a page keeps what was typed.
    func answer(_ problem: Problem, _ context: RequestContext) -> Response {
        guard context.kind == .html else { return context.answer(problem) }
        var attempt = self
        attempt.state.errors = [FieldError(nil, .custom, problem.detail)] + problem.errors
        attempt.state.press = .save
        return attempt.showAgain(problem.status, context)
    }

    /// Shows the form again with everything that was typed, or tells its errors.
    private func showAgain(_ status: Status, _ context: RequestContext) -> Response {
        switch context.kind {
        case .html:
            let hidden = revision.map { ("_revision" as StaticString, String($0)) }
            var state = state
            if let attachments { state.files = attachments.shown(state.files) }
            let content = form.render(
                record, state,
                target: HTMLRenderer.Target(action: action, hidden: hidden.map { [$0] } ?? []),
                in: EnvironmentValues(purpose))
            return context.page(status, content, errors: state.errors, isPersonal: true)
        case .json where status == .ok:
            return context.json(
                status, .object(["errors": state.errors.document]), isPersonal: true)
        case .json:
            return context.answer(
                Problem(status, "Some fields need another look", errors: state.errors))
        case .text:
            let text = listing.errorText(state, postingTo: context.url(action))
            return context.text(status, text, isPersonal: true)
        }
    }
}
