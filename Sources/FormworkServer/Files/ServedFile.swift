import FormworkHTTP
import Groundwork

/// A file ready to be answered with: its fields, and its bytes or a way to them.
struct ServedFile: Sendable {
    /// Names this state of the file.
    let tag: EntityTag
    /// What goes with every answer that names this state (RFC 9110, section 15.4.5).
    let validators: Headers
    /// What goes with the file itself.
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
        // The clock of a file can be set to anything, and nothing here may trap on it.
        let moment = status.modifiedSeconds &* 1_000_000_000 &+ status.modifiedNanoseconds
        let parts = [UInt64(status.size), UInt64(bitPattern: moment), status.inode]
        let seconds = min(max(status.modifiedSeconds, -1 << 40), 1 << 40)
        let modified = Timestamp(milliseconds: seconds * 1000)
        self.init(
            name: name,
            tag: EntityTag(parts.map { String($0, radix: 36) }.joined(separator: "-")),
            modified: min(modified, Timestamp.now()), body: body)
    }

    /// Makes one of a file that the program carries.
    init(_ file: EmbeddedFile) {
        self.init(
            name: file.name,
            tag: EntityTag(Base64.encodeURL(Array(SHA256.hash(file.bytes).prefix(15)))),
            modified: nil, body: .bytes(file.bytes))
    }

    private init(name: String, tag: EntityTag, modified: Timestamp?, body: Response.Body) {
        var validators: Headers = [.etag: tag.description, .cacheControl: "no-cache"]
        if let modified { validators.add(.lastModified, modified.imfFixdate) }
        var headers = validators
        headers.add(.contentType, ContentType.forFile(named: name))
        headers.add(.xContentTypeOptions, "nosniff")
        self.tag = tag
        self.validators = validators
        self.headers = headers
        self.body = body
    }
}
