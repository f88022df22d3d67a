package import Groundwork

/// What a request would get if it had no conditions: the state that they are compared with.
///
///     let file = SelectedRepresentation(tag: tag, modified: nil, length: 1000)
///     switch file.outcome(of: request) { … }
package struct SelectedRepresentation: Sendable {
    /// The outcome of the conditions and the range of a request.
    package enum Outcome: Sendable, Equatable {
        /// The request is done as if it had no conditions: for GET, 200 with the whole.
        case whole
        /// These bytes of it are sent: 206.
        case part(Range<Int>)
        /// The client has this state: 304.
        case notModified
        /// This isn't the state that the client knows of, so nothing is done: 412.
        case preconditionFailed
        /// None of the bytes that are asked for are there: 416.
        case rangeNotSatisfiable
    }

    /// Names the state.
    package let tag: EntityTag
    /// The time of the last change; nil where it isn't known.
    package let modified: Timestamp?
    /// How long it is, in bytes.
    package let length: Int

    /// Takes what is known of a state.
    ///
    /// - Parameters:
    ///   - tag: Names the state.
    ///   - modified: When it came to be, if that is told as `Last-Modified`.
    ///   - length: How long it is, in bytes, not negative.
    package init(tag: EntityTag, modified: Timestamp?, length: Int) {
        self.tag = tag
        self.modified = modified
        self.length = length
    }

    /// Evaluates conditions in the order of RFC 9110, section 13.2.2, and then the range.
    ///
    /// - Parameter request: A request that would succeed without its conditions; others must not
    ///   get here (RFC 9110, section 13.2.1).
    /// - Returns: What is to be answered.
    package func outcome(of request: Request) -> Outcome {
        let headers = request.headers
        let isReading = request.method == .get || request.method == .head
        if let known = headers.list(.ifMatch) {
            guard EntityTag.List(known).containsStrongly(tag) else { return .preconditionFailed }
        } else if isModified(since: headers.list(.ifUnmodifiedSince)) == true {
            return .preconditionFailed
        }
        if let known = headers.list(.ifNoneMatch) {
            guard !EntityTag.List(known).containsWeakly(tag) else {
                return isReading ? .notModified : .preconditionFailed
            }
        } else if isReading, isModified(since: headers.list(.ifModifiedSince)) == false {
            return .notModified
        }
        guard request.method == .get, let range = headers.list(.range).flatMap({ ByteRange($0) }),
            // Players ask for `0-` before they know that there is nothing.
            length > 0, isUnchanged(by: headers.list(.ifRange))
        else { return .whole }
        return range.resolved(in: length).map { .part($0) } ?? .rangeNotSatisfiable
    }

    /// Whether it was changed after a date; nil when there is nothing to compare.
    private func isModified(since date: String?) -> Bool? {
        guard let second, let date = date.flatMap({ Timestamp(httpDate: $0) }) else { return nil }
        return second > date
    }

    /// Whether `If-Range` names this very state, so that a part of it is of use to the client.
    private func isUnchanged(by validator: String?) -> Bool {
        guard let validator else { return true }
        if let date = Timestamp(httpDate: validator) { return date == second }
        return EntityTag(parsing: validator)?.matchesStrongly(tag) ?? false
    }

    /// The time of the last change in whole seconds, as `Last-Modified` has it.
    private var second: Timestamp? {
        modified.map { modified in
            let part = (modified.milliseconds % 1_000 + 1_000) % 1_000
            return Timestamp(milliseconds: modified.milliseconds - part)
        }
    }
}

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
