internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import Groundwork

extension SentForm {
    /// Reads the body of a request as what was sent for a form.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limits: How many fields and how deep a document it may bring.
    /// - Throws: A problem with status 400, 413 or 415.
    init(_ request: Request, limits: Limits) throws(Problem) {
        try Self.check(request)
        let type = MediaType.sent(with: request)
        guard type != nil || request.body.isEmpty else { throw Self.unsupported(request) }
        switch type {
        case .none: self.init(Submission(fields: []), of: request)
        case .some(let type) where type.isSameKind(as: .formURLEncoded):
            let fields = try Self.fields(request.body, limits: limits)
            self.init(Submission(fields: fields), isFromPage: Self.isPage(fields), of: request)
        case .some(let type) where type.isSameKind(as: .formData):
            let form = try Self.form(request, in: type, limits: limits)
            let fields = try Self.checked(form.fields, limits: limits)
            self.init(
                Submission(fields: fields), files: form.files, isFromPage: Self.isPage(fields),
                of: request)
        case .some(let type) where type.isDocument:
            let document = try Self.document(request.body, limits: limits)
            self.init(Submission(document: document), of: request)
        case .some: throw Self.unsupported(request)
        }
    }

    /// Refuses a body by what the head says of it.
    ///
    /// - Parameter head: The request, with its body or without.
    /// - Throws: A problem with status 415, or 400 for parts without a boundary.
    static func check(_ head: Request) throws(Problem) {
        let codings =
            head.headers.list(.contentEncoding)?.utf8.filter { $0 != 0x20 && $0 != 0x09 } ?? []
        guard codings.isEmpty || codings.map(ASCII.lowercased).elementsEqual("identity".utf8) else {
            throw Problem(
                .unsupportedMediaType, "Send the body as it is, without a Content-Encoding",
                headers: ["Accept-Encoding": "identity"])
        }
        guard head.headers[.contentType] != nil else { return }
        guard let type = MediaType.sent(with: head), type.hasTextInUTF8,
            type.isSameKind(as: .formURLEncoded) || type.isSameKind(as: .formData)
                || type.isDocument
        else { throw unsupported(head) }
        guard type.isSameKind(as: .formData) else { return }
        do {
            _ = try MultipartForm(type, limits: Limits())
        } catch {
            throw Problem(error.status, error.description)
        }
    }

    /// Whether a page of the service sent these fields: it lists what it shows.
    private static func isPage(_ fields: [(name: RawText, value: RawText)]) -> Bool {
        fields.contains { $0.name == "_shown" }
    }

    private static func fields(
        _ body: [UInt8], limits: Limits
    ) throws(Problem) -> [(name: RawText, value: RawText)] {
        let fields: [(name: RawText, value: RawText)]
        do {
            fields = try FormURLEncoded.parse(body.span, limits: limits)
        } catch {
            throw Problem(error.status, error.description)
        }
        return try checked(fields, limits: limits)
    }

    /// Reads a form in parts, wherever its body is: of files only where they are.
    private static func form(
        _ request: Request, in type: MediaType, limits: Limits
    ) throws(Problem) -> MultipartForm {
        do {
            var form = try MultipartForm(type, limits: limits)
            var reader = BodyReader(request)
            repeat {
                let bytes = try reader.next()
                try form.take(bytes, isLast: reader.isAtEnd)
            } while !reader.isAtEnd
            return form
        } catch let failure as MultipartFailure {
            throw Problem(failure.status, failure.description)
        } catch {
            throw Problem(.serviceUnavailable, "What you sent couldn\u{2019}t be read back here")
        }
    }

    private static func checked(
        _ fields: [(name: RawText, value: RawText)], limits: Limits
    ) throws(Problem) -> [(name: RawText, value: RawText)] {
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
        let type = request.headers[.contentType]?.utf8.prefix(19).map(ASCII.lowercased) ?? []
        if type.elementsEqual("multipart/form-data".utf8), MediaType.sent(with: request) == nil {
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
