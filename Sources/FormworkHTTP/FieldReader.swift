import Groundwork

/// Goes through the text of a field's value: tokens, quoted texts, single characters.
struct FieldReader {
    private let bytes: [UInt8]
    private var index = 0

    /// A reader at the beginning of a value.
    ///
    /// - Parameter text: The value.
    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// A reader at the beginning of a value that may be no text.
    ///
    /// - Parameter bytes: The value.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { index == bytes.count }

    /// Whether nothing is left of an element of a list.
    var isAtEndOfElement: Bool { isAtEnd || isAt(.comma) }

    /// The text of a range that was taken.
    func text(in range: Range<Int>) -> String {
        bytes.span.text(in: range)
    }

    /// Whether a range that was taken holds a lower-case ASCII text, letters compared without case.
    func matches(_ lowercase: String, in range: Range<Int>) -> Bool {
        bytes.span.matches(lowercase, in: range)
    }

    /// Passes over spaces and tabs.
    mutating func skipBlanks() {
        while index < bytes.count, bytes[index].isBlank { index += 1 }
    }

    /// Reads a byte if it is the next one.
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
    /// - Returns: Where it lies, nil when it would be empty.
    mutating func run(of byteClass: ByteClass) -> Range<Int>? {
        let start = index
        index = bytes.span.endOfRun(of: byteClass, from: start, limit: bytes.count)
        return index > start ? start..<index : nil
    }

    /// Takes a token, its capitals as small letters.
    ///
    /// - Returns: The token, nil when none comes next.
    mutating func foldedToken() -> String? {
        run(of: .token).map { ASCII.lowercased(text(in: $0)) }
    }

    /// Takes a token or a quoted text, without quotes and escapes (RFC 9110, section 5.6.4).
    ///
    /// - Returns: The text, nil when neither comes next.
    mutating func tokenOrQuoted() -> String? {
        guard take(.quote) else { return run(of: .token).map(text) }
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

    /// Takes a token or a quoted text as clients write them into forms.
    ///
    /// Browsers escape nothing with `\`, so `"C:\x"` is what it looks like, while older programs write
    /// `\"` for a quotation mark within. One that nothing but the end or a semicolon follows ends the
    /// text all the same: it may be a name that ends with `\`.
    ///
    /// - Returns: The bytes without the quotes, nil when neither comes next.
    mutating func formValue() -> [UInt8]? {
        guard take(.quote) else { return run(of: .token).map { Array(bytes[$0]) } }
        var value: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte != .quote {
                value.append(byte)
            } else if value.last == .backslash, !isAtEndOfParameter {
                value[value.count - 1] = .quote
            } else {
                return value
            }
        }
        return nil
    }

    /// Whether nothing but blanks is left of a parameter.
    private var isAtEndOfParameter: Bool {
        let next = bytes[index...].first { !$0.isBlank }
        return next == nil || next == .semicolon
    }

    /// Takes the longest run of digits as a number.
    ///
    /// - Returns: The number, `Int.max` for one beyond it; nil when no digit comes next.
    mutating func clampedNumber() -> Int? {
        let start = index
        var number = 0
        var isBeyond = false
        while index < bytes.count, ASCII.isDigit(bytes[index]) {
            let (product, productOverflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(Int(bytes[index] & 0x0F))
            isBeyond = isBeyond || productOverflows || sumOverflows
            number = isBeyond ? .max : sum
            index += 1
        }
        return index > start ? number : nil
    }

    /// Takes a weight, 0 to 1 with three places at most (RFC 9110, section 12.4.2).
    ///
    /// - Returns: The weight times 1000; 1000 where something else comes next, as if nothing did.
    mutating func thousandths() -> Int {
        let whole = 1_000
        guard let text = tokenOrQuoted()?.utf8, text.count <= 5 else { return whole }
        let bytes = Array(text)
        var weight = 0
        for (place, filler) in "0.000".utf8.enumerated() {
            let byte = place < bytes.count ? bytes[place] : filler
            if place == 1 {
                guard byte == filler else { return whole }
            } else {
                guard ASCII.isDigit(byte) else { return whole }
                weight = weight * 10 + Int(byte & 0x0F)
            }
        }
        return min(weight, whole)
    }

    /// Passes over the rest of an element of a list and the comma behind it; one that is in quotes
    /// ends nothing.
    mutating func skipElement() {
        while index < bytes.count, !take(.comma) {
            if isAt(.quote) {
                _ = tokenOrQuoted()
            } else {
                index += 1
            }
        }
    }

    private func isAt(_ byte: UInt8) -> Bool {
        index < bytes.count && bytes[index] == byte
    }
}

/// The elements of a list of tokens (RFC 9110, section 5.6.1).
enum ListElements {
    /// Calls a function with each element that isn't empty.
    ///
    /// - Parameters:
    ///   - span: The bytes.
    ///   - value: Where the list lies.
    ///   - body: Called with where each element lies, without blanks around it.
    static func forEach(
        _ span: Span<UInt8>, in value: Range<Int>, _ body: (Range<Int>) -> Void
    ) {
        var start = value.lowerBound
        while start < value.upperBound {
            var end = start
            while end < value.upperBound, span[end] != .comma { end += 1 }
            let element = span.trimmed(start..<end)
            if !element.isEmpty { body(element) }
            start = end + 1
        }
    }
}

/// How messages speak of a field whose name came from outside.
enum FieldWords {
    private static let longestName = 100

    /// The field by its name, where that is a text that can be shown.
    ///
    /// - Parameter name: The name, with U+FFFD for what isn't UTF-8.
    /// - Returns: Words such as "the field title", without the name where it's long or holds control
    ///   characters, as bytes that are no text do.
    static func field(_ name: String) -> String {
        let isShown =
            name.utf8.count <= longestName
            && name.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control
            }
        return isShown ? "the field \(name)" : "a field"
    }
}
