internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

/// What a request brought for a form: its fields, and where the bytes of its files are.
struct SentForm: Sendable {
    /// What is bound; of files it knows how long they are and how they begin.
    var submission: Submission
    /// Whether a page of the service sent it, as far as the form tells.
    let isFromPage: Bool
    private let parts: [MultipartForm.File]
    /// Keeps the bytes.
    private let request: Request

    /// Takes what was read of a request.
    ///
    /// - Parameters:
    ///   - submission: The fields.
    ///   - parts: The files in the body.
    ///   - isFromPage: Whether a page of the service sent them.
    ///   - request: The request.
    init(
        _ submission: Submission, files parts: [MultipartForm.File] = [], isFromPage: Bool = false,
        of request: Request
    ) {
        self.submission = submission
        self.isFromPage = isFromPage
        self.parts = parts
        self.request = request
        for part in parts {
            self.submission.files.add(
                ReceivedFile(size: part.range.count, startingWith: part.start), for: part.name)
        }
    }

    /// Whether no file came.
    var isWithoutFiles: Bool { parts.isEmpty }

    /// The bytes of a file.
    ///
    /// - Parameter name: The name of the field that it came for.
    /// - Returns: `nil` where none came.
    func content(of name: String) -> FileContent? {
        guard let part = parts.first(where: { $0.name == RawText(name) }) else { return nil }
        guard let file = request.bodyFile else {
            return FileContent(Array(request.body[part.range]))
        }
        return FileContent(
            descriptor: file.descriptor, offset: file.offset + part.range.lowerBound,
            length: part.range.count, owner: file)
    }
}
