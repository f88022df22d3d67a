package import Groundwork

/// What a client sent for a form: names and texts, or a JSON object.
package struct Submission: Sendable {
    /// What was sent for one field.
    enum Value: Equatable {
        /// Nothing: the field keeps its value.
        case absent
        /// One text.
        case text(String)
        /// Several values, or a list where one value is wanted.
        case repeated
        /// A value of a kind that can't be the field's.
        case unreadable
    }

    private enum Source: Sendable {
        // Names are compared as bytes: a name of many combining marks takes quadratic time as a text.
        case fields([[UInt8]: [String]])
        case document(JSON.Object)
    }

    private let source: Source
    /// The names that the page showed; `nil` where no page was filled in.
    private let shown: Set<[UInt8]>?
    /// What the pressed button asks for; `nil` for the one that saves.
    package let intent: Intent?
    /// The revision that the page showed.
    package let revision: String?

    /// Takes the fields of a form, hidden ones (`_shown`, `_intent`, `_revision`) among them.
    ///
    /// - Parameter fields: Names and texts in the order in which they were sent.
    package init(fields: [(name: String, value: String)]) {
        let byName = Dictionary(grouping: fields) { Array($0.name.utf8) }
            .mapValues { $0.map(\.value) }
        func hidden(_ name: String) -> String? { byName[Array(name.utf8)]?.first }
        source = .fields(byName)
        shown = hidden("_shown").map { names in
            Set(names.utf8.split(separator: UInt8(ascii: " ")).map(Array.init))
        }
        intent = hidden("_intent").flatMap(Intent.init)
        revision = hidden("_revision")
    }

    /// Takes the members of a JSON object.
    ///
    /// - Parameter document: The object.
    package init(document: JSON.Object) {
        source = .document(document)
        shown = nil
        intent = nil
        revision = nil
    }

    /// What was sent for a field.
    func value(of field: borrowing Field) -> Value {
        switch source {
        case .fields(let fields):
            let values = fields[field.path.bytes] ?? []
            if values.count > 1 { return .repeated }
            if let text = values.first { return .text(text) }
            // A page sends nothing for a toggle that is off.
            if case .toggle = field.kind, shown?.contains(field.path.bytes) == true {
                return .text("")
            }
            return .absent
        case .document(let document):
            return Self.value(at: field.path.components[...], in: document)
        }
    }

    private static func value(at path: ArraySlice<String>, in object: JSON.Object) -> Value {
        guard let step = path.first, let member = object[step] else { return .absent }
        if case .object(let inner) = member, path.count > 1 {
            return value(at: path.dropFirst(), in: inner)
        }
        guard path.count == 1 else { return .absent }
        switch member {
        case .null: return .text("")
        case .bool(let isOn): return .text(isOn ? "true" : "false")
        case .number(let number): return .text(number.text)
        case .string(let text): return .text(text)
        case .array: return .repeated
        case .object: return .unreadable
        }
    }
}
