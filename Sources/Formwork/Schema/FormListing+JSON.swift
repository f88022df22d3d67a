package import Groundwork

extension FormListing {
    /// The fields as the members of a JSON object, in the order of the form.
    package var document: JSON.Object {
        var document = JSON.Object()
        for field in fields { field.write(into: &document) }
        return document
    }
}

/// How a document names the files of a record.
package enum FileNaming: Sendable {
    /// By what they hold, as records are stored.
    case reference
    /// By the path where clients get them, below the record's own; `nil` where it has none yet.
    case path(below: String?)
}

extension ListedField {
    /// Writes the field over what stands in its place; the other members stay.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - files: How files are named in it.
    package func write(into document: inout JSON.Object, files: FileNaming = .reference) {
        if let unread { return Self.set(unread.value, at: unread.path[...], in: &document) }
        Self.set(json(files), at: field.path.components[...], in: &document)
    }

    /// The file that the record has in this field; `nil` where it has none, or the field is for none.
    package var file: FileReference? {
        guard case .file = field.kind, unread == nil else { return nil }
        return FileReference(fieldText: text)
    }

    /// Where clients get the file of this field.
    ///
    /// - Parameter record: The record's path.
    /// - Returns: The path; `nil` where there is no file.
    package func filePath(below record: String) -> String? {
        file.map { _ in "\(record)/\(field.path.name)" }
    }

    private func json(_ files: FileNaming) -> JSON {
        switch jsonKind {
        case .file:
            switch files {
            case .reference: file.map { .object($0.document) } ?? .null
            case .path(let record):
                record.flatMap { filePath(below: $0) }.map(JSON.string) ?? .null
            }
        case .boolean: .bool(!text.isEmpty)
        case .string: text.isEmpty ? .null : .string(text)
        case .number: JSON.Number(text: text).map(JSON.number) ?? .null
        }
    }

    private static func set(
        _ value: JSON, at path: ArraySlice<String>, in object: inout JSON.Object
    ) {
        guard let step = path.first else { return }
        guard path.count > 1 else {
            object[step] = value
            return
        }
        var inner = JSON.Object()
        if case .object(let known) = object[step] { inner = known }
        set(value, at: path.dropFirst(), in: &inner)
        object[step] = .object(inner)
    }
}
