/// The status of a response: three digits that programs read, and a phrase for people.
package struct Status: RawRepresentable, Hashable, Sendable {
    /// The three digits.
    package let rawValue: Int

    /// Takes a number as a status.
    ///
    /// - Parameter rawValue: The three digits, 100 to 599.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Whether another answer follows one with this status (RFC 9110, section 15.2).
    package var isInterim: Bool { rawValue < 200 }

    /// Whether an answer with this status never has a body (RFC 9110, section 6.4.1).
    package var forbidsBody: Bool {
        isInterim || self == .noContent || self == .notModified
    }

    /// The phrase of RFC 9110, section 15 (or RFC 6585); empty for a status without a name here.
    package var reasonPhrase: String {
        switch self {
        case .`continue`: "Continue"
        case .ok: "OK"
        case .created: "Created"
        case .noContent: "No Content"
        case .partialContent: "Partial Content"
        case .seeOther: "See Other"
        case .notModified: "Not Modified"
        case .permanentRedirect: "Permanent Redirect"
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .notAcceptable: "Not Acceptable"
        case .requestTimeout: "Request Timeout"
        case .conflict: "Conflict"
        case .preconditionFailed: "Precondition Failed"
        case .contentTooLarge: "Content Too Large"
        case .uriTooLong: "URI Too Long"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .rangeNotSatisfiable: "Range Not Satisfiable"
        case .expectationFailed: "Expectation Failed"
        case .misdirectedRequest: "Misdirected Request"
        case .unprocessableContent: "Unprocessable Content"
        case .preconditionRequired: "Precondition Required"
        case .tooManyRequests: "Too Many Requests"
        case .requestHeaderFieldsTooLarge: "Request Header Fields Too Large"
        case .internalServerError: "Internal Server Error"
        case .notImplemented: "Not Implemented"
        case .serviceUnavailable: "Service Unavailable"
        case .httpVersionNotSupported: "HTTP Version Not Supported"
        default: ""
        }
    }
}

extension Status {
    /// 100 Continue.
    package static let `continue` = Status(rawValue: 100)
    /// 200 OK.
    package static let ok = Status(rawValue: 200)
    /// 201 Created.
    package static let created = Status(rawValue: 201)
    /// 204 No Content.
    package static let noContent = Status(rawValue: 204)
    /// 206 Partial Content.
    package static let partialContent = Status(rawValue: 206)
    /// 303 See Other.
    package static let seeOther = Status(rawValue: 303)
    /// 304 Not Modified.
    package static let notModified = Status(rawValue: 304)
    /// 308 Permanent Redirect.
    package static let permanentRedirect = Status(rawValue: 308)
    /// 400 Bad Request.
    package static let badRequest = Status(rawValue: 400)
    /// 401 Unauthorized.
    package static let unauthorized = Status(rawValue: 401)
    /// 403 Forbidden.
    package static let forbidden = Status(rawValue: 403)
    /// 404 Not Found.
    package static let notFound = Status(rawValue: 404)
    /// 405 Method Not Allowed.
    package static let methodNotAllowed = Status(rawValue: 405)
    /// 406 Not Acceptable.
    package static let notAcceptable = Status(rawValue: 406)
    /// 408 Request Timeout.
    package static let requestTimeout = Status(rawValue: 408)
    /// 409 Conflict.
    package static let conflict = Status(rawValue: 409)
    /// 412 Precondition Failed.
    package static let preconditionFailed = Status(rawValue: 412)
    /// 413 Content Too Large.
    package static let contentTooLarge = Status(rawValue: 413)
    /// 414 URI Too Long.
    package static let uriTooLong = Status(rawValue: 414)
    /// 415 Unsupported Media Type.
    package static let unsupportedMediaType = Status(rawValue: 415)
    /// 416 Range Not Satisfiable.
    package static let rangeNotSatisfiable = Status(rawValue: 416)
    /// 417 Expectation Failed.
    package static let expectationFailed = Status(rawValue: 417)
    /// 421 Misdirected Request.
    package static let misdirectedRequest = Status(rawValue: 421)
    /// 422 Unprocessable Content.
    package static let unprocessableContent = Status(rawValue: 422)
    /// 428 Precondition Required.
    package static let preconditionRequired = Status(rawValue: 428)
    /// 429 Too Many Requests.
    package static let tooManyRequests = Status(rawValue: 429)
    /// 431 Request Header Fields Too Large.
    package static let requestHeaderFieldsTooLarge = Status(rawValue: 431)
    /// 500 Internal Server Error.
    package static let internalServerError = Status(rawValue: 500)
    /// 501 Not Implemented.
    package static let notImplemented = Status(rawValue: 501)
    /// 503 Service Unavailable.
    package static let serviceUnavailable = Status(rawValue: 503)
    /// 505 HTTP Version Not Supported.
    package static let httpVersionNotSupported = Status(rawValue: 505)
}

extension Status: CustomStringConvertible {
    /// The digits and the phrase.
    package var description: String { "\(rawValue) \(reasonPhrase)" }
}
