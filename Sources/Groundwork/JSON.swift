/// A value of a JSON text, kept as it was written: order of members, spelling of numbers.
///
/// Equality is equality of the text apart from white space and escapes: members in the same order,
/// numbers with the same spelling, strings with the same Unicode scalars.
package enum JSON: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number with its source text.
    case number(Number)
    /// A string with its escapes undone.
    case string(String)
    /// Values in order.
    case array([JSON])
    /// Named values in order.
    case object(Object)
}

extension JSON: Equatable {
    /// Compares two values without Unicode's canonical equivalence.
    package static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): sameScalars(left, right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Whether two texts are the same scalars, where `String`'s `==` takes U+00E9 for `e` + U+0301.
    static func sameScalars(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        let left = left.utf8Span.span
        let right = right.utf8Span.span
        for index in left.indices where left[index] != right[index] {
            return false
        }
        return true
    }
}

extension JSON {
    /// Named values in the order in which they were written.
    ///
    /// Names compare as Unicode scalars: `\u{e9}` and `e\u{301}` are two names.
    package struct Object: Sendable, Equatable {
        /// One name with its value.
        package struct Member: Sendable, Equatable {
            /// The name with its escapes undone.
            package let name: String
            /// The value.
            package var value: JSON

            /// Joins a name and a value.
            package init(name: String, value: JSON) {
                self.name = name
                self.value = value
            }

            /// Compares names as scalars, and values.
            package static func == (left: Member, right: Member) -> Bool {
                JSON.sameScalars(left.name, right.name) && left.value == right.value
            }
        }

        /// The members in order.
        package private(set) var members: [Member]

        /// Takes members that are known to have different names.
        init(distinct members: [Member]) {
            self.members = members
        }

        /// Takes pairs in order; of pairs with the same name the first place and the last value count.
        package init(_ members: [(String, JSON)] = []) {
            self.members = []
            self.members.reserveCapacity(members.count)
            for (name, value) in members {
                self[name] = value
            }
        }

        /// The value of a name.
        ///
        /// Setting replaces the value in place or adds the name at the end; setting nil removes
        /// the name. Time grows with the number of members.
        package subscript(name: String) -> JSON? {
            get {
                members.first { JSON.sameScalars($0.name, name) }?.value
            }
            set {
                let index = members.firstIndex { JSON.sameScalars($0.name, name) }
                switch (index, newValue) {
                case (let index?, let value?): members[index].value = value
                case (let index?, nil): members.remove(at: index)
                case (nil, let value?): members.append(Member(name: name, value: value))
                case (nil, nil): break
                }
            }
        }

        /// Adds a member at the end without looking whether the name is there already.
        ///
        /// - Parameters:
        ///   - name: A name that the caller knows to be new.
        ///   - value: Its value.
        package mutating func append(_ name: String, _ value: JSON) {
            members.append(Member(name: name, value: value))
        }
    }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
    /// Takes the pairs of a literal in order.
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements)
    }
}

extension JSON {
    /// A number that keeps the text it was written with.
    ///
    /// RFC 8259, section 6, sets no bounds, so `1e999` is a number here although no fixed type
    /// holds it.
    package struct Number: Sendable, Equatable, CustomStringConvertible {
        /// The text, always within the grammar of RFC 8259, section 6.
        package let text: String

        /// Takes a text that the reader has already checked.
        init(checked text: String) {
            self.text = text
        }

        /// Writes a whole number.
        package init(_ int: Int) {
            text = String(int)
        }

        /// Writes a decimal with all its digits.
        package init(_ decimal: ExactDecimal) {
            text = decimal.description
        }

        /// Takes a text when the whole of it is a number by the grammar of RFC 8259, section 6.
        package init?(text: String) {
            let bytes = text.utf8Span.span
            var end = 0
            guard JSONReader.scanNumber(bytes, &end), end == bytes.count else { return nil }
            self.text = text
        }

        /// The value when it is whole (`1`, `1.0` and `1e0` are) and fits.
        package var int: Int? { decimal?.wholeNumber }

        /// The exact value when `ExactDecimal` holds it.
        package var decimal: ExactDecimal? { ExactDecimal(parsing: text.utf8Span.span) }

        /// The number's text.
        package var description: String { text }
    }
}

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
            /// A control character in a string isn't escaped.
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

/// The members of an object while it is read, with a quick answer whether a name is new.
///
/// A handful is compared one by one; beyond it a set of names keeps the time linear.
struct DistinctMembers {
    private static let handful = 16

    /// The members in order.
    private(set) var list: [JSON.Object.Member] = []
    private var names: Set<RawText> = []

    /// Whether no member has the name.
    func isNew(_ name: String) -> Bool {
        if list.count < Self.handful {
            return !list.contains { JSON.sameScalars($0.name, name) }
        }
        return !names.contains(RawText(name))
    }

    /// Adds a member whose name is new.
    mutating func append(_ name: String, _ value: JSON) {
        list.append(JSON.Object.Member(name: name, value: value))
        if list.count == Self.handful {
            names = Set(list.lazy.map { RawText($0.name) })
        } else if list.count > Self.handful {
            names.insert(RawText(name))
        }
    }
}
