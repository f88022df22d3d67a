internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import FormworkServer
internal import FormworkStore
internal import Groundwork
internal import System

/// Leads each request to its route, and answers those that have no route.
struct ServiceHandler: Handler {
    let router: Router<Route>
    let files: StaticFiles
    let layout: PageLayout
    let origins: CrossOriginPolicy
    let hosts: HostPolicy
    let limits = Limits()
    /// Whether browsers reach the service by https, for a request of which no trusted proxy says so.
    let isSecure: Bool

    /// Puts together the routes of a service, and two for the operator: `/healthz` and `/readyz`.
    ///
    /// - Parameters:
    ///   - settings: How the service runs.
    ///   - service: What it consists of.
    ///   - store: Has its records.
    ///   - stop: Says whether the service is about to stop.
    /// - Throws: `ServeFailure` for an origin that no request can match.
    init(
        _ settings: Settings, _ service: Service, _ store: any RecordStore, _ stop: StopSwitch
    ) throws(ServeFailure) {
        let known: [Origin]
        do {
            known = try settings.readOrigins.get()
        } catch {
            throw ServeFailure("--origin \(error)", exitCode: ExitCode.usage)
        }
        var router = Router<Route>()
        let uploads = PendingUploads(mostBytes: settings.filesQuota / Self.shareOfUploads)
        for add in service.parts { add(store, uploads, &router) }
        router.add(.get, "/healthz", .plain { $0.text(.ok, "ok\n", isPersonal: true) })
        router.add(.get, "/readyz", .plain { $0.readiness(of: store, stop) })
        self.router = router
        let notices = OperatorNotices()
        files = StaticFiles(
            root: settings.publicFolder, embedded: .pageAssets,
            closed: Store.identity(of: settings.dataFolder)
        ) { error in
            // Without the path: clients could make up any number of them.
            notices.tell(
                "formwork: a file of \(settings.publicFolder) can't be read: \(error.reason)")
        }
        layout = PageLayout(name: service.name, navigation: service.navigation)
        origins = CrossOriginPolicy(trustedOrigins: known)
        hosts = HostPolicy(
            origins: known, listening: settings.host, machine: ServiceProcess.machineName)
        isSecure = !known.isEmpty && known.allSatisfy(\.isSecure)
    }

    /// Uploads of forms that weren't saved may take one part in this many of the quota of files.
    private static let shareOfUploads = 4

    /// Answers one request.
    func answer(_ request: Request) -> Answer {
        var context = context(request)
        do throws(Problem) {
            switch try destination(of: &context) {
            case .answer(let response): return .now(response)
            case .route(let route): return route.answer(context)
            }
        } catch {
            return .now(context.answer(error))
        }
    }

    /// Refuses a request by its head, so that its body needn't be sent.
    func refusal(of head: Request) -> Response? {
        var context = context(head)
        do throws(Problem) {
            _ = try destination(of: &context)
            return nil
        } catch {
            return context.answer(error)
        }
    }

    /// Lets long forms in parts come as files; they are read in pieces.
    func takesFile(for head: Request) -> Bool {
        head.contentType?.isSameKind(as: .formData) == true
    }

    /// Gathers what is known of a request.
    func context(_ request: Request) -> RequestContext {
        RequestContext(
            request, layout: layout, isSecure: request.isSecure ?? isSecure, origins: origins)
    }
}

extension ServiceHandler {
    /// Where the head of a request leads.
    private enum Destination {
        /// To an answer that needs no body.
        case answer(Response)
        /// To a route, with nothing in the head that forbids it.
        case route(Route)
    }

    /// Finds where the head of a request leads, and gives the context the parameters of the path.
    private func destination(
        of context: inout RequestContext
    ) throws(Problem) -> Destination {
        let request = context.request
        guard request.method.isKnown else {
            throw Problem(.notImplemented, "There is no method \(request.method) here")
        }
        let match = router.match(request.method, request.target.segments)
        try checkHost(of: context, match)
        if request.target.form == .asterisk {
            return .answer(context.options(allowed: "GET, HEAD, OPTIONS, POST"))
        }
        switch match {
        case .found(let route, let parameters):
            try check(context, for: route.kind)
            context.parameters = parameters
            return .route(route)
        case .options(let allowed):
            return .answer(context.options(allowed: allowed.list))
        case .methodNotAllowed(let allowed):
            throw Problem(
                .methodNotAllowed, "This can be asked with \(allowed.list) alone",
                headers: [.allow: allowed.list])
        case .notFound:
            return .answer(try answerWithoutRoute(context))
        }
    }

    /// Refuses a request that is meant for another host, or for a secured connection.
    private func checkHost(
        of context: RequestContext, _ match: Router<Route>.Match
    ) throws(Problem) {
        if case .found(let route, _) = match, case .plain = route.kind {
        } else if !hosts.accepts(context.request) {
            throw Problem(
                .misdirectedRequest,
                "This service is not known by that name; --origin says under which it is")
        }
        guard !context.request.target.isHTTPS || context.isSecure else {
            throw Problem(.misdirectedRequest, "This connection is not secured as https asks for")
        }
    }

    /// Refuses a request that its route can't take, whatever is in the body.
    private func check(_ context: RequestContext, for kind: Route.Kind) throws(Problem) {
        if context.isCrossSite {
            // Pages send forms with POST alone, and only a page can show them again.
            guard case .form = kind, context.request.method == .post, context.isAcceptable,
                context.kind == .html
            else { throw .crossSite }
        }
        switch kind {
        case .plain, .file: return
        case .negotiated, .form:
            guard context.isAcceptable else {
                throw Problem(
                    .notAcceptable,
                    "This can be had as text/html, application/json and text/plain alone")
            }
        }
        if case .form = kind { try ReceivedForm.checkHead(context) }
    }

    /// Answers with a file, or sends a path that ends with a needless solidus to its route.
    private func answerWithoutRoute(_ context: RequestContext) throws(Problem) -> Response {
        if let response = files.answer(context.request) {
            if let problem = Problem(ofFile: response) { throw problem }
            return context.file(response)
        }
        guard let path = pathWithoutSlash(context.request) else {
            throw Problem(.notFound, "There is nothing at this address")
        }
        return context.redirect(.permanentRedirect, to: path)
    }

    /// The path of a route without the solidus behind it; `nil` where no route has that path.
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

extension RequestContext {
    /// Answers whether the service can save and isn't about to stop.
    fileprivate func readiness(of store: any RecordStore, _ stop: StopSwitch) -> Response {
        let isWritable = store.state == .writable
        var document: JSON.Object = [
            "writable": .bool(isWritable), "stopping": .bool(stop.isPressed),
        ]
        // Damage of one record is no reason to take all others from the network.
        let unreadable = store.unreadableCount
        if unreadable > 0 { document["unreadable"] = .number(JSON.Number(unreadable)) }
        let isReady = isWritable && !stop.isPressed
        return json(
            isReady ? .ok : .serviceUnavailable, .object(document), isPersonal: true)
    }
}

extension [Method] {
    /// The methods as the value of `Allow`.
    fileprivate var list: String { map(\.rawValue).joined(separator: ", ") }
}
