public import Groundwork

/// A file that belongs to a record: named by what it holds, never by what a client called it.
///
///     struct Book {
///         var cover: FileReference?
///     }
///
/// The bytes stand beside the records, in a file that its digest names; a record that refers to them
/// keeps them there.
public struct FileReference: Sendable, Hashable {
    /// The SHA-256 of the bytes in 64 hexadecimal digits; empty while a submission is checked whose file
    /// hasn't been kept yet.
    public let digest: String
    /// What the bytes are, told by the bytes themselves.
    public let type: ImageType
    /// How many bytes there are.
    public let size: Int

    private static let digestLength = 64
    /// A type, a size and a digest with spaces between them are shorter, in bytes.
    private static let longestText = 128

    /// Refers to a file; `nil` where that can't be one.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of its bytes in lower-case hexadecimal digits; empty for one that hasn't
    ///     been kept yet.
    ///   - type: What the bytes are.
    ///   - size: How many there are, at least one.
    package init?(digest: String, type: ImageType, size: Int) {
        let digits = digest.utf8
        guard size > 0, digits.isEmpty || digits.count == Self.digestLength,
            digits.allSatisfy({ ASCII.hexValue($0) != nil && ASCII.lowercased($0) == $0 })
        else { return nil }
        self.digest = digest
        self.type = type
        self.size = size
    }
}

extension FileReference: FieldValue {
    /// A stored document has an object; what clients see is a path.
    public static var jsonKind: JSONKind { .file }

    /// Reads what `fieldText` writes; no client's text gets here.
    public init?(fieldText: String) {
        guard fieldText.utf8.count <= Self.longestText else { return nil }
        let parts = fieldText.utf8.split(
            separator: UInt8(ascii: " "), omittingEmptySubsequences: false
        ).compactMap { String($0) }
        guard parts.count == 3, let type = ImageType(rawValue: parts[0]), let size = Int(parts[1])
        else { return nil }
        self.init(digest: parts[2], type: type, size: size)
    }

    /// The type, the size and the digest, with spaces between them.
    public var fieldText: String { "\(type.rawValue) \(size) \(digest)" }
}

extension FileReference {
    private static let members = (digest: "file", type: "type", size: "size")

    /// The names that stand in the object of a stored document.
    package static let memberNames = [members.digest, members.type, members.size]

    /// Reads the object that a stored document has; `nil` where it's no reference to a file.
    ///
    /// - Parameter document: The object.
    init?(_ document: JSON.Object) {
        guard case .string(let digest) = document[Self.members.digest], !digest.isEmpty,
            case .string(let name) = document[Self.members.type],
            let type = ImageType(rawValue: name),
            case .number(let number) = document[Self.members.size], let size = number.int
        else { return nil }
        self.init(digest: digest, type: type, size: size)
    }

    /// Finds every file that a stored document refers to, also those of which no form knows any more.
    ///
    /// - Parameter document: The document.
    /// - Returns: The digests, each once.
    package static func digests(in document: JSON.Object) -> [String] {
        var digests: [String] = []
        func find(in value: JSON) {
            switch value {
            case .object(let object):
                if let file = FileReference(object) {
                    if !digests.contains(file.digest) { digests.append(file.digest) }
                } else {
                    for member in object.members { find(in: member.value) }
                }
            case .array(let values): for value in values { find(in: value) }
            case .null, .bool, .number, .string: break
            }
        }
        find(in: .object(document))
        return digests
    }

    /// The object that a stored document has: `{"file": …, "type": "image/png", "size": 34567}`.
    var document: JSON.Object {
        [
            Self.members.digest: .string(digest),
            Self.members.type: .string(type.rawValue),
            Self.members.size: .number(JSON.Number(size)),
        ]
    }
}
