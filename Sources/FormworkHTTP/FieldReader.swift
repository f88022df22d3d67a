import Groundwork

/// Goes through the text of a field's value: tokens, quoted texts, single characters.
struct FieldReader {
    private let bytes: [UInt8]
    private(set) var index = 0

    /// A reader at the beginning of a value.
    ///
    /// - Parameter text: The value.
    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { index == bytes.count }

    /// Whether a byte comes next.
    ///
    /// - Parameter byte: The byte.
    /// - Returns: Whether it does.
    func isAt(_ byte: UInt8) -> Bool {
        index < bytes.count && bytes[index] == byte
    }

    /// Passes over spaces and tabs.
    mutating func skipBlanks() {
        while index < bytes.count, bytes[index].isBlank { index += 1 }
    }

    /// Takes a byte if it comes next.
    ///
    /// - Parameter byte: The byte.
    /// - Returns: Whether it came.
    mutating func take(_ byte: UInt8) -> Bool {
        guard isAt(byte) else { return false }
        index += 1
        return true
    }

    /// Takes the longest run of a class.
    ///
    /// - Parameter byteClass: What bytes belong to the run.
    /// - Returns: The text, nil when it would be empty.
    mutating func run(of byteClass: ByteClass) -> String? {
        let start = index
        while index < bytes.count, byteClass.contains(bytes[index]) { index += 1 }
        return index > start ? bytes.span.text(in: start..<index) : nil
    }

    /// Takes a token, its capitals as small letters.
    ///
    /// - Returns: The token, nil when none comes next.
    mutating func foldedToken() -> String? {
        run(of: .token).map(ASCII.lowercased)
    }

    /// Takes a token or a quoted text, without quotes and escapes (RFC 9110, section 5.6.4).
    ///
    /// - Returns: The text, nil when neither comes next.
    mutating func tokenOrQuoted() -> String? {
        guard take(.quote) else { return run(of: .token) }
        var text: [UInt8] = []
        while index < bytes.count {
            var byte = bytes[index]
            index += 1
            if byte == .quote { return text.span.text(in: text.indices) }
            if byte == .backslash {
                guard index < bytes.count else { return nil }
                byte = bytes[index]
                index += 1
            }
            guard ByteClass.fieldValue.contains(byte) else { return nil }
            text.append(byte)
        }
        return nil
    }

    /// Takes parameters, each behind a semicolon (RFC 9110, section 5.6.6).
    ///
    /// - Returns: Names in small letters and values; nil when one is no parameter.
    mutating func parameters() -> [MediaType.Parameter]? {
        var parameters: [MediaType.Parameter] = []
        skipBlanks()
        while take(.semicolon) {
            skipBlanks()
            guard let name = foldedToken() else {
                // RFC 9110 allows empty parameters: `a/b;;c=d`.
                continue
            }
            guard take(.equals), let value = tokenOrQuoted() else { return nil }
            parameters.append(MediaType.Parameter(name: name, value: value))
            skipBlanks()
        }
        return parameters
    }

    /// Passes over the rest of a list's element, up to the comma that isn't in quotes.
    mutating func skipElement() {
        while index < bytes.count, bytes[index] != .comma {
            if bytes[index] == .quote {
                if tokenOrQuoted() == nil { return }
            } else {
                index += 1
            }
        }
    }
}
