/// A request that can't be taken, with the status to answer and what is wrong with it.
///
/// The connection closes after the answer: where the next request begins is in doubt.
package struct RefusedRequest: Error, Equatable, Sendable {
    /// The status to answer: 400, 413, 414, 417, 431, 501 or 505.
    package let status: Status
    /// What is wrong, in plain words that hold nothing of the request.
    package let reason: String

    /// Makes a refusal.
    ///
    /// - Parameters:
    ///   - status: The status to answer.
    ///   - reason: What is wrong, in plain words.
    package init(_ status: Status, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// A refusal with 400.
    static func badRequest(_ reason: String) -> RefusedRequest {
        RefusedRequest(.badRequest, reason)
    }

    /// A refusal with 413.
    static func contentTooLarge(limit: Int) -> RefusedRequest {
        RefusedRequest(.contentTooLarge, "the body is longer than \(limit) bytes")
    }

    /// A refusal with 414.
    static func uriTooLong(limit: Int) -> RefusedRequest {
        RefusedRequest(.uriTooLong, "the request line is longer than \(limit) bytes")
    }
}

extension RefusedRequest: CustomStringConvertible {
    /// The status and the reason.
    package var description: String { "\(status): \(reason)" }
}
