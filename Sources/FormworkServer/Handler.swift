package import FormworkHTTP

/// What answers the requests of a server.
///
///     struct Hello: Handler {
///         func answer(_ request: Request) -> Answer {
///             .now(Response(.ok, body: .bytes(Array("hello".utf8))))
///         }
///     }
package protocol Handler: Sendable {
    /// Answers one request; it is called on the thread of the connection's loop and must not wait. A
    /// request whose body is in a file comes on another thread, which may wait for that file.
    ///
    /// - Parameter request: The request, whole and checked.
    /// - Returns: The response, or what makes it.
    func answer(_ request: Request) -> Answer

    /// Answers a request by its head alone, before its body has come.
    ///
    /// Asked of each request whose body isn't here with its head, so that nobody sends or keeps what is
    /// refused anyway.
    ///
    /// - Parameter head: The request without its body.
    /// - Returns: The final answer, after which the connection closes; nil to let the body come.
    func refusal(of head: Request) -> Response?

    /// Whether a request may come with its body in a file, when it's a long one.
    ///
    /// - Parameter head: The request without its body.
    /// - Returns: Whether ``answer(_:)`` understands `bodyFile`; ``BodyReader`` does.
    func takesFile(for head: Request) -> Bool
}

extension Handler {
    /// Refuses no request by its head.
    package func refusal(of head: Request) -> Response? { nil }

    /// Wants every body in memory.
    package func takesFile(for head: Request) -> Bool { false }
}

/// How a handler answers.
package enum Answer: Sendable {
    /// The response is here.
    case now(Response)
    /// The response may have to wait for something, such as the disk.
    ///
    /// The function runs on the thread of the connection's loop, after each wait too, and must not block it;
    /// for a request whose body is in a file it runs on threads that may block. It runs to its end even when
    /// the client has gone, or the server has ended.
    case later(@Sendable () async -> Response)
}
