internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

/// A form as it was filled in, until it is saved or shown again.
struct FilledForm<Record: Sendable>: Sendable {
    private let form: FormDefinition<Record>
    private let purpose: FormPurpose
    private let action: String
    private let base: Record?
    private let unread: UnreadFields
    private var sent: SentForm
    private var files: FormFiles?
    private var state: FormState
    /// The record as it was submitted.
    private(set) var record: Record
    /// The revision that a page of the form sends along; `nil` where none is asked for.
    var revision: Int?

    /// Binds a submission.
    ///
    /// - Parameters:
    ///   - sent: What was sent.
    ///   - form: The form that it was sent for.
    ///   - base: The record that it changes; `nil` for the one that an empty form shows.
    ///   - unread: The fields of that record which can't be read; they stay as they are until something
    ///     is sent for them.
    ///   - purpose: What the form is shown for.
    ///   - action: The path that the form posts to.
    ///   - revision: The revision of the record that it changes.
    ///   - files: The files that the form may keep; `nil` where it has none.
    init(
        _ sent: SentForm, for form: FormDefinition<Record>, changing base: Record?,
        unread: UnreadFields = UnreadFields(), purpose: FormPurpose, action: String,
        revision: Int? = nil, files: FormFiles? = nil
    ) {
        var (sent, files) = (sent, files)
        files?.tell(&sent.submission)
        self.form = form
        self.purpose = purpose
        self.action = action
        self.revision = revision
        self.base = base
        self.unread = unread
        self.sent = sent
        self.files = files
        (record, state) = form.bind(sent.submission, to: base, in: EnvironmentValues(purpose))
    }

    /// The good files that came and aren't kept yet, with the names of their fields.
    var received: [(name: String, content: FileContent)] {
        if sent.isWithoutFiles { return [] }
        return listing.fields.compactMap { field in
            guard field.file?.digest.isEmpty == true else { return nil }
            let name = field.field.path.name
            return sent.content(of: name).map { (name, $0) }
        }
    }

    /// Takes it that files are kept now.
    ///
    /// - Parameter kept: The files that came, with the names of their fields.
    /// - Returns: The form with them in its record.
    func keeping(_ kept: [(name: String, file: KeptFile)]) -> FilledForm {
        guard !kept.isEmpty else { return self }
        var filled = self
        for (name, file) in kept { filled.sent.submission.files.keep(name, digest: file.digest) }
        (filled.record, filled.state) = form.bind(
            filled.sent.submission, to: base, in: EnvironmentValues(purpose))
        let listing = filled.listing
        for (name, file) in kept {
            let field = listing.fields.first { $0.field.path.name == name }
            guard let reference = field?.file else { continue }
            filled.files?.keep(Upload(file: file, reference: reference), for: name)
        }
        return filled
    }

    /// Whether a page of the service sent the form.
    var isFromPage: Bool { sent.isFromPage }

    /// Whether the form is to be saved, and can be.
    var isToBeSaved: Bool { state.press == .save && state.errors.isEmpty }

    /// Lets go what was kept for the form, once it is saved.
    func forgetFiles() { files?.forgetAll() }

    /// The fields as they were submitted.
    var listing: FormListing {
        form.list(record, in: EnvironmentValues(purpose)).showing(unread.staying(after: state))
    }

    /// The answer to a form that isn't saved: sent by another site, not valid, or not meant to be.
    ///
    /// - Parameter exchange: The request that is answered.
    /// - Returns: `nil` where the form is to be saved.
    func refusal(_ exchange: Exchange) -> Response? {
        if exchange.isCrossSite { return answer(.crossSite, exchange) }
        return isToBeSaved ? nil : refused(exchange)
    }

    /// The answer to a form that isn't valid, or not meant to be saved.
    ///
    /// - Parameter exchange: The request that is answered.
    /// - Returns: The form again.
    func refused(_ exchange: Exchange) -> Response {
        showAgain(state.intent == nil ? .unprocessableContent : .ok, exchange)
    }

    /// Where a record differs from what was submitted, with its values in words.
    ///
    /// - Parameter other: The fields of the record.
    /// - Returns: An error for each field that differs; files aren't told.
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
    ///
    /// - Parameters:
    ///   - problem: What went wrong.
    ///   - exchange: The request that is answered.
    /// - Returns: The answer.
    func answer(_ problem: Problem, _ exchange: Exchange) -> Response {
        guard exchange.kind == .html else { return exchange.answer(problem) }
        var filled = self
        filled.state.errors = [FieldError(nil, .custom, problem.detail)] + problem.errors
        filled.state.press = .save
        return filled.showAgain(problem.status, exchange)
    }

    /// Shows the form again with all that was typed, or what is wrong with it.
    private func showAgain(_ status: Status, _ exchange: Exchange) -> Response {
        switch exchange.kind {
        case .html:
            let hidden = revision.map { ("_revision" as StaticString, String($0)) }
            var state = state
            if let files { state.files = files.shown(state.files) }
            let content = form.render(
                record, state,
                target: HTMLRenderer.Target(action: action, hidden: hidden.map { [$0] } ?? []),
                in: EnvironmentValues(purpose))
            return exchange.layout.page(
                status, content, exchange, errors: state.errors, isPersonal: true)
        case .json where status == .ok:
            return .json(status, .object(["errors": state.errors.document]), isPersonal: true)
        case .json:
            return exchange.answer(
                Problem(status, "Some fields need another look", errors: state.errors))
        case .text:
            let text = listing.errorText(state, postingTo: exchange.url(action))
            return .text(status, text, isPersonal: true)
        }
    }
}

extension Problem {
    /// Another site made the browser send the request.
    static let crossSite = Problem(
        .forbidden,
        "This was sent from another site, so nothing was saved. If you meant it, send it from here")
}
