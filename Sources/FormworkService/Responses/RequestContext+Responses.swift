internal import Formwork
internal import FormworkHTTP
internal import Groundwork

extension RequestContext {
    /// Makes a response: the one function that every answer of the service passes.
    ///
    /// A test reads that no other file makes one. What all answers need, such as another header field
    /// or a compressed body, belongs here.
    private func response(
        _ status: Status, _ headers: Headers, _ body: Response.Body = .empty
    ) -> Response {
        Response(status, headers: headers, body: body)
    }

    /// Answers with a page of one component.
    func page(
        _ status: Status, _ content: some Component, notice: Phrase? = nil,
        isPersonal: Bool = false
    ) -> Response {
        page(status, RenderedContent(content), notice: notice, isPersonal: isPersonal)
    }

    /// Answers with a page of rendered content.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - content: The content of `main`.
    ///   - errors: What is wrong with a submission, for the summary at the top.
    ///   - notice: What has been done, shown once above the page.
    ///   - isPersonal: Whether the page holds what only this person may see.
    /// - Returns: The answer.
    func page(
        _ status: Status, _ content: RenderedContent, errors: [FieldError] = [],
        notice: Phrase? = nil, isPersonal: Bool = false
    ) -> Response {
        let html = layout.html(content, self, errors: errors, notice: notice)
        let isPersonal = isPersonal || notice != nil
        return response(status, ResponseHeaders.page[isPersonal: isPersonal], .bytes(html))
    }

    /// Answers with a JSON document.
    func json(_ status: Status, _ document: JSON, isPersonal: Bool) -> Response {
        response(
            status, ResponseHeaders.document[isPersonal: isPersonal],
            .bytes(document.bytes + [UInt8(ascii: "\n")]))
    }

    /// Answers with lines of text, with their control characters escaped.
    func text(_ status: Status, _ text: String, isPersonal: Bool) -> Response {
        response(
            status, ResponseHeaders.text[isPersonal: isPersonal],
            .bytes(Array(TerminalText.shown(text).utf8)))
    }

    /// Answers with a problem in the kind that the client asks for; no cache keeps it.
    func answer(_ problem: Problem) -> Response {
        var answer: Response
        switch kind {
        case .html:
            answer = page(
                problem.status, ProblemPage(problem: problem, origin: referringPath),
                isPersonal: true)
        case .json:
            answer = json(problem.status, problem.document, isPersonal: true)
            answer.headers.set(.contentType, MediaType.problemJSON.essence)
        case .text: answer = text(problem.status, problem.text, isPersonal: true)
        }
        answer.headers.append(problem.headers)
        return answer
    }

    /// Sends the client to another path with GET.
    func seeOther(_ path: String) -> Response {
        var answer = redirect(.seeOther, to: path)
        answer.headers.add(.cacheControl, "no-store")
        return answer
    }

    /// Sends the client to another path.
    func redirect(_ status: Status, to path: String) -> Response {
        var headers = ResponseHeaders.common
        headers.add(.location, path)
        return response(status, headers)
    }

    /// Answers that something was done, without content.
    func noContent() -> Response { response(.noContent, ResponseHeaders.common) }

    /// Answers which methods a path has.
    func options(allowed: String) -> Response { response(.noContent, [.allow: allowed]) }

    /// Answers with a file, or with the part of it that the request asks for.
    func file(_ answer: Response) -> Response {
        response(answer.status, answer.headers, answer.body)
    }

    /// Gives an answer the tag of the state that it holds, and evaluates the conditions of the request.
    ///
    /// - Parameters:
    ///   - answer: The answer to the same request without conditions, or to one that has changed
    ///     something already.
    ///   - tag: The tag of the state.
    /// - Returns: The answer; 304 or 412 where the conditions of a GET or HEAD say so (RFC 9110,
    ///   section 13.2.2).
    func tagged(_ answer: Response, _ tag: EntityTag) -> Response {
        var answer = answer
        answer.headers.add(.etag, tag.description)
        guard request.method == .get || request.method == .head else { return answer }
        let state = SelectedRepresentation(tag: tag, modified: nil, length: 0)
        switch state.outcome(of: request) {
        case .whole, .part, .rangeNotSatisfiable: return answer
        case .notModified:
            answer.headers.remove(.contentType)
            return response(.notModified, answer.headers)
        case .preconditionFailed:
            return self.answer(
                Problem(.preconditionFailed, "This isn\u{2019}t the state that you named"))
        }
    }
}
