internal import FormworkHTTP

/// What a path and a method lead to.
///
/// A request with an unsafe method that another site made a browser send is refused before it comes to
/// any of them but `form`.
enum Route: Sendable {
    /// The answer is there at once; a problem is answered as one.
    case now(@Sendable (Exchange) throws(Problem) -> Response)
    /// The answer waits for the disk.
    case later(@Sendable (Exchange) throws(Problem) -> PendingAnswer)
    /// The answer to a filled-in form waits for the disk.
    ///
    /// It refuses what another site made a browser send by itself, on a page that keeps what was typed.
    case form(@Sendable (Exchange) throws(Problem) -> PendingAnswer)
    /// A file, which has one kind, whatever `Accept` says; a problem is answered as one.
    case file(@Sendable (Exchange) throws(Problem) -> Response)
    /// An answer for the operator, which has one kind whatever `Accept` says, under whatever name the
    /// service is asked.
    case plain(@Sendable (Request) -> Response)

    /// Whether it keeps what was typed where another site sent it.
    var keepsWhatWasTyped: Bool {
        if case .form = self { return true }
        return false
    }
}

/// An answer that may have to wait for the disk.
enum PendingAnswer {
    /// The answer is there.
    case now(Response)
    /// The answer comes when what was begun is on disk; the function begins it and is given what
    /// takes the answer.
    case later((@escaping @Sendable (@escaping @Sendable () -> Response) -> Void) -> Void)
}
