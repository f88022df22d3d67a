package import Groundwork

/// One record as it stands on disk.
package struct StoredRecord: Sendable, Equatable {
    /// Which kind of record it is, such as `books`.
    package let type: String
    /// Its name for ever: 26 characters of `0-9a-z` that sort by the time of creation.
    package let id: String
    /// How often it was saved, from 1.
    package let revision: Int
    /// When it was saved first.
    package let createdAt: Timestamp
    /// When it was saved last.
    package let updatedAt: Timestamp
    /// What was saved, with the order of its members.
    package let document: JSON.Object
    /// The digests of the kept files that it names.
    package let files: [String]
    /// Members of the line that this version doesn't know; they go along with every later revision.
    let unknown: JSON.Object

    /// How many arrays and objects may stand in each other in a document.
    static let deepest = 128
    /// How many may stand in each other in a line: the document's in an operation of a transaction.
    static let deepestLine = deepest + 3
}

extension StoredRecord {
    /// Puts a record together; `files` are the digests of the attachments that it names.
    package init(
        type: String, id: String, revision: Int, createdAt: Timestamp, updatedAt: Timestamp,
        document: JSON.Object, files: [String] = []
    ) {
        self.init(
            type: type, id: id, revision: revision, createdAt: createdAt, updatedAt: updatedAt,
            document: document, files: files, unknown: [:])
    }

    /// Reads a record back from its sealed object; `nil` where that isn't what was written.
    ///
    /// - Parameter bytes: The object from brace to brace, a line or an operation of a transaction.
    init?(sealed bytes: [UInt8]) {
        guard LineChecksum.isIntact(bytes.span),
            let value = try? JSON.parse(bytes, maximumDepth: Self.deepest + 1),
            case .object(let object) = value
        else { return nil }
        var type: String?
        var id: String?
        var revision: Int?
        var createdAt: Timestamp?
        var updatedAt: Timestamp?
        var document: JSON.Object?
        var files: [String] = []
        var unknown: JSON.Object = [:]
        for member in object.members {
            switch (member.name, member.value) {
            case ("type", .string(let text)): type = text
            case ("id", .string(let text)): id = text
            case ("revision", .number(let number)): revision = number.int
            case ("createdAt", .string(let text)): createdAt = Timestamp(rfc3339: text)
            case ("updatedAt", .string(let text)): updatedAt = Timestamp(rfc3339: text)
            case ("doc", .object(let object)): document = object
            case ("files", .array(let values)):
                for case .string(let digest) in values { files.append(digest) }
            case ("files", _), ("v", _), ("seq", _), ("batch", _), ("first", _), ("at", _),
                ("op", _), ("crc", _):
                break
            default: unknown.append(member.name, member.value)
            }
        }
        guard let type, let id, let revision, let createdAt, let updatedAt, let document else {
            return nil
        }
        self.init(
            type: type, id: id, revision: revision, createdAt: createdAt, updatedAt: updatedAt,
            document: document, files: files, unknown: unknown)
    }
}
