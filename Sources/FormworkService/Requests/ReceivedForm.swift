internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import FormworkServer
internal import Groundwork
internal import System

/// A form as a request brought it: its fields, and where the bytes of its files lie.
struct ReceivedForm: Sendable {
    /// The fields; of each file the size and the first bytes.
    var submission: Submission
    /// Whether a page of the service sent the form: such a page lists the fields that it shows.
    let isFromPage: Bool
    private let files: [MultipartForm.File]
    /// Holds the bytes of the files.
    private let request: Request

    /// Reads the body of a request.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - limits: How many fields and how deep a document it may bring.
    /// - Throws: A problem with status 400, 413 or 415.
    init(_ context: RequestContext, limits: Limits) throws(Problem) {
        try Self.checkHead(context)
        let request = context.request
        guard let type = context.contentType else {
            guard request.body.isEmpty else { throw Self.unsupported(context) }
            self.init(Submission(fields: []), of: request)
            return
        }
        if type.isSameKind(as: .formURLEncoded) {
            try self.init(Self.fields(request.body, limits: limits), of: request, limits)
        } else if type.isSameKind(as: .formData) {
            let form = try Self.parts(request, type, limits: limits)
            try self.init(form.fields, files: form.files, of: request, limits)
        } else {
            let document = try Self.document(request.body, limits: limits)
            self.init(Submission(document: document), of: request)
        }
    }

    private init(
        _ fields: [(name: RawText, value: RawText)], files: [MultipartForm.File] = [],
        of request: Request, _ limits: Limits
    ) throws(Problem) {
        let isTooDeep = fields.contains { field in
            field.name.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ".") }
                > limits.nameDepth
        }
        guard !isTooDeep else {
            throw Problem(
                .badRequest, "The name of a field has more than \(limits.nameDepth) parts")
        }
        self.init(
            Submission(fields: fields), files: files,
            isFromPage: fields.contains { $0.name == "_shown" }, of: request)
    }

    private init(
        _ submission: Submission, files: [MultipartForm.File] = [], isFromPage: Bool = false,
        of request: Request
    ) {
        self.submission = submission
        self.isFromPage = isFromPage
        self.files = files
        self.request = request
        for file in files {
            self.submission.files.add(
                ReceivedFile(size: file.range.count, startingWith: file.start), for: file.name)
        }
    }

    /// Whether no file came.
    var isWithoutFiles: Bool { files.isEmpty }

    /// The bytes of the file that came for a field; `nil` where none came.
    func content(of name: String) -> AttachmentContent? {
        guard let file = files.first(where: { $0.name == RawText(name) }) else { return nil }
        guard let body = request.bodyFile else {
            return .bytes(Array(request.body[file.range]))
        }
        return .file(body.part(file.range))
    }
}

extension ReceivedForm {
    /// Refuses a body by the head of its request.
    ///
    /// - Parameter context: The request, with its body or without.
    /// - Throws: A problem with status 415, or 400 for parts without a boundary.
    static func checkHead(_ context: RequestContext) throws(Problem) {
        let headers = context.request.headers
        let codings =
            headers.list(.contentEncoding)?.utf8.filter { $0 != 0x20 && $0 != 0x09 } ?? []
        guard codings.isEmpty || codings.map(ASCII.lowercased).elementsEqual("identity".utf8) else {
            throw Problem(
                .unsupportedMediaType, "Send the body as it is, without a Content-Encoding",
                headers: ["Accept-Encoding": "identity"])
        }
        guard let type = context.contentType else {
            guard headers[.contentType] == nil else { throw unsupported(context) }
            return
        }
        guard type.hasTextInUTF8,
            type.isSameKind(as: .formURLEncoded) || type.isSameKind(as: .formData)
                || type.isDocument
        else { throw unsupported(context) }
        guard type.isSameKind(as: .formData) else { return }
        do {
            _ = try MultipartForm(type, limits: Limits())
        } catch {
            throw Problem(error.status, error.description)
        }
    }

    private static func unsupported(_ context: RequestContext) -> Problem {
        let request = context.request
        let type = request.headers[.contentType]?.utf8.prefix(19).map(ASCII.lowercased) ?? []
        if type.elementsEqual("multipart/form-data".utf8), context.contentType == nil {
            return Problem(.badRequest, MultipartFailure.boundary.description)
        }
        return Problem(
            .unsupportedMediaType,
            "Send the fields as application/x-www-form-urlencoded, multipart/form-data or"
                + " application/json, in UTF-8",
            headers: request.method == .patch
                ? ["Accept-Patch": "application/merge-patch+json, application/json"] : [:])
    }

    private static func fields(
        _ body: [UInt8], limits: Limits
    ) throws(Problem) -> [(name: RawText, value: RawText)] {
        do {
            return try FormURLEncoded.parse(body.span, limits: limits)
        } catch {
            throw Problem(error.status, error.description)
        }
    }

    /// Reads a form in parts from memory or from a file, piece by piece.
    private static func parts(
        _ request: Request, _ type: MediaType, limits: Limits
    ) throws(Problem) -> MultipartForm {
        do {
            var form = try MultipartForm(type, limits: limits)
            var reader = BodyReader(request)
            repeat {
                let bytes = try reader.next()
                try form.append(bytes, isLast: reader.isAtEnd)
            } while !reader.isAtEnd
            return form
        } catch let failure as MultipartFailure {
            throw Problem(failure.status, failure.description)
        } catch {
            throw Problem(.serviceUnavailable, "What you sent couldn\u{2019}t be read back here")
        }
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
}

extension JSON {
    /// Whether a `Double` holds every number in the value (RFC 8259, section 6).
    fileprivate var holdsFiniteNumbersAlone: Bool {
        switch self {
        case .null, .bool, .string: true
        case .number(let number): Double(number.text)?.isFinite == true
        case .array(let values): values.allSatisfy(\.holdsFiniteNumbersAlone)
        case .object(let object): object.members.allSatisfy(\.value.holdsFiniteNumbersAlone)
        }
    }
}
