package import Groundwork

/// The format of form posts and queries, `application/x-www-form-urlencoded`, by the rules of the
/// WHATWG URL standard, section 5.
///
/// One thing is stricter: text that isn't UTF-8 is refused instead of being replaced by what
/// nobody typed.
package enum FormURLEncoded {
    /// Why a form can't be taken.
    package enum Failure: Error, Equatable, Sendable {
        /// A field's name or value isn't UTF-8; the name has replacement characters where it can't be read.
        case notUTF8(name: String)
        /// There are more fields than the limit.
        case tooManyFields(limit: Int)

        /// The status to answer.
        package var status: Status {
            switch self {
            case .notUTF8: .badRequest
            case .tooManyFields: .contentTooLarge
            }
        }
    }

    /// Reads a form.
    ///
    /// - Parameters:
    ///   - bytes: The body or the query.
    ///   - limits: The most fields.
    /// - Returns: Names and values in their order, with duplicates.
    /// - Throws: `Failure` for text that isn't UTF-8, or too many fields.
    package static func parse(
        _ bytes: Span<UInt8>, limits: Limits
    ) throws(Failure) -> [(name: RawText, value: RawText)] {
        var pairs: [(name: RawText, value: RawText)] = []
        var start = 0
        while start < bytes.count {
            var end = start
            var split: Int?
            while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
                if split == nil, bytes[end] == .equals { split = end }
                end += 1
            }
            if end > start {
                guard pairs.count < limits.formFields else {
                    throw .tooManyFields(limit: limits.formFields)
                }
                let nameEnd = split ?? end
                let namePart = bytes.extracting(start..<nameEnd)
                guard let name = text(namePart) else {
                    throw .notUTF8(name: String(decoding: decoded(namePart), as: UTF8.self))
                }
                guard let value = text(bytes.extracting(min(nameEnd + 1, end)..<end)) else {
                    throw .notUTF8(name: name)
                }
                pairs.append((RawText(name), RawText(value)))
            }
            start = end + 1
        }
        return pairs
    }

    /// Writes a form.
    ///
    /// - Parameter pairs: Names and values.
    /// - Returns: The form in ASCII.
    package static func encode(_ pairs: [(name: String, value: String)]) -> String {
        var output: [UInt8] = []
        for (name, value) in pairs {
            if !output.isEmpty { output.append(UInt8(ascii: "&")) }
            append(name, to: &output)
            output.append(.equals)
            append(value, to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The text of a name or a value; nil when it isn't UTF-8.
    private static func text(_ part: Span<UInt8>) -> String? {
        endOfPlain(part, from: 0) == part.count ? part.utf8Text : decoded(part).span.utf8Text
    }

    /// Decodes a name or a value; a percent sign without two digits behind it is kept.
    private static func decoded(_ part: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(part.count)
        var index = 0
        while index < part.count {
            let end = endOfPlain(part, from: index)
            output.append(part.extracting(index..<end))
            guard end < part.count else { break }
            index = end + 1
            if part[end] == .plus {
                output.append(.space)
            } else if let byte = PercentEncoding.byte(of: part, at: end) {
                output.append(byte)
                index = end + 3
            } else {
                output.append(.percent)
            }
        }
        return output
    }

    /// The first index from `start` on whose byte is encoded.
    private static func endOfPlain(_ part: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < part.count, part[index] != .percent, part[index] != .plus { index += 1 }
        return index
    }

    private static func append(_ text: String, to output: inout [UInt8]) {
        for byte in text.utf8 {
            if ByteClass.formUnescaped.contains(byte) {
                output.append(byte)
            } else if byte == .space {
                output.append(.plus)
            } else {
                PercentEncoding.append(byte, to: &output)
            }
        }
    }
}

extension FormURLEncoded.Failure: CustomStringConvertible {
    /// What is wrong, for people.
    package var description: String {
        switch self {
        case .notUTF8(let name): "\(FieldWords.field(name)) is not UTF-8"
        case .tooManyFields(let limit): "there are more than \(limit) fields"
        }
    }
}

/// The escapes of RFC 3986, section 2.1: a percent sign and two hexadecimal digits.
enum PercentEncoding {
    /// The byte that an escape encodes.
    ///
    /// - Parameters:
    ///   - span: The bytes.
    ///   - index: Where the percent sign is.
    /// - Returns: The byte; nil when no two hexadecimal digits follow.
    static func byte(of span: Span<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < span.count,
            let high = ASCII.hexValue(span[index + 1]),
            let low = ASCII.hexValue(span[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Adds the escape of a byte.
    ///
    /// - Parameters:
    ///   - byte: The byte to escape.
    ///   - output: Where the three characters go.
    static func append(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(.percent)
        output.append(digit(byte >> 4))
        output.append(digit(byte & 0x0F))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x37 + value
    }
}
