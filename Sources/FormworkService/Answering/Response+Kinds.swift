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

    /// Answers a page.
    static func page(_ status: Status, _ html: [UInt8], isPersonal: Bool) -> Response {
        var response = content(status, .html, html, isPersonal: isPersonal)
        response.headers.add(.contentSecurityPolicy, pagePolicy)
        response.headers.add(.xFrameOptions, "DENY")
        response.headers.add(
            .permissionsPolicy,
            "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()")
        return response
    }

    /// Answers a JSON document.
    static func json(_ status: Status, _ document: JSON, isPersonal: Bool) -> Response {
        content(status, .json, document.bytes + [UInt8(ascii: "\n")], isPersonal: isPersonal)
    }

    /// Answers lines of text.
    static func text(_ status: Status, _ text: String, isPersonal: Bool) -> Response {
        content(status, .plainText, Array(text.utf8), isPersonal: isPersonal)
    }

    /// Sends the client to another path with GET.
    static func seeOther(_ path: String) -> Response {
        var headers = commonHeaders
        headers.add(.location, path)
        headers.add(.cacheControl, "no-store")
        return Response(.seeOther, headers: headers)
    }

    private static func content(
        _ status: Status, _ type: MediaType, _ bytes: [UInt8], isPersonal: Bool
    ) -> Response {
        var headers = commonHeaders
        let charset = type.isSameKind(as: .json) ? "" : "; charset=utf-8"
        headers.add(.contentType, type.essence + charset)
        headers.add(.vary, "Accept, Cookie")
        headers.add(.cacheControl, isPersonal ? "no-store" : "no-cache")
        return Response(status, headers: headers, body: .bytes(bytes))
    }
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
                problem.status, ProblemPage(problem: problem), self, isPersonal: true)
        case .json:
            response = .json(problem.status, problem.document, isPersonal: true)
            response.headers.set(.contentType, MediaType.problemJSON.essence)
        case .text:
            let lines = [problem.detail] + problem.errors.map { "\($0.field): \($0.message)" }
            response = .text(
                problem.status, lines.joined(separator: "\n") + "\n", isPersonal: true)
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

    /// Writes the status as a number, its words as the heading, and the sentence.
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
        visitor.markup("</section>")
    }
}
