internal import FormworkRecords
internal import Groundwork

extension StoredRecord {
    /// How many arrays and objects may stand in each other in a document.
    static let deepest = 128
    /// How many may stand in each other in a line: the document's in an operation of a transaction.
    static let deepestLine = deepest + 3

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
            document: document, attachments: files, unknown: unknown)
    }
}
