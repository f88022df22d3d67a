package import Groundwork

/// One record as it is stored.
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
    /// The digests of the attachments that it names.
    package let attachments: [String]
    /// What a newer version of the store keeps of the record beside; every later revision keeps it too.
    package let unknown: JSON.Object

    /// Puts a record together.
    package init(
        type: String, id: String, revision: Int, createdAt: Timestamp, updatedAt: Timestamp,
        document: JSON.Object, attachments: [String] = [], unknown: JSON.Object = [:]
    ) {
        self.type = type
        self.id = id
        self.revision = revision
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.document = document
        self.attachments = attachments
        self.unknown = unknown
    }
}
