internal import FormworkHTTP

/// What a path and a method lead to.
enum Route: Sendable {
    /// The answer is there at once; a problem is answered as one.
    case now(@Sendable (Exchange) throws(Problem) -> Response)
    /// The answer waits for the disk.
    case later(@Sendable (Exchange) throws(Problem) -> PendingAnswer)
    /// A file, which has one kind, whatever `Accept` says; a problem is answered as one.
    case file(@Sendable (Exchange) throws(Problem) -> Response)
    /// An answer for the operator, which has one kind whatever `Accept` says, under whatever name the
    /// service is asked.
    case plain(@Sendable (Request) -> Response)
}

/// An answer that may have to wait for the disk.
enum PendingAnswer {
    /// The answer is there.
    case now(Response)
    /// The answer comes when what was begun is on disk; the function begins it and is given what
    /// takes the answer.
    case later((@escaping @Sendable (@escaping @Sendable () -> Response) -> Void) -> Void)
}
