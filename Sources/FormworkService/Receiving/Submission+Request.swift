internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import Groundwork

extension Submission {
    /// Reads the body of a request as what was sent for a form.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limits: How many fields and how deep a document it may bring.
    /// - Throws: A problem with status 400, 413 or 415.
    init(_ request: Request, limits: Limits) throws(Problem) {
        let type = MediaType.sent(with: request)
        guard type?.hasTextInUTF8 ?? request.body.isEmpty else { throw Self.unsupported(request) }
        switch type {
        case .none: self.init(fields: [])
        case .some(let type) where type.isSameKind(as: .formURLEncoded):
            self.init(fields: try Self.fields(request.body, limits: limits))
        case .some(let type) where type.isSameKind(as: .formData):
            self.init(fields: try Self.fields(request, in: type, limits: limits))
        case .some(let type) where type.isDocument:
            self.init(document: try Self.document(request.body, limits: limits))
        case .some: throw Self.unsupported(request)
        }
    }

    private static func fields(
        _ body: [UInt8], limits: Limits
    ) throws(Problem) -> [(name: String, value: String)] {
        let fields: [(name: String, value: String)]
        do {
            fields = try FormURLEncoded.parse(body.span, limits: limits)
        } catch {
            throw Problem(error.status, error.description)
        }
        return try checked(fields, limits: limits)
    }

    /// Reads the parts of a form that are text.
    ///
    /// A file is no value for any field of text, so it is left out as an unknown field is: nothing is
    /// bound to it, and the limit of the body is the limit of its bytes.
    private static func fields(
        _ request: Request, in type: MediaType, limits: Limits
    ) throws(Problem) -> [(name: String, value: String)] {
        let fields: [(name: String, value: String)]
        do {
            var form = try MultipartForm(type, limits: limits)
            var reader = BodyReader(request)
            repeat {
                let bytes = try reader.next()
                try form.take(bytes, isLast: reader.isAtEnd)
            } while !reader.isAtEnd
            fields = form.fields
        } catch let failure as MultipartFailure {
            throw Problem(failure.status, failure.description)
        } catch {
            throw Problem(.serviceUnavailable, "What you sent couldn\u{2019}t be read back here")
        }
        return try checked(fields, limits: limits)
    }

    private static func checked(
        _ fields: [(name: String, value: String)], limits: Limits
    ) throws(Problem) -> [(name: String, value: String)] {
        let isTooDeep = fields.contains { field in
            field.name.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ".") }
                > limits.nameDepth
        }
        guard !isTooDeep else {
            throw Problem(
                .badRequest, "The name of a field has more than \(limits.nameDepth) parts")
        }
        return fields
    }

    private static func document(
        _ body: [UInt8], limits: Limits
    ) throws(Problem) -> JSON.Object {
        let value: JSON
        do {
            value = try JSON.parse(body, maximumDepth: limits.jsonDepth)
        } catch {
            throw Problem(.badRequest, "The body can\u{2019}t be read as JSON: \(error)")
        }
        guard value.holdsFiniteNumbersAlone else {
            throw Problem(.badRequest, "The body holds a number that is out of range")
        }
        guard case .object(let document) = value else {
            throw Problem(.badRequest, "The body must be a JSON object with the fields as members")
        }
        return document
    }

    private static func unsupported(_ request: Request) -> Problem {
        let type = request.headers[.contentType].map(ASCII.lowercased)
        if type?.hasPrefix("multipart/form-data") == true, MediaType.sent(with: request) == nil {
            return Problem(.badRequest, MultipartFailure.boundary.description)
        }
        return Problem(
            .unsupportedMediaType,
            "Send the fields as application/x-www-form-urlencoded, multipart/form-data or"
                + " application/json, in UTF-8",
            headers: request.method == .patch
                ? ["Accept-Patch": "application/merge-patch+json, application/json"] : [:])
    }
}

extension JSON {
    /// Whether every number in it is one that programs can hold (RFC 8259, section 6).
    fileprivate var holdsFiniteNumbersAlone: Bool {
        switch self {
        case .null, .bool, .string: true
        case .number(let number): Double(number.text)?.isFinite == true
        case .array(let values): values.allSatisfy(\.holdsFiniteNumbersAlone)
        case .object(let object): object.members.allSatisfy(\.value.holdsFiniteNumbersAlone)
        }
    }
}

extension MediaType {
    /// Whether the text is in UTF-8, as far as the type says.
    fileprivate var hasTextInUTF8: Bool {
        parameter("charset").map { ASCII.equalIgnoringCase($0, "utf-8") } ?? true
    }
}
