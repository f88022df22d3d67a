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

    let kind: Kind
    let answer: @Sendable (RequestContext) throws(Problem) -> Answer

    /// Answers at once.
    static func now(
        _ answer: @escaping @Sendable (RequestContext) throws(Problem) -> Response
    ) -> Route {
        Route(kind: .negotiated) { context throws(Problem) in .now(try answer(context)) }
    }

    /// Answers at once or when the disk is done.
    static func later(
        _ answer: @escaping @Sendable (RequestContext) throws(Problem) -> Answer
    ) -> Route {
        Route(kind: .negotiated, answer: answer)
    }

    /// Answers a filled-in form, at once or when the disk is done.
    static func form(
        _ answer: @escaping @Sendable (RequestContext) throws(Problem) -> Answer
    ) -> Route {
        Route(kind: .form, answer: answer)
    }

    /// Answers with a file; an error without a body becomes a problem with words.
    static func file(
        _ answer: @escaping @Sendable (RequestContext) throws(Problem) -> Response
    ) -> Route {
        Route(kind: .file) { context throws(Problem) in
            let response = try answer(context)
            if let problem = Problem(ofFile: response) { throw problem }
            return .now(response)
        }
    }

    /// Answers the operator.
    static func plain(_ answer: @escaping @Sendable (RequestContext) -> Response) -> Route {
        Route(kind: .plain) { context in .now(answer(context)) }
    }
}
