/// A text from outside as a key: the same as another only where all bytes are.
///
/// Swift holds texts equal that Unicode does, whose bytes may differ, and hashing a text takes time that
/// grows with the square of a run of combining marks.
package struct ByteKey: Hashable, Sendable {
    /// The text.
    package let text: String

    /// Makes a key of a text.
    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ByteKey, right: ByteKey) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
