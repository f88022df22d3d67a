/// A validator of one state of a resource (RFC 9110, section 8.8.3).
package struct EntityTag: Sendable {
    /// Whether states that differ in bytes may share the tag.
    package let isWeak: Bool
    /// The text between the quotation marks.
    package let value: String

    /// Makes a tag.
    ///
    /// - Parameters:
    ///   - value: Visible characters without quotation marks.
    ///   - isWeak: Whether states that differ in bytes may share it.
    package init(_ value: String, isWeak: Bool = false) {
        self.value = value
        self.isWeak = isWeak
    }

    /// Compares strongly: both are strong and the same (RFC 9110, section 8.8.3.2).
    ///
    /// - Parameter other: Another tag.
    /// - Returns: Whether they match.
    package func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && matchesWeakly(other)
    }

    /// Compares weakly: they are the same but for their strength.
    ///
    /// - Parameter other: Another tag.
    /// - Returns: Whether they match.
    package func matchesWeakly(_ other: EntityTag) -> Bool {
        value.utf8.elementsEqual(other.value.utf8)
    }

    /// What `If-Match` or `If-None-Match` names.
    package enum List: Sendable {
        /// Any state that is there: `*`.
        case any
        /// The states with these tags.
        case tags([EntityTag])

        /// Reads the value of such a field; what is no tag, like one without quotes, is left out.
        ///
        /// - Parameter text: The value, several lines joined by commas.
        package init(_ text: String) {
            var reader = FieldReader(text)
            reader.skipBlanks()
            if reader.take(UInt8(ascii: "*")) {
                reader.skipBlanks()
                self = reader.isAtEnd ? .any : .tags([])
                return
            }
            var tags: [EntityTag] = []
            while !reader.isAtEnd {
                reader.skipBlanks()
                if let tag = EntityTag(&reader) { tags.append(tag) }
                reader.skipElement()
            }
            self = .tags(tags)
        }

        /// Whether a state is named, tags compared strongly, as `If-Match` does.
        ///
        /// - Parameter tag: The tag of the state that is there.
        /// - Returns: Whether it is.
        package func containsStrongly(_ tag: EntityTag) -> Bool {
            switch self {
            case .any: true
            case .tags(let tags): tags.contains { $0.matchesStrongly(tag) }
            }
        }

        /// Whether a state is named, tags compared weakly, as `If-None-Match` does.
        ///
        /// - Parameter tag: The tag of the state that is there.
        /// - Returns: Whether it is.
        package func containsWeakly(_ tag: EntityTag) -> Bool {
            switch self {
            case .any: true
            case .tags(let tags): tags.contains { $0.matchesWeakly(tag) }
            }
        }
    }

    /// Reads a value that is one tag, such as the value of `If-Range`; nil where it isn't one tag.
    ///
    /// - Parameter text: The value.
    package init?(parsing text: String) {
        var reader = FieldReader(text)
        reader.skipBlanks()
        self.init(&reader)
        guard reader.isAtEnd else { return nil }
    }

    /// Reads a tag where a reader stands; an element that goes on behind it is none.
    init?(_ reader: inout FieldReader) {
        isWeak = reader.take(UInt8(ascii: "W"))
        guard !isWeak || reader.take(.slash), reader.take(.quote) else { return nil }
        value = reader.run(of: .entityTag).map(reader.text) ?? ""
        guard reader.take(.quote) else { return nil }
        reader.skipBlanks()
        guard reader.isAtEndOfElement else { return nil }
    }
}

extension EntityTag: CustomStringConvertible {
    /// The tag as the value of an `ETag` field.
    package var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }
}
