/// The bytes of a page while it is written: fixed markup, and text that is always escaped.
///
/// This file is the only place where text becomes markup.
public struct HTMLWriter: ~Copyable {
    /// What has been written so far.
    package private(set) var bytes: [UInt8] = []

    /// Makes a writer.
    ///
    /// - Parameter capacity: For how many bytes room is made beforehand.
    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes markup as it stands in the program.
    ///
    /// - Parameter fixed: Markup that was written by a programmer.
    public mutating func markup(_ fixed: StaticString) {
        // A static string of one scalar has no pointer; it still has bytes.
        guard fixed.hasPointerRepresentation else {
            bytes.append(contentsOf: String(fixed.unicodeScalar).utf8)
            return
        }
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: fixed.utf8Start, count: fixed.utf8CodeUnitCount))
    }

    /// Writes text, so that it is shown as it is.
    ///
    /// - Parameter value: Any text.
    public mutating func text(_ value: borrowing String) {
        escape(value, Self.entityInText)
    }

    /// Writes an attribute with a space before it.
    ///
    /// - Parameters:
    ///   - name: The attribute's name, as the programmer wrote it.
    ///   - value: Any text.
    public mutating func attribute(_ name: StaticString, _ value: borrowing String) {
        markup(" ")
        markup(name)
        markup("=\"")
        attributeText(value)
        markup("\"")
    }

    /// Writes text within the quotation marks of an attribute.
    ///
    /// - Parameter value: Any text.
    public mutating func attributeText(_ value: borrowing String) {
        escape(value, Self.entityInAttribute)
    }

    /// Writes content that has been rendered.
    ///
    /// - Parameter content: The content.
    package mutating func append(_ content: borrowing RenderedContent) {
        bytes.append(contentsOf: content.bytes)
    }

    /// Puts what another writer has written between what was written before.
    ///
    /// - Parameters:
    ///   - other: The other writer, whose markup is whole.
    ///   - offset: A number of bytes that had been written between two elements.
    mutating func insert(_ other: consuming HTMLWriter, at offset: Int) {
        bytes.insert(contentsOf: other.bytes, at: offset)
    }

    private mutating func escape(
        _ value: borrowing String, _ entity: (UInt8) -> StaticString?
    ) {
        let span = value.utf8.span
        var written = 0
        for index in span.indices {
            guard let entity = entity(span[index]) else { continue }
            append(span.extracting(written..<index))
            markup(entity)
            written = index + 1
        }
        append(span.extracting(written..<span.count))
    }

    private mutating func append(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// NUL can't stand in a page at all; a carriage return would be read as a line feed.
    private static func entityInText(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case 0: "\u{fffd}"
        case UInt8(ascii: "\r"): "&#13;"
        default: nil
        }
    }

    private static func entityInAttribute(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case 0: "\u{fffd}"
        case UInt8(ascii: "\n"): "&#10;"
        case UInt8(ascii: "\r"): "&#13;"
        default: nil
        }
    }
}
