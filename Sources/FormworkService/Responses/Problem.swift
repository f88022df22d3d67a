internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

/// A request that isn't granted: what went wrong, for a person and for a program (RFC 9457).
struct Problem: Error, Sendable {
    let status: Status
    /// What went wrong and what helps, in a sentence or two.
    let detail: String
    /// What is wrong with a submission, field by field.
    var errors: [FieldError] = []
    /// Header fields that the status asks for, such as `Allow`.
    var headers: Headers = [:]

    init(_ status: Status, _ detail: String, errors: [FieldError] = [], headers: Headers = [:]) {
        self.status = status
        self.detail = detail
        self.errors = errors
        self.headers = headers
    }

    /// The problem as a JSON document.
    var document: JSON {
        var document: JSON.Object = [
            "type": .string("about:blank"),
            "title": .string(status.reasonPhrase),
            "status": .number(JSON.Number(status.rawValue)),
            "detail": .string(detail),
        ]
        if !errors.isEmpty { document["errors"] = errors.document }
        return .object(document)
    }

    /// The problem in lines of text.
    var text: String {
        let lines = [detail] + errors.map { "\($0.field): \($0.message)" }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension [FieldError] {
    /// The errors as a JSON document.
    var document: JSON {
        .array(
            map { error in
                .object([
                    "pointer": .string(error.pointer), "field": .string(error.field),
                    "code": .string(error.code.rawValue), "message": .string(error.message),
                ])
            })
    }
}

extension Problem {
    /// Another site made the browser send the request.
    static let crossSite = Problem(
        .forbidden,
        "This was sent from another site, so nothing was saved. If you meant it, send it from here")

    /// Gives words to an answer that a file can't be had; `nil` for any other answer.
    init?(ofFile response: Response) {
        let words: String
        switch response.status {
        case .methodNotAllowed: words = "A file can only be read, with GET and HEAD"
        case .preconditionFailed: words = "The file isn\u{2019}t the one that the request names"
        case .rangeNotSatisfiable: words = "The file has no bytes where the request wants some"
        case .serviceUnavailable: words = "The file can\u{2019}t be read at the moment"
        default: return nil
        }
        self.init(response.status, words, headers: response.headers)
    }

    /// Says why a record can't be read.
    init(_ error: ReadError) {
        switch error {
        case .damaged:
            self.init(
                .serviceUnavailable,
                "This can\u{2019}t be read: it is no longer what was saved. Whoever runs this service has"
                    + " been told")
        case .failed, .refused, .closed:
            self.init(
                .serviceUnavailable,
                "This can\u{2019}t be read at the moment. Whoever runs this service has been told; try"
                    + " again later")
        }
    }

    /// Says why a change wasn't saved, without the paths and numbers that concern the operator alone.
    init(_ error: CommitError) {
        switch error {
        case .notFound:
            self.init(.notFound, "There is nothing here; it may have been deleted")
        case .conflict:
            self.init(
                .preconditionFailed, "Someone else has changed this in the meantime; read it again")
        case .attachmentsFull:
            self.init(
                .contentTooLarge,
                "Nothing was saved: there is no room for more files here. Choose a smaller file, or"
                    + " save without one")
        case .invalid(let reason):
            self.init(.unprocessableContent, "Nothing was saved: \(reason)")
        case .failed(_, outcomeUnknown: true):
            self.init(
                .serviceUnavailable,
                "It is not known whether this was saved: the disk failed. Look before you try again"
            )
        case .diskFull: self.init(notSaved: "the disk is full")
        case .readOnly: self.init(notSaved: "nothing can be saved at the moment")
        case .unreadable(.damaged): self.init(notSaved: "what is stored here can\u{2019}t be read")
        case .unreadable, .failed, .closed: self.init(notSaved: "the disk failed")
        }
    }

    private init(notSaved reason: String) {
        self.init(.serviceUnavailable, "Nothing was saved: \(reason). Try again later")
    }
}

/// The page that says what went wrong.
struct ProblemPage: Component {
    let problem: Problem
    /// The path of the page on which the request was made; `nil` where that isn't known.
    let origin: String?

    /// Writes the status as a number, its words as the heading, the sentence, and the way back.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        let problem = component.problem
        visitor.markup("<section class=\"problem\"><p class=\"code\">")
        visitor.text(String(problem.status.rawValue))
        visitor.markup("</p>")
        Text.walk(Text(problem.status.reasonPhrase).font(.largeTitle), in: environment, &visitor)
        Text.walk(Text(problem.detail), in: environment, &visitor)
        if let origin = component.origin {
            visitor.markup("<p class=\"text\">")
            Link.walk(
                Link("Back to the page before", destination: origin), in: environment, &visitor)
            visitor.markup("</p>")
        }
        visitor.markup("</section>")
    }
}
