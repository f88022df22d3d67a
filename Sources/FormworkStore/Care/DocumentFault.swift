internal import FormworkRecords
package import Groundwork
import System

/// What a form says of a stored document.
package struct DocumentFault: Sendable, Equatable {
    /// The name of the field; empty for the whole form.
    package var field: String
    /// What is wrong with it, in a sentence.
    package var message: String
    /// Whether the member can't be the field's value at all; else it breaks a rule.
    package var isUnread: Bool

    /// Describes a fault.
    ///
    /// - Parameters:
    ///   - field: The name of the field; empty for the whole form.
    ///   - message: What is wrong with it, in a sentence.
    ///   - isUnread: Whether the member can't be the field's value at all.
    package init(field: String, message: String, isUnread: Bool) {
        self.field = field
        self.message = message
        self.isUnread = isUnread
    }

    /// The field and the sentence.
    var text: String { field.isEmpty ? message : "\(field): \(message)" }
}

/// What the forms of the records say of a stored document.
package struct DocumentRules: Sendable {
    private let faults: @Sendable (String, JSON.Object) -> [DocumentFault]

    /// Nothing is wrong with any document.
    package static let none = DocumentRules { _, _ in [] }

    /// Takes the forms.
    ///
    /// - Parameter faults: Tells what is wrong with a document of a type; nothing of types that have no
    ///   form.
    package init(faults: @escaping @Sendable (String, JSON.Object) -> [DocumentFault]) {
        self.faults = faults
    }

    /// Passes a document through its form.
    func callAsFunction(_ type: String, _ document: JSON.Object) -> [DocumentFault] {
        faults(type, document)
    }
}

extension Catalogue {
    /// Passes every record through its form.
    func misfits(
        _ rules: DocumentRules, _ fileSystem: any FileSystem
    ) throws(FolderError) -> [Damage] {
        var damages: [Damage] = []
        for type in typeNames.sorted() {
            var last: RecordID?
            while true {
                let page = records(type, after: last, limit: 256)
                guard let end = page.last else { break }
                for record in page {
                    let document = try record.file.record(at: record.location).document
                    for fault in rules(type, document) where fault.isUnread {
                        damages.append(
                            Damage(
                                path: record.file.path, line: try record.line(fileSystem),
                                offset: record.location.offset, reason: fault.text,
                                id: record.location.id.description))
                    }
                }
                last = end.location.id
            }
        }
        return damages
    }
}

extension Catalogue.Record {
    /// The number of the line that the record stands in, from 1.
    fileprivate func line(_ fileSystem: any FileSystem) throws(FolderError) -> Int {
        var reader = LineReader(fileSystem, descriptor: file.descriptor, path: file.path)
        var number = 0
        while let line = try reader.nextLine() {
            number += 1
            if line.offset + line.range.count >= location.offset { break }
        }
        return number
    }
}
