internal import Formwork
internal import FormworkHTTP
internal import Groundwork

extension Response {
    /// What every answer of the service carries, whatever its kind.
    static let commonHeaders: Headers = [
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "same-origin",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
    ]

    /// What a page may load and do: nothing from elsewhere, nothing inline.
    private static let pagePolicy = """
        default-src 'none'; style-src 'self'; img-src 'self' data: blob:; script-src 'self'; \
        connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; \
        object-src 'none'
        """

    private static let pageHeaders = KindHeaders(
        "text/html; charset=utf-8",
        [
            .contentSecurityPolicy: pagePolicy,
            .xFrameOptions: "DENY",
            .permissionsPolicy:
                "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
        ])
    private static let documentHeaders = KindHeaders("application/json")
    private static let textHeaders = KindHeaders("text/plain; charset=utf-8")

    /// Answers a page.
    static func page(_ status: Status, _ html: [UInt8], isPersonal: Bool) -> Response {
        Response(status, headers: pageHeaders[isPersonal: isPersonal], body: .bytes(html))
    }

    /// Answers a JSON document.
    static func json(_ status: Status, _ document: JSON, isPersonal: Bool) -> Response {
        Response(
            status, headers: documentHeaders[isPersonal: isPersonal],
            body: .bytes(document.bytes + [UInt8(ascii: "\n")]))
    }

    /// Answers lines of text, of which a terminal obeys none.
    static func text(_ status: Status, _ text: String, isPersonal: Bool) -> Response {
        Response(
            status, headers: textHeaders[isPersonal: isPersonal],
            body: .bytes(Array(TerminalText.shown(text).utf8)))
    }

    /// Answers a problem as a JSON document.
    static func json(_ problem: Problem) -> Response {
        var response = json(problem.status, problem.document, isPersonal: true)
        response.headers.set(.contentType, MediaType.problemJSON.essence)
        return response
    }

    /// Answers a problem in lines of text.
    static func text(_ problem: Problem) -> Response {
        let lines = [problem.detail] + problem.errors.map { "\($0.field): \($0.message)" }
        return text(problem.status, lines.joined(separator: "\n") + "\n", isPersonal: true)
    }

    /// Sends the client to another path with GET.
    static func seeOther(_ path: String) -> Response {
        var headers = commonHeaders
        headers.add(.location, path)
        headers.add(.cacheControl, "no-store")
        return Response(.seeOther, headers: headers)
    }
}

/// The header fields of all answers of one kind, put together once.
private struct KindHeaders: Sendable {
    private var common: Headers
    private var personal: Headers

    init(_ contentType: String, _ more: Headers = [:]) {
        var headers = Response.commonHeaders
        headers.add(.contentType, contentType)
        headers.add(.vary, "Accept, Cookie")
        for (name, value) in more.pairs {
            if let name = HeaderName(name) { headers.add(name, value) }
        }
        (common, personal) = (headers, headers)
        common.add(.cacheControl, "no-cache")
        personal.add(.cacheControl, "no-store")
    }

    /// The fields of an answer that holds what only this person may see, or of one that doesn't.
    subscript(isPersonal isPersonal: Bool) -> Headers { isPersonal ? personal : common }
}

extension Exchange {
    /// Answers a problem in the kind that the client asks for.
    ///
    /// - Parameter problem: What went wrong.
    /// - Returns: The answer, which is never kept by a cache.
    func answer(_ problem: Problem) -> Response {
        var response: Response
        switch kind {
        case .html:
            response = layout.page(
                problem.status, ProblemPage(problem: problem, origin: referringPath), self,
                isPersonal: true)
        case .json: response = .json(problem)
        case .text: response = .text(problem)
        }
        for (name, value) in problem.headers.pairs {
            if let name = HeaderName(name) { response.headers.add(name, value) }
        }
        return response
    }
}

/// The page that says what went wrong.
struct ProblemPage: Component {
    let problem: Problem
    /// The path of the page that the request came from; `nil` where that isn't known.
    let origin: String?

    /// Writes the status as a number, its words as the heading, the sentence, and the way back.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        let problem = component.problem
        visitor.markup("<section class=\"problem\"><p class=\"code\">")
        visitor.text(String(problem.status.rawValue))
        visitor.markup("</p>")
        Text.walk(Text(problem.status.reasonPhrase).font(.largeTitle), in: environment, &visitor)
        Text.walk(Text(problem.detail), in: environment, &visitor)
        if let origin = component.origin {
            visitor.markup("<p class=\"text\">")
            Link.walk(
                Link("Back to the page before", destination: origin), in: environment, &visitor)
            visitor.markup("</p>")
        }
        visitor.markup("</section>")
    }
}
