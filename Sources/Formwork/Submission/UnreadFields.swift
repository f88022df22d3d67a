internal import Groundwork

/// The fields of a stored document whose members can't be their values, such as a word where a number
/// should be.
///
/// The record has its starting values in their places; what is shown, exported or saved is the members as
/// they stand, through the listing that is ``FormListing/showing(_:)`` them.
package struct UnreadFields: Sendable {
    /// A member as it stands.
    package struct Member: Sendable {
        /// The names that lead to it, those of the field or the first of them.
        var path: [String]
        /// What stands there.
        var value: JSON

        /// The member as text.
        package var text: String {
            if case .string(let text) = value { return text }
            return String(decoding: value.bytes, as: UTF8.self)
        }
    }

    /// The members by the names of the fields.
    private(set) var members: [String: Member] = [:]
    /// Why each can't be read, in the order of the form.
    package private(set) var errors: [FieldError] = []

    /// No field.
    package init() {}

    /// Finds the members of fields.
    ///
    /// - Parameters:
    ///   - state: What binding the document came to.
    ///   - document: The document.
    init(_ state: FormState, in document: JSON.Object) {
        errors = state.errors.filter { state.unread[$0.field] != nil }
        for (name, path) in state.unread {
            members[name] = Self.member(path, in: document)
        }
    }

    /// Whether every member can be read.
    package var isEmpty: Bool { members.isEmpty }

    /// The fields that a submission says nothing about.
    ///
    /// - Parameter state: What binding the submission came to.
    /// - Returns: Those that stay as they are.
    package func staying(after state: FormState) -> UnreadFields {
        var fields = self
        fields.members = members.filter { state.texts[$0.key] == nil }
        fields.errors = errors.filter { fields.members[$0.field] != nil }
        return fields
    }

    private static func member(_ path: [String], in document: JSON.Object) -> Member? {
        var object = document
        for (index, step) in path.enumerated() {
            guard let value = object[step] else { return nil }
            guard index + 1 < path.count, case .object(let inner) = value else {
                return Member(path: Array(path[...index]), value: value)
            }
            object = inner
        }
        return nil
    }
}

extension FormState {
    /// The state of a form that shows stored members which can't be read, as if they had been typed.
    ///
    /// - Parameter unread: The fields.
    package init(showing unread: UnreadFields) {
        self.init()
        texts = unread.members.mapValues { RawText($0.text) }
        errors = unread.errors
    }
}

extension FormListing {
    /// The listing with members as they stand where they can't be read.
    ///
    /// - Parameter unread: These fields.
    /// - Returns: The listing.
    package func showing(_ unread: UnreadFields) -> FormListing {
        guard !unread.isEmpty else { return self }
        var listing = self
        for index in fields.indices {
            guard let member = unread.members[fields[index].field.path.name] else { continue }
            listing.fields[index].unread = member
            listing.fields[index].text = member.text
        }
        return listing
    }
}
