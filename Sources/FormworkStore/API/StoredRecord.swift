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

    /// Puts a record together.
    ///
    /// - Parameters:
    ///   - type: Which kind of record it is.
    ///   - id: Its id.
    ///   - revision: How often it was saved, from 1.
    ///   - createdAt: When it was saved first.
    ///   - updatedAt: When it was saved last.
    ///   - document: What was saved.
    ///   - files: The digests of the kept files that it names.
    package init(
        type: String, id: String, revision: Int, createdAt: Timestamp, updatedAt: Timestamp,
        document: JSON.Object, files: [String] = []
    ) {
        self.init(
            type: type, id: id, revision: revision, createdAt: createdAt, updatedAt: updatedAt,
            document: document, files: files, unknown: [:])
    }

    init(
        type: String, id: String, revision: Int, createdAt: Timestamp, updatedAt: Timestamp,
        document: JSON.Object, files: [String], unknown: JSON.Object
    ) {
        self.files = files
        self.type = type
        self.id = id
        self.revision = revision
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.document = document
        self.unknown = unknown
    }
}
