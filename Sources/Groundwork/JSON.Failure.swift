extension JSON {
    /// Why and where a text isn't JSON.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        /// What is wrong at the position.
        package enum Reason: Sendable, Equatable {
            /// The text ends inside a value, or holds none.
            case endOfText
            /// The text begins with a byte-order mark, which RFC 8259, section 8.1, lets us refuse.
            case byteOrderMark
            /// The bytes are no UTF-8 (RFC 8259, section 8.1).
            case invalidUTF8
            /// No value begins here.
            case expectedValue
            /// No name of a member begins here.
            case expectedName
            /// No colon follows the name.
            case expectedColon
            /// Neither a comma nor the closing bracket follows the value.
            case expectedCommaOrEnd
            /// A digit is missing, or one follows a leading zero.
            case invalidNumber
            /// A control character stands in a string without an escape.
            case controlCharacter
            /// The backslash begins no escape of RFC 8259, section 7.
            case invalidEscape
            /// An escape names half of a surrogate pair.
            case loneSurrogate
            /// The object has the name twice.
            case duplicateName(String)
            /// More arrays and objects stand in each other than the limit allows.
            case tooDeep(limit: Int)
            /// Something follows the value.
            case trailingData
        }

        /// What is wrong.
        package let reason: Reason
        /// The byte at which it is wrong, from 0.
        package let offset: Int
        /// The line, from 1.
        package let line: Int
        /// The Unicode scalar in the line, from 1.
        package let column: Int

        /// States a failure at a known position.
        package init(reason: Reason, offset: Int, line: Int, column: Int) {
            self.reason = reason
            self.offset = offset
            self.line = line
            self.column = column
        }

        /// Works out line and column of an offset, which is at most the length of the text.
        init(_ reason: Reason, at offset: Int, in bytes: Span<UInt8>) {
            var line = 1
            var column = 1
            for index in 0..<offset {
                if bytes[index] == UInt8(ascii: "\n") {
                    line += 1
                    column = 1
                } else if bytes[index] & 0xC0 != 0x80 {
                    column += 1
                }
            }
            self.init(reason: reason, offset: offset, line: line, column: column)
        }

        /// The position and the reason as a sentence for people.
        package var description: String {
            "line \(line), column \(column): \(reason.sentence)"
        }
    }
}

extension JSON.Failure.Reason {
    /// The reason in words, without the position.
    package var sentence: String {
        switch self {
        case .endOfText: "the text ends before the value does"
        case .byteOrderMark: "the text begins with a byte-order mark"
        case .invalidUTF8: "the bytes are not UTF-8"
        case .expectedValue: "a value was expected"
        case .expectedName: "a name in double quotes was expected"
        case .expectedColon: "a colon was expected after the name"
        case .expectedCommaOrEnd: "a comma or a closing bracket was expected"
        case .invalidNumber: "the number is malformed"
        case .controlCharacter: "a control character in a string must be escaped"
        case .invalidEscape: "the escape is unknown"
        case .loneSurrogate: "the escape is one half of a surrogate pair"
        case .duplicateName(let name): "the name \"\(name)\" occurs twice"
        case .tooDeep(let limit): "more than \(limit) arrays and objects are nested"
        case .trailingData: "something follows the value"
        }
    }
}
