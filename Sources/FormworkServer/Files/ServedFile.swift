import FormworkHTTP
import Groundwork
import System

/// A file ready to be answered with: its fields, and its bytes or a way to them.
struct ServedFile: Sendable {
    /// What conditions are compared with.
    let state: SelectedRepresentation
    /// The header fields of every answer about this state of the file (RFC 9110, section 15.4.5).
    let validators: Headers
    /// The header fields of an answer that has the file itself.
    let headers: Headers
    /// The file itself.
    let body: Response.Body

    /// Makes one of a file on disk.
    ///
    /// - Parameters:
    ///   - name: Its name, which tells its type.
    ///   - status: What the system knows of it.
    ///   - body: What is in it.
    init(name: String, status: FileStatus, body: Response.Body) {
        let seconds = min(max(status.modified.seconds, -1 << 40), 1 << 40)
        let modified = Timestamp(milliseconds: seconds * 1000)
        self.init(
            name: name,
            tag: Self.tag(status, body),
            modified: min(modified, Timestamp.now()), body: body)
    }

    /// Makes one of a file that the program carries.
    init(_ file: EmbeddedFile) {
        self.init(
            name: file.name, tag: Self.tag(file.bytes), modified: nil, body: .bytes(file.bytes))
    }

    private static func tag(_ bytes: [UInt8]) -> EntityTag {
        EntityTag(Base64.encodeURL(Array(SHA256.hash(bytes).prefix(15))))
    }

    /// What is in memory is known by its bytes; a long file by all that the system tells of it.
    private static func tag(_ status: FileStatus, _ body: Response.Body) -> EntityTag {
        if case .bytes(let bytes) = body { return tag(bytes) }
        // The clock of a file can be set to anything, and nothing here may trap on it.
        let moments = [status.modified, status.changed].map {
            UInt64(bitPattern: $0.seconds &* 1_000_000_000 &+ $0.nanoseconds)
        }
        let parts =
            [UInt64(bitPattern: Int64(status.size))] + moments + [status.identity?.inode ?? 0]
        return EntityTag(parts.map { String($0, radix: 36) }.joined(separator: "-"))
    }

    private init(name: String, tag: EntityTag, modified: Timestamp?, body: Response.Body) {
        var validators: Headers = [
            .etag: tag.description,
            .cacheControl: Self.isFingerprinted(name)
                ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if let modified { validators.add(.lastModified, modified.imfFixdate) }
        var headers = validators
        headers.add(.contentType, ContentType.forFile(named: name))
        headers.add(.xContentTypeOptions, "nosniff")
        headers.add(.acceptRanges, "bytes")
        state = SelectedRepresentation(tag: tag, modified: modified, length: body.length)
        self.validators = validators
        self.headers = headers
        self.body = body
    }

    /// Answers a request to read the file.
    ///
    /// - Parameter request: A request with GET or HEAD.
    /// - Returns: The file (200), a part of it (206), that the client has it (304), or that a
    ///   condition (412) or the range (416) can't be met.
    func answer(_ request: Request) -> Response {
        state.answer(request, with: body, validators: validators, headers: headers)
    }

    /// Whether a name tells of what is in the file, so that it never changes: `page.1f0c4b7a.css`.
    ///
    /// Eight digits alone may be a date, so at least one of the figures must be a letter.
    private static func isFingerprinted(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return false }
        let mark = parts[parts.count - 2]
        return mark.count >= 8 && mark.allSatisfy { ASCII.hexValue($0) != nil }
            && mark.contains(where: ASCII.isLetter)
    }
}
