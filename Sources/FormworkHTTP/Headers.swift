/// The header fields of a message, in their order, with duplicates.
///
/// All names and values lie in one array of bytes; a field is a pair of ranges of it, and texts are
/// made when they are asked for. A parsed head is kept as it came. A value is read as UTF-8
/// where it is valid, else each of its bytes is one Latin-1 character, so that nothing is lost.
package struct Headers: Sendable {
    /// The ranges of one field in `bytes`.
    struct Field: Sendable {
        var nameStart: Int32
        var nameEnd: Int32
        var valueStart: Int32
        var valueEnd: Int32

        var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// The text that all fields are ranges of; it may hold more than them.
    private(set) var bytes: [UInt8]
    /// The fields in their order.
    private(set) var fields: [Field]

    /// The name of the first field that was refused, because its value can't be sent as one line.
    ///
    /// A response with such a name must not be sent; it is answered 500 instead, so that a
    /// handler that copies outside text into a header can't be made to write a second one.
    package private(set) var refusedName: String?

    /// An empty list.
    package init() {
        bytes = []
        fields = []
    }

    /// Takes fields whose ranges and bytes a parser has checked.
    init(bytes: [UInt8], fields: [Field]) {
        self.bytes = bytes
        self.fields = fields
    }

    /// How many fields there are, duplicates counted.
    package var count: Int { fields.count }

    /// The value of the first field with a name.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The value without blanks around it; nil when there is no such field.
    package subscript(name: HeaderName) -> String? {
        let span = bytes.span
        for field in fields where span.matches(name.rawValue, in: field.name) {
            return span.text(in: field.value)
        }
        return nil
    }

    /// The values of all fields with a name, in their order.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The values, none when there is no such field.
    package func all(_ name: HeaderName) -> [String] {
        let span = bytes.span
        var values: [String] = []
        for field in fields where span.matches(name.rawValue, in: field.name) {
            values.append(span.text(in: field.value))
        }
        return values
    }

    /// The values of all fields with a name as one list, joined by `, ` (RFC 9110, section 5.3).
    ///
    /// - Parameter name: The name, in any case; not `Set-Cookie`.
    /// - Returns: The list; nil when there is no such field.
    package func list(_ name: HeaderName) -> String? {
        let values = all(name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }

    /// All fields in their order, with the spelling of their names.
    package var pairs: [(name: String, value: String)] {
        let span = bytes.span
        return fields.map { (span.text(in: $0.name), span.text(in: $0.value)) }
    }

    /// Adds a field after all others, even when there is one with its name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value; it may hold visible characters, spaces and tabs.
    /// - Returns: Whether the field was added. A value with a line end, NUL or another control
    ///   character is refused (RFC 9110, section 5.5), and `refusedName` tells so.
    @discardableResult
    package mutating func add(_ name: HeaderName, _ value: String) -> Bool {
        let start = bytes.count
        let length = name.spelling.utf8.count + value.utf8.count + 4
        guard value.utf8Span.span.isFieldValue,
            length < Int(Int32.max) - start
        else {
            refusedName = refusedName ?? name.spelling
            return false
        }
        bytes.append(name.spelling.utf8Span.span)
        let nameEnd = bytes.count
        bytes.append(.colon)
        bytes.append(.space)
        let valueStart = bytes.count
        bytes.append(value.utf8Span.span)
        let valueEnd = bytes.count
        bytes.append(.cr)
        bytes.append(.lf)
        fields.append(
            Field(
                nameStart: Int32(start), nameEnd: Int32(nameEnd),
                valueStart: Int32(valueStart), valueEnd: Int32(valueEnd)))
        return true
    }

    /// Adds all fields of another list after its own.
    package mutating func append(_ other: Headers) {
        for field in other.fields {
            let start = bytes.count
            bytes.append(
                contentsOf: other.bytes[Int(field.nameStart)..<Int(field.valueEnd)])
            bytes.append(.cr)
            bytes.append(.lf)
            let shift = Int32(truncatingIfNeeded: start) - field.nameStart
            fields.append(
                Field(
                    nameStart: field.nameStart + shift, nameEnd: field.nameEnd + shift,
                    valueStart: field.valueStart + shift, valueEnd: field.valueEnd + shift))
        }
        refusedName = refusedName ?? other.refusedName
    }

    /// Replaces all fields of a name by one.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value; it may hold visible characters, spaces and tabs.
    /// - Returns: Whether the field was set; see `add(_:_:)`.
    @discardableResult
    package mutating func set(_ name: HeaderName, _ value: String) -> Bool {
        remove(name)
        return add(name, value)
    }

    /// Removes all fields with a name.
    ///
    /// - Parameter name: The name, in any case.
    package mutating func remove(_ name: HeaderName) {
        let bytes = bytes
        fields.removeAll { bytes.span.matches(name.rawValue, in: $0.name) }
    }
}

extension Headers: ExpressibleByDictionaryLiteral {
    /// Takes fields in the order in which they are written.
    ///
    /// - Parameter elements: Names and values.
    package init(dictionaryLiteral elements: (HeaderName, String)...) {
        self.init()
        bytes.reserveCapacity(64 * elements.count)
        fields.reserveCapacity(elements.count)
        for (name, value) in elements { add(name, value) }
    }
}
