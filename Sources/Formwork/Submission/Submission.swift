package import Groundwork

/// What a client sent for a form: names and texts, or a JSON object.
package struct Submission: Sendable {
    /// What was sent for one field.
    enum Value: Equatable {
        /// Nothing: the field keeps its value.
        case absent
        /// One text.
        case text(RawText)
        /// Several values, or a list where one value is wanted.
        case repeated
        /// A value of a kind that can't be the field's.
        case wrongKind
        /// A file that came with the submission.
        case file(ReceivedFile)
        /// A file that was kept on a page before, and isn't any more.
        case expiredFile
    }

    private enum Source: Sendable {
        case fields([RawText: [RawText]])
        case document(JSON.Object)
        case stored(JSON.Object)
    }

    /// The names that a page sends unseen, whatever the form.
    static let hiddenNames: Set<RawText> = ["_shown", "_intent", "_revision", "_remove"]

    /// No field of a file has a longer name, in scalars with its underscore.
    private static let longestHiddenName = 256

    private let source: Source
    /// The names of the fields whose files are to be taken away.
    private let removed: Set<RawText>
    /// The files that came, and those that may be named.
    package var files = SubmittedFiles()
    /// The names that the page showed; `nil` where no page was filled in.
    private let shown: Set<RawText>?
    /// The button that sent it.
    package let press: Press
    /// The revision that the page showed.
    package let revision: RawText?

    /// Takes the fields of a form, hidden ones among them.
    ///
    /// - Parameter fields: Names and texts in the order in which they were sent.
    package init(fields: [(name: RawText, value: RawText)]) {
        let byName = Dictionary(grouping: fields, by: \.name).mapValues { $0.map(\.value) }
        source = .fields(byName)
        shown = byName["_shown"]?.first.map { names in
            Set(
                Array(names.utf8).split(separator: UInt8(ascii: " ")).map { name in
                    RawText(String(decoding: name, as: UTF8.self))
                })
        }
        press = Press(byName["_intent"] ?? [])
        revision = byName["_revision"]?.first
        removed = Set(byName["_remove"] ?? [])
    }

    /// Takes the members of a JSON object that a client sent.
    ///
    /// - Parameter document: The object.
    package init(document: JSON.Object) {
        let press: Press =
            switch document["_intent"] {
            case nil: .save
            case .string(let text): Press([RawText(text)])
            default: .unknown
            }
        self.init(.document(document), press)
    }

    /// Takes a document as `FormListing.document` writes it, which may refer to files.
    ///
    /// - Parameter stored: The document.
    package init(stored: JSON.Object) {
        self.init(.stored(stored), .save)
    }

    private init(_ source: Source, _ press: Press) {
        self.source = source
        self.press = press
        shown = nil
        revision = nil
        removed = []
    }

    /// How the texts of it are spelled.
    var spelling: TextSpelling {
        guard case .fields = source else { return .strict }
        return .typed
    }

    /// The tokens under which a page keeps files, by the names of their fields.
    package var tokens: [String: RawText] {
        guard case .fields(let fields) = source else { return [:] }
        var tokens: [String: RawText] = [:]
        for (name, values) in fields
        where name.utf8.first == UInt8(ascii: "_") && !Self.hiddenNames.contains(name) {
            guard let hidden = name.bounded(to: Self.longestHiddenName) else { continue }
            tokens[String(hidden.unicodeScalars.dropFirst())] = values.first
        }
        return tokens
    }

    /// What was sent for a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - jsonKind: How its value is written in a JSON document.
    /// - Returns: What was sent, whatever its length.
    func value(of field: borrowing Field, _ jsonKind: JSONKind) -> Value {
        if case .file = field.kind { return fileValue(of: field.path) }
        switch source {
        case .fields(let fields):
            let values = fields[field.path.rawName] ?? []
            if values.count > 1 { return .repeated }
            if let text = values.first { return .text(text) }
            // A page sends nothing for a toggle that is off.
            if case .toggle = field.kind, shown?.contains(field.path.rawName) == true {
                return .text("")
            }
            return .absent
        case .document(let document):
            return Self.value(
                Self.member(at: field.path.components[...], in: document), jsonKind)
        case .stored(let document):
            if Self.isBlocked(field.path.components[...], in: document) { return .wrongKind }
            return Self.value(
                Self.member(at: field.path.components[...], in: document), jsonKind)
        }
    }

    /// What was sent for a file: what came counts before what the page kept.
    private func fileValue(of path: FieldPath) -> Value {
        switch source {
        case .fields(let fields):
            let texts = fields[path.rawName] ?? []
            let received = files.received(for: path)
            if texts.count + received.count > 1 { return .repeated }
            if let file = received.first { return .file(file) }
            if removed.contains(path.rawName) { return .text("") }
            if let text = texts.first { return known(text) }
            guard fields[RawText("_\(path.name)")] != nil else { return .absent }
            return files.kept[path.name].map(Self.reference) ?? .expiredFile
        case .document(let document):
            return switch Self.member(at: path.components[...], in: document) {
            case nil: .absent
            case .null: .text("")
            case .string(let text): known(RawText(text))
            case .array: .repeated
            case .bool, .number, .object: .wrongKind
            }
        case .stored(let document):
            if Self.isBlocked(path.components[...], in: document) { return .wrongKind }
            return switch Self.member(at: path.components[...], in: document) {
            case nil: .absent
            case .null: .text("")
            case .object(let object): FileReference(object).map(Self.reference) ?? .wrongKind
            default: .wrongKind
            }
        }
    }

    /// A file that a client names: only by the path under which it knows the record's own.
    private func known(_ text: RawText) -> Value {
        if text.isEmpty { return .text(text) }
        return files.present[text].map(Self.reference) ?? .wrongKind
    }

    private static func reference(_ file: FileReference) -> Value { .text(RawText(file.fieldText)) }

    /// Whether something else stands where an object should hold a field: the field's value can't be
    /// there, and what is there would be lost by a change.
    private static func isBlocked(_ path: ArraySlice<String>, in object: JSON.Object) -> Bool {
        guard path.count > 1, let step = path.first, let member = object[step] else { return false }
        guard case .object(let inner) = member else { return member != .null }
        return isBlocked(path.dropFirst(), in: inner)
    }

    private static func member(at path: ArraySlice<String>, in object: JSON.Object) -> JSON? {
        guard let step = path.first, let member = object[step] else { return nil }
        guard path.count > 1 else { return member }
        guard case .object(let inner) = member else {
            return nil
        }
        return self.member(at: path.dropFirst(), in: inner)
    }

    /// A member as the text of a field: only numbers are understood from strings, and nothing else is
    /// turned into text.
    private static func value(_ member: JSON?, _ kind: JSONKind) -> Value {
        switch (member, kind) {
        case (nil, _): .absent
        case (.null, _): .text("")
        case (.string(let text), .string), (.string(let text), .number): .text(RawText(text))
        case (.number(let number), .number): .text(RawText(number.text))
        case (.bool(let isOn), .boolean): .text(isOn ? "true" : "false")
        case (.array, _): .repeated
        default: .wrongKind
        }
    }
}
