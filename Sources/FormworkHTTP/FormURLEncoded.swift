/// The format of form posts and queries, `application/x-www-form-urlencoded`, by the rules of the
/// WHATWG URL standard, section 5.
///
/// One thing is stricter: text that isn't UTF-8 is refused instead of being replaced by what
/// nobody typed.
package enum FormURLEncoded {
    /// Why a form can't be taken.
    package enum Failure: Error, Equatable, Sendable {
        /// A field's name or value isn't UTF-8; the name is given as far as it can be read.
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
    ) throws(Failure) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var scratch: [UInt8] = []
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
                guard let name = text(bytes, start..<nameEnd, &scratch) else {
                    throw .notUTF8(name: String(decoding: scratch, as: UTF8.self))
                }
                guard let value = text(bytes, min(nameEnd + 1, end)..<end, &scratch) else {
                    throw .notUTF8(name: name)
                }
                pairs.append((name, value))
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

    /// Decodes a name or a value; a percent sign without two digits behind it stands for itself.
    private static func text(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ scratch: inout [UInt8]
    ) -> String? {
        let part = bytes.extracting(range)
        scratch.removeAll(keepingCapacity: true)
        var index = 0
        while index < part.count {
            switch part[index] {
            case UInt8(ascii: "+"):
                scratch.append(.space)
                index += 1
            case .percent:
                if let byte = PercentEncoding.byte(of: part, at: index) {
                    scratch.append(byte)
                    index += 3
                } else {
                    scratch.append(.percent)
                    index += 1
                }
            default:
                scratch.append(part[index])
                index += 1
            }
        }
        return scratch.span.utf8Text
    }

    private static func append(_ text: String, to output: inout [UInt8]) {
        for byte in text.utf8 {
            if ByteClass.formUnescaped.contains(byte) {
                output.append(byte)
            } else if byte == .space {
                output.append(UInt8(ascii: "+"))
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
        case .notUTF8(let name): "the field \(name) is not UTF-8"
        case .tooManyFields(let limit): "there are more than \(limit) fields"
        }
    }
}
