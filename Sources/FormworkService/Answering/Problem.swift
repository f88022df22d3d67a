internal import Formwork
internal import FormworkHTTP
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
