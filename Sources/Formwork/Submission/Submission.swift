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
        /// A file that came with the submission.
        case file(ReceivedFile)
        /// A file that was kept on a page before, and isn't any more.
        case expiredFile
    }

    private enum Source: Sendable {
        // Names are compared as bytes: a name of many combining marks takes quadratic time as a text.
        case fields([[UInt8]: [String]])
        case document(JSON.Object)
        case stored(JSON.Object)
    }

    /// The names that a page sends unseen, whatever the form.
    static let hiddenNames: Set<String> = ["_shown", "_intent", "_revision", "_remove"]

    /// No field of a file has a longer name, in bytes with its underscore.
    private static let longestHiddenName = 256

    private let source: Source
    /// The names of the fields whose files are to be taken away.
    private let removed: Set<[UInt8]>
    /// The files that came, and those that may be named.
    package var files = SubmittedFiles()
    /// The names that the page showed; `nil` where no page was filled in.
    private let shown: Set<[UInt8]>?
    /// What the pressed button asks for; `nil` for the one that saves.
    package let intent: Intent?
    /// The revision that the page showed.
    package let revision: String?

    /// Takes the fields of a form, hidden ones among them.
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
        removed = Set(byName[Array("_remove".utf8)]?.map { Array($0.utf8) } ?? [])
    }

    /// Takes the members of a JSON object that a client sent.
    ///
    /// - Parameter document: The object.
    package init(document: JSON.Object) {
        self.init(.document(document))
    }

    /// Takes a document as `FormListing.document` writes it, which may refer to files.
    ///
    /// - Parameter stored: The document.
    package init(stored: JSON.Object) {
        self.init(.stored(stored))
    }

    private init(_ source: Source) {
        self.source = source
        shown = nil
        intent = nil
        revision = nil
        removed = []
    }

    /// The tokens under which a page keeps files, by the names of their fields.
    package var tokens: [String: String] {
        guard case .fields(let fields) = source else { return [:] }
        var tokens: [String: String] = [:]
        for (name, values) in fields
        where name.first == UInt8(ascii: "_") && name.count <= Self.longestHiddenName {
            let hidden = String(decoding: name, as: UTF8.self)
            guard !Self.hiddenNames.contains(hidden) else { continue }
            tokens[String(hidden.unicodeScalars.dropFirst())] = values.first
        }
        return tokens
    }

    /// What was sent for a field.
    func value(of field: borrowing Field) -> Value {
        if case .file = field.kind { return fileValue(of: field.path) }
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
        case .document(let document), .stored(let document):
            return Self.value(at: field.path.components[...], in: document)
        }
    }

    /// What was sent for a file: what came counts before what the page kept.
    private func fileValue(of path: FieldPath) -> Value {
        switch source {
        case .fields(let fields):
            let texts = fields[path.bytes] ?? []
            let received = files.received(for: path)
            if texts.count + received.count > 1 { return .repeated }
            if let file = received.first { return .file(file) }
            if removed.contains(path.bytes) { return .text("") }
            if let text = texts.first { return known(.text(text)) }
            guard fields[Array("_\(path.name)".utf8)] != nil else { return .absent }
            return files.kept[path.name].map { .text($0.fieldText) } ?? .expiredFile
        case .document(let document):
            return known(Self.value(at: path.components[...], in: document))
        case .stored(let document):
            guard let object = Self.object(at: path.components[...], in: document) else {
                return Self.value(at: path.components[...], in: document)
            }
            return FileReference(object).map { .text($0.fieldText) } ?? .unreadable
        }
    }

    /// A file that a client names: only by the path under which it knows the record's own.
    private func known(_ value: Value) -> Value {
        switch value {
        case .text(let text) where !text.isEmpty:
            files.present[text].map { .text($0.fieldText) } ?? .unreadable
        default: value
        }
    }

    private static func object(at path: ArraySlice<String>, in object: JSON.Object) -> JSON.Object?
    {
        path.reduce(JSON.Object?.some(object)) { object, step in
            guard case .object(let inner)? = object?[step] else { return nil }
            return inner
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
