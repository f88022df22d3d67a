package import Groundwork

extension FormListing {
    /// The fields as the members of a JSON object, in the order of the form.
    package var document: JSON.Object {
        var document = JSON.Object()
        for field in fields { field.write(into: &document) }
        return document
    }
}

extension ListedField {
    /// Writes the field over what stands in its place; the other members stay.
    package func write(into document: inout JSON.Object) {
        Self.set(json, at: field.path.components[...], in: &document)
    }

    private var json: JSON {
        switch jsonKind {
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
