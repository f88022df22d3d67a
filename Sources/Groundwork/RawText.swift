/// Text from outside that no field has bounded yet.
///
/// It compares and hashes by its bytes and offers nothing that takes more than linear time: Swift's `==`,
/// `count` and `split` of a `String` take quadratic time on a run of combining marks, and take texts for
/// equal that differ in bytes.
///
///     let typed: RawText = "Emma"
///     typed.bounded(to: 200)  // "Emma"
public struct RawText: Sendable {
    /// The text for readers that work on its bytes or scalars alone.
    package let unbounded: String

    /// Takes any text.
    ///
    /// - Parameter text: The text.
    public init(_ text: String) {
        unbounded = text
    }

    /// The bytes of the text.
    public var utf8: String.UTF8View { unbounded.utf8 }

    /// Whether nothing was sent.
    public var isEmpty: Bool { unbounded.utf8.isEmpty }

    /// The text, once it is known to be short enough for everything that Swift does with a `String`.
    ///
    /// - Parameter most: How many scalars it may have.
    /// - Returns: `nil` where it has more.
    public func bounded(to most: Int) -> String? {
        // A scalar has at least one byte.
        if unbounded.utf8.count <= most { return unbounded }
        return unbounded.unicodeScalars.count <= most ? unbounded : nil
    }
}

extension RawText: Hashable {
    /// Compares bytes.
    public static func == (left: RawText, right: RawText) -> Bool {
        JSON.sameScalars(left.unbounded, right.unbounded)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        unsafe unbounded.utf8Span.span.bytes.withUnsafeBytes { bytes in
            unsafe hasher.combine(bytes: bytes)
        }
    }
}

extension RawText: ExpressibleByStringLiteral {
    /// Takes a text written in the source.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension RawText: CustomStringConvertible {
    /// The text, for a message that is written out.
    public var description: String { unbounded }
}
