/// Writes responses as HTTP/1.1 puts them on the wire (RFC 9112).
///
/// The length is always known, so nothing is chunked.
package enum ResponseEncoder {
    /// What a response must know of the request that it answers.
    package struct Context: Sendable, Equatable {
        /// The method; the answer to HEAD has no body.
        package var method: Method
        /// The version; HTTP/1.0 has to be told when a connection stays open.
        package var version: Version
        /// Whether the client and the server want to keep the connection open.
        package var keepsAlive: Bool

        /// Takes a context apart from a request.
        ///
        /// - Parameters:
        ///   - method: The method of the request, or GET when it couldn't be read.
        ///   - version: The version of the request.
        ///   - keepsAlive: Whether the connection may stay open.
        package init(method: Method, version: Version, keepsAlive: Bool) {
            self.method = method
            self.version = version
            self.keepsAlive = keepsAlive
        }

        /// Takes a context from a request.
        ///
        /// - Parameter request: The request that is answered.
        package init(_ request: Request) {
            self.init(
                method: request.method, version: request.version, keepsAlive: request.keepsAlive)
        }
    }

    /// What is left to do after the head is written.
    package struct Encoded: Sendable {
        /// What is to be sent after the buffer: a large body or a file, else `.empty`.
        package let rest: Response.Body
        /// Whether the connection stays open after it.
        package let keepsAlive: Bool
    }

    /// The largest body that is copied behind its head, in bytes, so that both go in one piece.
    package static let largestCopiedBody = 16 * 1024

    /// The interim answer for `.expectsContinue` (RFC 9110, section 15.2.1).
    package static let `continue` = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Adds a response to a buffer.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - context: The request that it answers.
    ///   - dateLine: The line of the `Date` field with its line end, or nothing.
    ///   - buffer: Where the head goes, and a body of at most `largestCopiedBody` bytes.
    /// - Returns: What else is to be sent, and whether the connection stays open.
    package static func encode(
        _ response: Response, to context: Context, dateLine: [UInt8], into buffer: inout [UInt8]
    ) -> Encoded {
        let closes = appendHead(response, to: context, dateLine: dateLine, into: &buffer)
        let hasBody = context.method != .head && !response.status.forbidsBody
        guard hasBody else { return Encoded(rest: .empty, keepsAlive: !closes) }
        if case .bytes(let bytes) = response.body, bytes.count <= largestCopiedBody {
            buffer.append(contentsOf: bytes)
            return Encoded(rest: .empty, keepsAlive: !closes)
        }
        return Encoded(rest: response.body, keepsAlive: !closes)
    }

    /// Adds status line and fields; says whether the connection closes.
    private static func appendHead(
        _ response: Response, to context: Context, dateLine: [UInt8], into buffer: inout [UInt8]
    ) -> Bool {
        let status = response.status
        buffer.append("HTTP/1.1 ".utf8Span.span)
        buffer.append(decimal: status.rawValue)
        buffer.append(.space)
        buffer.append(status.reasonPhrase.utf8Span.span)
        buffer.append("\r\n".utf8Span.span)
        buffer.append(contentsOf: dateLine)
        let closes = response.headers.appendLines(to: &buffer) || !context.keepsAlive
        if !status.forbidsBody {
            buffer.append("Content-Length: ".utf8Span.span)
            buffer.append(decimal: response.body.length)
            buffer.append("\r\n".utf8Span.span)
        }
        if closes {
            buffer.append("Connection: close\r\n".utf8Span.span)
        } else if context.version < .http11 {
            buffer.append("Connection: keep-alive\r\n".utf8Span.span)
        }
        buffer.append("\r\n".utf8Span.span)
        return closes
    }
}

extension Headers {
    /// Adds the lines of all fields but those that the encoder writes itself.
    ///
    /// - Parameter buffer: Where the lines go.
    /// - Returns: Whether a `Connection` field among them says `close`.
    fileprivate func appendLines(to buffer: inout [UInt8]) -> Bool {
        let span = bytes.span
        var closes = false
        for field in fields {
            switch field.name.count {
            case 4 where span.matches("date", in: field.name),
                14 where span.matches("content-length", in: field.name),
                17 where span.matches("transfer-encoding", in: field.name):
                continue
            case 10 where span.matches("connection", in: field.name):
                ListElements.forEach(span, in: field.value) { element in
                    if span.matches("close", in: element) { closes = true }
                }
                continue
            default:
                buffer.append(span.extracting(field.name.lowerBound..<field.value.upperBound))
                buffer.append(.cr)
                buffer.append(.lf)
            }
        }
        return closes
    }
}
