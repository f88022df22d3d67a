internal import FormworkRecords
internal import Groundwork

/// Reads the keys of a record's fields out of its document, for an index.
///
/// A text's key is its folded text with ``SearchWords/separator`` before each added word, so that no byte in
/// it is below the separator; a number's key holds any bytes. Nothing that sorts keys counts on more.
struct RowWriter: Sendable {
    /// The fields whose keys a row has, in order.
    let fields: [IndexedField]
    /// How long a key may be, in bytes; what a text has beyond is neither sorted nor searched by.
    static let longestKey = 16 << 10

    /// Writes a row.
    ///
    /// - Parameters:
    ///   - document: The text of the document.
    ///   - createdAt: When the record was saved first; `nil` where that can't be read.
    /// - Returns: The key of each field after its length; empty where there is no value.
    func row(_ document: Span<UInt8>, createdAt: Timestamp? = nil) -> [UInt8] {
        var row: [UInt8] = []
        var key: [UInt8] = []
        for field in fields {
            key.removeAll(keepingCapacity: true)
            if field.kind == .creation {
                key = createdAt.map { Self.creationKey($0.milliseconds) } ?? []
            } else if let value = Self.value(field.path[...], in: document, 0..<document.count) {
                Self.append(document.extracting(value), field.kind, to: &key)
            }
            assert(field.kind != .text || key.allSatisfy { $0 >= SearchWords.separator })
            Self.append(Self.cut(key), to: &row)
        }
        return row
    }

    /// The bytes by which a moment is sorted.
    static func creationKey(_ milliseconds: Int64) -> [UInt8] {
        let sortable = UInt64(bitPattern: milliseconds) ^ 1 << 63
        return (0..<8).map { UInt8(truncatingIfNeeded: sortable >> (56 - 8 * UInt64($0))) }
    }

    /// What counts of a key; no character is cut in two, since no word is found behind half of one.
    private static func cut(_ key: [UInt8]) -> ArraySlice<UInt8> {
        guard key.count > longestKey else { return key[...] }
        var end = longestKey
        while end > 0, key[end] & 0xC0 == 0x80 { end -= 1 }
        return key[..<end]
    }

    private static func append(_ key: ArraySlice<UInt8>, to row: inout [UInt8]) {
        var length = key.count
        while length >= 0x80 {
            row.append(UInt8(truncatingIfNeeded: length) | 0x80)
            length >>= 7
        }
        row.append(UInt8(truncatingIfNeeded: length))
        row.append(contentsOf: key)
    }

    /// Finds the value that names lead to.
    private static func value(
        _ path: ArraySlice<String>, in bytes: Span<UInt8>, _ object: Range<Int>
    ) -> Range<Int>? {
        guard let name = path.first, !object.isEmpty,
            bytes[object.lowerBound] == UInt8(ascii: "{")
        else { return nil }
        var scanner = ObjectScanner(object)
        while let found = scanner.nextName(in: bytes), let value = scanner.nextValue(in: bytes) {
            guard isName(name, bytes.extracting(found)) else { continue }
            return path.count == 1 ? value : self.value(path.dropFirst(), in: bytes, value)
        }
        return nil
    }

    private static func isName(_ name: String, _ bytes: Span<UInt8>) -> Bool {
        let expected = name.utf8Span.span
        if bytes.indices.contains(where: { bytes[$0] == UInt8(ascii: "\\") }) {
            return string(quoted: bytes) == name
        }
        return expected.count == bytes.count
            && expected.indices.allSatisfy { expected[$0] == bytes[$0] }
    }

    private static func append(
        _ value: Span<UInt8>, _ kind: IndexedField.Kind, to key: inout [UInt8]
    ) {
        let isString = value[0] == UInt8(ascii: "\"")
        switch kind {
        case .text:
            guard isString else { return }
            let inside = value.extracting(1..<value.count - 1)
            if inside.indices.contains(where: { inside[$0] == UInt8(ascii: "\\") }) {
                guard let text = string(quoted: inside) else { return }
                Folding.append(text.utf8Span.span, to: &key)
            } else {
                Folding.append(inside, to: &key)
            }
            // A list is sorted by its words: what stands before the first is passed over.
            if let start = SearchWords.runs(in: key.span).first?.lowerBound {
                key.removeFirst(start)
            }
            SearchWords.addJoined(to: &key)
        case .creation: break
        case .number:
            let digits = isString ? value.extracting(1..<value.count - 1) : value
            ExactDecimal(parsing: digits)?.appendSortKey(to: &key)
        }
    }

    /// Undoes the escapes of a string.
    private static func string(quoted inside: Span<UInt8>) -> String? {
        var text: [UInt8] = [UInt8(ascii: "\"")]
        for index in inside.indices { text.append(inside[index]) }
        text.append(UInt8(ascii: "\""))
        guard case .string(let string)? = try? JSON.parse(text) else { return nil }
        return string
    }
}
