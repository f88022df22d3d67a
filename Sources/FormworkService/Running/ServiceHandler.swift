internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import FormworkStore
internal import Groundwork

/// Leads each request to its route, and answers for all that have none.
struct ServiceHandler: Handler {
    let router: Router<Route>
    let files: StaticFiles
    let layout: PageLayout
    let origins: CrossOriginPolicy
    let hosts: HostPolicy
    let isSecure: Bool

    /// Answers one request.
    func answer(_ request: Request) -> Answer {
        let kind = ContentKind.preferred(by: request)
        guard request.method.isKnown else {
            return problem(
                Problem(.notImplemented, "There is no method \(request.method) here"), request, kind
            )
        }
        guard hosts.accepts(request) else {
            return problem(
                Problem(.misdirectedRequest, "This service is not known by that name"), request,
                kind)
        }
        if request.target.form == .asterisk {
            return .now(Response(.noContent, headers: ["Allow": "GET, HEAD, OPTIONS, POST"]))
        }
        switch router.match(request.method, request.target.segments) {
        case .found(let route, let parameters):
            return answer(route, request, parameters, kind)
        case .options(let allowed):
            return .now(Response(.noContent, headers: [.allow: allowed.list]))
        case .methodNotAllowed(let allowed):
            return problem(
                Problem(
                    .methodNotAllowed, "This can be asked with \(allowed.list) alone",
                    headers: [.allow: allowed.list]), request, kind)
        case .notFound:
            if let response = files.answer(request) { return .now(response) }
            if let path = pathWithoutSlash(request) {
                var headers = Response.commonHeaders
                headers.add(.location, path)
                return .now(Response(.permanentRedirect, headers: headers))
            }
            return problem(Problem(.notFound, "There is nothing at this address"), request, kind)
        }
    }

    private func answer(
        _ route: Route, _ request: Request, _ parameters: RouteParameters, _ kind: ContentKind?
    ) -> Answer {
        if case .plain(let answer) = route { return .now(answer(request)) }
        guard let kind else {
            return problem(
                Problem(
                    .notAcceptable,
                    "This can be had as text/html, application/json and text/plain alone"),
                request, .text)
        }
        let exchange = exchange(request, parameters, kind)
        do throws(Problem) {
            switch route {
            case .plain(let answer): return .now(answer(request))
            case .now(let answer): return .now(try answer(exchange))
            case .later(let answer):
                switch try answer(exchange) {
                case .now(let response): return .now(response)
                case .later(let begin):
                    return .later { reply in begin { reply.resume($0) } }
                }
            }
        } catch {
            return .now(exchange.answer(error))
        }
    }

    /// Answers a request that couldn't be read, or whose answer failed.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - request: The request, as far as there is one.
    ///   - reason: What is wrong with it, in plain words.
    /// - Returns: The answer, in the kind that the client asks for.
    func failure(_ status: Status, _ request: Request?, _ reason: String) -> Response {
        guard let request else { return .text(status, reason + "\n", isPersonal: true) }
        let problem = Problem(status, reason)
        return exchange(
            request, nil, ContentKind.preferred(by: request) ?? .text
        ).answer(problem)
    }

    private func problem(_ problem: Problem, _ request: Request, _ kind: ContentKind?) -> Answer {
        .now(exchange(request, nil, kind ?? .text).answer(problem))
    }

    private func exchange(
        _ request: Request, _ parameters: RouteParameters?, _ kind: ContentKind
    ) -> Exchange {
        Exchange(
            request: request, parameters: parameters, kind: kind, layout: layout,
            isSecure: isSecure, isCrossSite: origins.isCrossSite(request, isSecure: isSecure))
    }

    /// The path of a route that was asked for with a solidus too many.
    private func pathWithoutSlash(_ request: Request) -> String? {
        let segments = request.target.segments
        guard segments.count > 1, segments.last?.isEmpty == true,
            case .found = router.match(.get, segments.dropLast()),
            request.target.rawPath.hasSuffix("/"), !request.target.rawPath.hasPrefix("//")
        else { return nil }
        let query = request.target.query.map { "?" + $0 } ?? ""
        return String(request.target.rawPath.dropLast()) + query
    }
}

extension [Method] {
    /// The methods as the value of `Allow`.
    fileprivate var list: String { map(\.rawValue).joined(separator: ", ") }
}

/// Which names the service answers to, where its public origins are known.
struct HostPolicy: Sendable {
    private let hosts: Set<String>?

    /// Knows the names of the origins and the address that is listened on.
    ///
    /// - Parameters:
    ///   - origins: The public origins; without any, every name is good.
    ///   - listening: The host and port that the service listens on.
    init(origins: [String], listening: (host: String, port: Int)) {
        guard !origins.isEmpty else {
            hosts = nil
            return
        }
        let names = origins.compactMap { $0.split(separator: "/").last?.lowercased() }
        let own = ["127.0.0.1", "localhost", "[::1]", listening.host]
        hosts = Set(names + own.flatMap { [$0, "\($0):\(listening.port)"] })
    }

    /// Whether a request is meant for this service.
    func accepts(_ request: Request) -> Bool {
        guard let hosts, let authority = request.authority else { return true }
        return hosts.contains(authority.lowercased())
    }
}
