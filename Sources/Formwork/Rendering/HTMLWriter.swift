public import Groundwork

/// The bytes of a page while it is written: fixed markup, and text that is always escaped.
///
/// This file is the only place where text becomes markup. The bytes stand in memory of the writer's
/// own, since a page is hundreds of short runs and an array looks at its owner at each.
@safe public struct HTMLWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes have been written so far.
    package private(set) var count = 0

    /// Makes a writer.
    ///
    /// - Parameter capacity: For how many bytes room is made beforehand.
    public init(capacity: Int = 0) {
        self.capacity = max(capacity, Self.leastCapacity)
        unsafe start = .allocate(capacity: self.capacity)
    }

    deinit { unsafe start.deallocate() }

    /// What has been written so far, in UTF-8.
    package var bytes: [UInt8] {
        unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    }

    /// Writes markup as it stands in the program.
    ///
    /// - Parameter fixed: Markup that was written by a programmer.
    @inline(__always)
    public mutating func markup(_ fixed: StaticString) {
        // Inlined, so that the length of a literal is known where it is copied.
        // A static string of one scalar has no pointer; it still has bytes.
        guard fixed.hasPointerRepresentation else {
            return append(Array(String(fixed.unicodeScalar).utf8).span)
        }
        let length = fixed.utf8CodeUnitCount
        makeRoom(for: length)
        unsafe (start + count).update(from: fixed.utf8Start, count: length)
        count += length
    }

    /// Writes words of the program, so that they are shown as they are, with people's text among them,
    /// each in an element that keeps its direction.
    ///
    /// - Parameter phrase: The words.
    public mutating func text(_ phrase: borrowing Phrase) {
        let bytes = phrase.text.utf8.span
        var end = 0
        for range in phrase.isolated {
            escape(bytes.extracting(end..<range.lowerBound), Self.meaningInText)
            markup("<bdi>")
            escape(bytes.extracting(range), Self.meaningInText)
            markup("</bdi>")
            end = range.upperBound
        }
        escape(bytes.extracting(end..<bytes.count), Self.meaningInText)
    }

    /// Writes a text of people, so that it is shown as it is and keeps its direction.
    ///
    /// - Parameter value: Any text.
    @_disfavoredOverload
    public mutating func text(_ value: some StringProtocol) {
        text(Phrase(String(value)))
    }

    /// Writes words of the program, so that they are shown as they are.
    ///
    /// - Parameter words: The words, which people had no part in.
    public mutating func text(words: borrowing String) {
        escape(words.utf8.span, Self.meaningInText)
    }

    /// Writes an attribute with a space before it.
    ///
    /// - Parameters:
    ///   - name: The attribute's name, as the programmer wrote it.
    ///   - value: Any text.
    @inline(__always)
    public mutating func attribute(_ name: StaticString, _ value: borrowing String) {
        markup(" ")
        markup(name)
        markup("=\"")
        attributeText(value)
        markup("\"")
    }

    /// Writes an attribute with a space before it.
    ///
    /// - Parameters:
    ///   - name: The attribute's name, as the programmer wrote it.
    ///   - value: Text of any length.
    public mutating func attribute(_ name: StaticString, _ value: RawText) {
        attribute(name, value.unbounded)
    }

    /// Writes text within the quotation marks of an attribute.
    ///
    /// - Parameter value: Any text.
    public mutating func attributeText(_ value: borrowing String) {
        escape(value.utf8.span, Self.meaningInAttribute)
    }

    /// Writes content that has been rendered.
    ///
    /// - Parameter content: The content.
    package mutating func append(_ content: borrowing RenderedContent) {
        append(content.bytes.span)
    }

    /// Puts what another writer has written between what was written before.
    ///
    /// - Parameters:
    ///   - other: The other writer, whose markup is whole: elements, or attributes.
    ///   - offset: A number of bytes that had been written where such markup may stand.
    mutating func insert(_ other: consuming HTMLWriter, at offset: Int) {
        makeRoom(for: other.count)
        let place = unsafe start + offset
        unsafe (place + other.count).update(from: place, count: count - offset)
        unsafe place.update(from: other.start, count: other.count)
        count += other.count
    }
}

extension HTMLWriter {
    private static let leastCapacity = 256
    /// How many bytes one byte of text takes at most: those of `&quot;`.
    private static let longestEntity = 6

    private mutating func escape(_ span: Span<UInt8>, _ meaning: UInt64) {
        makeRoom(for: span.count * Self.longestEntity)
        var end = count
        for index in span.indices {
            let byte = span[index]
            if byte >= 64 || meaning & 1 << byte == 0 {
                unsafe start[end] = byte
                end += 1
            } else {
                count = end
                markup(Self.entity(byte))
                end = count
            }
        }
        count = end
    }

    private mutating func append(_ span: Span<UInt8>) {
        makeRoom(for: span.count)
        unsafe span.withUnsafeBufferPointer { source in
            guard let first = source.baseAddress else { return }
            unsafe (start + count).update(from: first, count: source.count)
        }
        count += span.count
    }

    @inline(__always) private mutating func makeRoom(for length: Int) {
        if capacity - count < length { grow(for: length) }
    }

    private mutating func grow(for length: Int) {
        capacity = max(capacity * 2, count + length)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = larger
    }

    /// The characters that mean something between tags, a bit each.
    ///
    /// NUL can't stand in a page at all; a carriage return would be read as a line feed.
    private static var meaningInText: UInt64 {
        bit("&") | bit("<") | bit(">") | bit("\0") | bit("\r")
    }

    /// The characters that mean something between quotation marks.
    private static var meaningInAttribute: UInt64 {
        meaningInText | bit("\"") | bit("'") | bit("\n")
    }

    private static func bit(_ character: Unicode.Scalar) -> UInt64 { 1 << character.value }

    private static func entity(_ byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\n"): "&#10;"
        case UInt8(ascii: "\r"): "&#13;"
        default: "\u{fffd}"
        }
    }
}
