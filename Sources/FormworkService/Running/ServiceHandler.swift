internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import FormworkStore
internal import Groundwork
internal import System

/// Leads each request to its route, and answers for all that have none.
struct ServiceHandler: Handler {
    let router: Router<Route>
    let files: StaticFiles
    let layout: PageLayout
    let origins: CrossOriginPolicy
    let hosts: HostPolicy
    let limits = Limits()
    /// Whether browsers reach the service by https, where no trusted proxy says how they came.
    let isSecure: Bool

    /// Puts together what a service consists of, and the two probes.
    ///
    /// - Parameters:
    ///   - settings: How the service runs.
    ///   - service: What it consists of.
    ///   - store: Where its records are.
    ///   - stop: What says that it is about to stop.
    /// - Throws: `ServeFailure` for an origin that no request can match.
    init(
        _ settings: Settings, _ service: Service, _ store: Store, _ stop: StopSwitch
    ) throws(ServeFailure) {
        let known: [Origin]
        do {
            known = try settings.readOrigins.get()
        } catch {
            throw ServeFailure("--origin \(error)", exitCode: 64)
        }
        var router = Router<Route>()
        let uploads = Uploads(mostBytes: settings.filesQuota / Self.shareOfUploads)
        for add in service.parts { add(store, uploads, &router) }
        router.add(.get, "/healthz", .plain { _ in .text(.ok, "ok\n", isPersonal: true) })
        router.add(.get, "/readyz", .plain { _ in Self.readiness(store, stop) })
        self.router = router
        let notices = OperatorNotices()
        files = StaticFiles(
            root: settings.publicFolder, embedded: .pageAssets,
            closed: Store.identity(of: settings.dataFolder)
        ) { error in
            // Without the path: there may be as many as clients can think of.
            notices.tell(
                "formwork: a file of \(settings.publicFolder) can't be read: \(error.reason)")
        }
        layout = PageLayout(name: service.name, navigation: service.navigation)
        origins = CrossOriginPolicy(trustedOrigins: known)
        hosts = HostPolicy(
            origins: known, listening: settings.host, machine: ServiceProcess.machineName)
        isSecure = !known.isEmpty && known.allSatisfy(\.isSecure)
    }

    /// Files of forms that weren't saved may take one part in so many of the room for files.
    private static let shareOfUploads = 4

    /// Answers one request.
    func answer(_ request: Request) -> Answer {
        switch pendingAnswer(request) {
        case .now(let response): .now(response)
        case .later(let begin): .later { reply in begin { reply.resume($0) } }
        }
    }

    /// Takes long forms in parts as files; they are read in pieces.
    func takesFile(for head: Request) -> Bool {
        MediaType.sent(with: head)?.isSameKind(as: .formData) == true
    }

    /// Leads a request to its route, and answers one that has none.
    func pendingAnswer(_ request: Request) -> PendingAnswer {
        let kind = ContentKind.preferred(by: request)
        do throws(Problem) {
            return try pendingAnswer(request, kind)
        } catch {
            return .now(exchange(request, nil, kind ?? .text).answer(error))
        }
    }

    private func pendingAnswer(
        _ request: Request, _ kind: ContentKind?
    ) throws(Problem) -> PendingAnswer {
        switch try lead(request, kind) {
        case .answer(let response): .now(response)
        case .route(let route, let parameters): try follow(route, request, parameters, kind)
        }
    }

    /// Refuses what the head alone decides, so that no body of it is waited for.
    func refusal(of head: Request) -> Response? {
        let kind = ContentKind.preferred(by: head)
        do throws(Problem) {
            _ = try lead(head, kind)
            return nil
        } catch {
            return exchange(head, nil, kind ?? .text).answer(error)
        }
    }

    /// Where the head of a request leads.
    private enum Lead {
        /// To an answer that needs no body.
        case answer(Response)
        /// To a route that nothing in the head stands in the way of.
        case route(Route, RouteParameters)
    }

    private func lead(_ request: Request, _ kind: ContentKind?) throws(Problem) -> Lead {
        guard request.method.isKnown else {
            throw Problem(.notImplemented, "There is no method \(request.method) here")
        }
        let match = router.match(request.method, request.target.segments)
        if case .found(.plain, _) = match {
        } else if !hosts.accepts(request) {
            throw Problem(
                .misdirectedRequest,
                "This service is not known by that name; --origin says under which it is")
        }
        guard !request.target.isHTTPS || request.isSecure ?? isSecure else {
            throw Problem(.misdirectedRequest, "This connection is not secured as https asks for")
        }
        if request.target.form == .asterisk {
            return .answer(Response(.noContent, headers: ["Allow": "GET, HEAD, OPTIONS, POST"]))
        }
        switch match {
        case .found(let route, let parameters):
            try check(request, for: route, kind)
            return .route(route, parameters)
        case .options(let allowed):
            return .answer(Response(.noContent, headers: [.allow: allowed.list]))
        case .methodNotAllowed(let allowed):
            throw Problem(
                .methodNotAllowed, "This can be asked with \(allowed.list) alone",
                headers: [.allow: allowed.list])
        case .notFound:
            if let response = files.answer(request) { return .answer(try checked(response)) }
            guard let path = pathWithoutSlash(request) else {
                throw Problem(.notFound, "There is nothing at this address")
            }
            var headers = Response.commonHeaders
            headers.add(.location, path)
            return .answer(Response(.permanentRedirect, headers: headers))
        }
    }

    /// Refuses what a route can't take, whatever is in the body.
    private func check(_ request: Request, for route: Route, _ kind: ContentKind?) throws(Problem) {
        let isCrossSite = origins.isCrossSite(request, isSecure: request.isSecure ?? isSecure)
        // Pages send forms with POST alone, and only a page can show them again.
        let isKept = route.keepsWhatWasTyped && request.method == .post && kind == .html
        guard !isCrossSite || isKept else { throw .crossSite }
        switch route {
        case .plain, .file: break
        case .now, .later: _ = try acceptable(kind)
        case .form:
            _ = try acceptable(kind)
            try SentForm.check(request)
        }
    }

    /// Gives words to what a file can't be had with, so that it is told in the kind asked for.
    private func checked(_ response: Response) throws(Problem) -> Response {
        let words: String
        switch response.status {
        case .methodNotAllowed: words = "A file can only be read, with GET and HEAD"
        case .preconditionFailed: words = "The file isn\u{2019}t the one that the request names"
        case .rangeNotSatisfiable: words = "The file has no bytes where the request wants some"
        case .serviceUnavailable: words = "The file can\u{2019}t be read at the moment"
        default: return response
        }
        throw Problem(response.status, words, headers: response.headers)
    }

    private func follow(
        _ route: Route, _ request: Request, _ parameters: RouteParameters, _ kind: ContentKind?
    ) throws(Problem) -> PendingAnswer {
        switch route {
        case .plain(let answer): return .now(answer(request))
        case .file(let answer):
            return .now(try checked(answer(exchange(request, parameters, kind ?? .text))))
        case .now(let answer):
            return .now(try answer(exchange(request, parameters, try acceptable(kind))))
        case .later(let answer), .form(let answer):
            return try answer(exchange(request, parameters, try acceptable(kind)))
        }
    }

    private func acceptable(_ kind: ContentKind?) throws(Problem) -> ContentKind {
        guard let kind else {
            throw Problem(
                .notAcceptable,
                "This can be had as text/html, application/json and text/plain alone")
        }
        return kind
    }

    /// Answers a request that couldn't be read, or whose answer failed.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - request: The request without its body, if its first line could be read.
    ///   - headers: Its header fields, as far as they could be read.
    ///   - reason: What is wrong with it, in plain words; where the fault lies here, they are for the
    ///     operator, and the client is given an id to ask by.
    /// - Returns: The answer, in the kind that the client asks for.
    func failure(
        _ status: Status, _ request: Request?, _ headers: Headers, _ reason: String
    ) -> Response {
        var reason = reason
        if status == .internalServerError {
            let id = Base64.encodeURL(randomBytes(6))
            ServiceProcess.writeErrorLine("error \(id): \(reason)")
            reason = "Something went wrong here; the operator finds it as error \(id)"
        }
        let problem = Problem(status, wording(status, request) ?? reason)
        if let request {
            var kind = ContentKind.preferred(by: request) ?? .text
            // Browsers say what they take. What says nothing, or couldn't be read so far, is none.
            let isSilent = request.headers.list(.accept) == nil
            if isSilent, kind == .html, status != .internalServerError { kind = .text }
            return exchange(request, nil, kind).answer(problem)
        }
        let offered: [MediaType] = [.plainText, .html, .problemJSON, .json]
        let type = Accept.preferred(headers.list(.accept), among: offered) ?? .plainText
        if type.isSameKind(as: .html), let page = try? Request(target: "/", headers: headers) {
            return exchange(page, nil, .html).answer(problem)
        }
        return type.isSameKind(as: .plainText) || type.isSameKind(as: .html)
            ? .text(problem) : .json(problem)
    }

    /// Names the limit that a request is beyond, and the way back.
    private func wording(_ status: Status, _ request: Request?) -> String? {
        switch status {
        case .contentTooLarge:
            let hasFiles = request.map(takesFile) ?? false
            let most = ByteCount(hasFiles ? limits.bodyWithFiles : limits.body)
            return hasFiles
                ? "A form with its files may have at most \(most); go back and choose a smaller file"
                : "What is sent may have at most \(most); go back and shorten it"
        case .uriTooLong:
            return
                "An address may have at most \(ByteCount(limits.requestLine)); go back and shorten it"
        case .requestHeaderFieldsTooLarge:
            return
                "Header fields may have at most \(ByteCount(limits.headerSection)) and be at most"
                + " \(limits.headerFields); in a browser, delete the cookies of this site"
        case .expectationFailed:
            return "Nothing but 100-continue can be expected here; send it without Expect"
        case .requestTimeout:
            return "The request came too slowly; send it once more"
        default: return nil
        }
    }

    /// Says whether the service can save, and isn't about to stop.
    private static func readiness(_ store: Store, _ stop: StopSwitch) -> Response {
        let isWritable = store.state == .writable
        var document: JSON.Object = [
            "writable": .bool(isWritable), "stopping": .bool(stop.isPressed),
        ]
        // Damage of one record is no reason to take all others from the network.
        let unreadable = store.unreadableCount
        if unreadable > 0 { document["unreadable"] = .number(JSON.Number(unreadable)) }
        let isReady = isWritable && !stop.isPressed
        return .json(
            isReady ? .ok : .serviceUnavailable, .object(document), isPersonal: true)
    }

    private func exchange(
        _ request: Request, _ parameters: RouteParameters?, _ kind: ContentKind
    ) -> Exchange {
        let isSecure = request.isSecure ?? isSecure
        return Exchange(
            request: request, parameters: parameters, kind: kind, layout: layout,
            isSecure: isSecure, isCrossSite: origins.isCrossSite(request, isSecure: isSecure))
    }

    /// The path of a route that was asked for with a solidus too many.
    private func pathWithoutSlash(_ request: Request) -> String? {
        let segments = request.target.segments
        guard segments.count > 1, segments.last?.isEmpty == true,
            case .found = router.match(.get, segments.dropLast()),
            request.target.rawPath.utf8.last == UInt8(ascii: "/"),
            !request.target.rawPath.utf8.starts(with: "//".utf8)
        else { return nil }
        let query = request.target.query.map { "?" + $0 } ?? ""
        return String(request.target.rawPath.dropLast()) + query
    }
}

extension [Method] {
    /// The methods as the value of `Allow`.
    fileprivate var list: String { map(\.rawValue).joined(separator: ", ") }
}
