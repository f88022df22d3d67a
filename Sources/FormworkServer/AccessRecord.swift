package import FormworkHTTP

/// What a log line says of one answer.
package struct AccessRecord: Sendable {
    /// The address of the client, as trusted proxies tell it, without its port.
    package var peer: String
    /// The method; nil when not even that could be read of the request.
    package var method: Method?
    /// The target as it was sent, as far as it could be read; nil when nothing of it could.
    package var target: String?
    /// The status that was answered.
    package var status: Status
    /// The length of the answer's body, in bytes.
    package var bodyLength: Int
    /// From having the whole request to having its answer, in microseconds.
    package var microseconds: Int64
    /// Why the server answered in the handler's place; nil when it didn't.
    package var failure: String?
}
