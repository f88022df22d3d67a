internal import FormworkHTTP
internal import FormworkServer

/// The function that a method and a path lead to, and what must hold before it is called.
///
/// A request with an unsafe method that another site made a browser send is refused before each of
/// them but a `form`.
struct Route: Sendable {
    /// What must hold of a request.
    enum Kind: Sendable {
        /// The client takes HTML, JSON or plain text.
        case negotiated
        /// The same, and the body can be read as a form.
        ///
        /// The function refuses by itself a form that another site made a browser send, on a page that
        /// keeps what was typed.
        case form
        /// Nothing: the answer is a file, which has one type whatever `Accept` says.
        case file
        /// Nothing: the answer is for the operator, under any host name, whatever `Accept` says.
        case plain
    }

    /// Makes the response.
    private enum Work: Sendable {
        case atOnce(@Sendable (RequestContext) throws(Problem) -> Response)
        case waiting(@Sendable (RequestContext) async throws(Problem) -> Response)
    }

    let kind: Kind
    private let work: Work

    /// Answers without a look at the records.
    static func now(
        _ work: @escaping @Sendable (RequestContext) throws(Problem) -> Response
    ) -> Route {
        Route(kind: .negotiated, work: .atOnce(work))
    }

    /// Answers when the records are read or changed.
    static func later(
        _ work: @escaping @Sendable (RequestContext) async throws(Problem) -> Response
    ) -> Route {
        Route(kind: .negotiated, work: .waiting(work))
    }

    /// Answers a filled-in form.
    static func form(
        _ work: @escaping @Sendable (RequestContext) async throws(Problem) -> Response
    ) -> Route {
        Route(kind: .form, work: .waiting(work))
    }

    /// Answers with a file; an error without a body becomes a problem with words.
    static func file(
        _ work: @escaping @Sendable (RequestContext) async throws(Problem) -> Response
    ) -> Route {
        Route(
            kind: .file,
            work: .waiting { context throws(Problem) in
                let response = try await work(context)
                if let problem = Problem(ofFile: response) { throw problem }
                return response
            })
    }

    /// Answers the operator.
    static func plain(_ work: @escaping @Sendable (RequestContext) -> Response) -> Route {
        Route(kind: .plain, work: .atOnce(work))
    }

    /// Answers a request; a problem is an answer too.
    func answer(_ context: RequestContext) -> Answer {
        switch work {
        case .atOnce(let work):
            do throws(Problem) {
                return .now(try work(context))
            } catch {
                return .now(context.answer(error))
            }
        case .waiting(let work):
            return .later {
                do throws(Problem) {
                    return try await work(context)
                } catch {
                    return context.answer(error)
                }
            }
        }
    }
}
