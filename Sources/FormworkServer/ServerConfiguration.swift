package import FormworkHTTP

/// How a server listens, how much it takes, and how it speaks for itself.
package struct ServerConfiguration: Sendable {
    /// The address or name to listen on.
    package var host: String
    /// The port; 0 picks a free one.
    package var port: Int
    /// A socket that listens already, used instead of `host` and `port`.
    package var inheritedSocket: InheritedSocket?
    /// Whose `X-Forwarded-*` count.
    package var trustedProxies = TrustedProxies()
    /// The number of loops, each a thread; nil is one a processor.
    package var loops: Int?
    /// Sizes and deadlines.
    package var limits: Limits
    /// Where long bodies go whose handler takes them as files; nil keeps them in memory.
    package var spool: SpoolFolder?
    /// The most connections at once; nil is what ``connections(descriptors:)`` says.
    ///
    /// When all places are taken, the connection that was idle for longest gives way to a new one.
    /// Where none is idle, new ones wait in the backlog.
    package var maximumConnections: Int?
    /// How long connections may go on after ``Server/stop()``, in milliseconds.
    package var drainTimeout: Int
    /// Makes the answer to a request that couldn't be read or whose handler failed, from a status,
    /// the request without its body where its first line could be read, its header fields as far as
    /// they could be, and the reason in plain words.
    package var errorAnswer: @Sendable (Status, Request?, Headers, String) -> Response
    /// Takes records of the answers of each turn of a loop, on the loop's thread; nil keeps none.
    package var log: (@Sendable ([AccessRecord]) -> Void)?

    /// How many connections a limit of descriptors has room for, where nothing else is said: each may
    /// need a second descriptor for a file, and the records need some.
    ///
    /// - Parameter descriptors: The limit.
    /// - Returns: The most connections at once, 16 to 20,000.
    static func connections(descriptors: Int) -> Int {
        min(max(descriptors / 2 - 128, 16), 20_000)
    }

    /// Makes a configuration with the documented defaults.
    ///
    /// - Parameters:
    ///   - host: The address or name to listen on.
    ///   - port: The port, 0 to 65535; 0 picks a free one.
    ///   - limits: Sizes and deadlines.
    package init(host: String = "127.0.0.1", port: Int = 8080, limits: Limits = Limits()) {
        self.host = host
        self.port = port
        self.limits = limits
        drainTimeout = 10_000
        errorAnswer = { status, _, _, reason in
            Response(
                status, headers: ["Content-Type": "text/plain; charset=utf-8"],
                body: .bytes(Array("\(status)\n\(reason)\n".utf8)))
        }
    }
}
