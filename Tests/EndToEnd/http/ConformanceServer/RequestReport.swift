import FormworkHTTP
import Groundwork

/// What the server understood of a request, in lines that a row can look for.
struct RequestReport {
    /// The lines.
    let text: String

    /// Reports on a request.
    ///
    /// - Parameter request: The request; a form in its body is reported field by field.
    /// - Throws: `FormURLEncoded.Failure` for a form that can't be read.
    init(_ request: Request) throws(FormURLEncoded.Failure) {
        var lines = [
            "method \(request.method)", "path \(request.target.path)",
            "authority \(request.authority ?? "")", "body \(request.body.count)",
        ]
        lines += request.headers.pairs.map { "field \($0.name): \($0.value)" }
        lines += Cookies.parse(request.headers).map {
            "cookie \($0.name.unbounded)=\($0.value.unbounded)"
        }
        lines += try request.queryItems().map { "query \($0.name.unbounded)=\($0.value.unbounded)" }
        let type = request.headers[.contentType].flatMap { MediaType($0) }
        if type?.isSameKind(as: .formURLEncoded) == true {
            let fields = try FormURLEncoded.parse(request.body.span, limits: Limits())
            lines += fields.map { "form \($0.name.unbounded)=\($0.value.unbounded)" }
        }
        text = lines.map { $0 + "\n" }.joined()
    }
}
