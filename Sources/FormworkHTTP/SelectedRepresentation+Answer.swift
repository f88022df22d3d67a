extension SelectedRepresentation {
    /// Answers a request to read what is in this state.
    ///
    /// - Parameters:
    ///   - request: A request with GET or HEAD.
    ///   - body: The whole of it, `length` bytes.
    ///   - validators: What goes with every answer that names the state (RFC 9110, section 15.4.5).
    ///   - headers: What goes with the bytes: the validators, and such as `Content-Type`.
    /// - Returns: The whole (200), a part of it (206), that the client has it (304), or without a body
    ///   that a condition (412) or the range (416) can't be met.
    package func answer(
        _ request: Request, with body: Response.Body, validators: Headers, headers: Headers
    ) -> Response {
        switch outcome(of: request) {
        case .whole:
            return Response(.ok, headers: headers, body: body)
        case .part(let range):
            var headers = headers
            let bounds = "\(range.lowerBound)-\(range.upperBound - 1)"
            headers.add(.contentRange, "bytes \(bounds)/\(length)")
            return Response(.partialContent, headers: headers, body: body.part(range))
        case .notModified:
            return Response(.notModified, headers: validators)
        case .preconditionFailed:
            return Response(.preconditionFailed)
        case .rangeNotSatisfiable:
            return Response(
                .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(length)"])
        }
    }
}
