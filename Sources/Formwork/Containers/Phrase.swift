/// Words of the program with people's text among them, each kept in a direction of its own.
///
///     Text("by \(book.author)")
///     Link("Books by \(author)", destination: "/books")
///
/// Between the quotation marks stand the program's words; what is interpolated comes from people. A
/// Hebrew or Arabic name would otherwise pull the signs beside it to its other end. In a page each
/// such text is a `bdi` element; where text alone is possible it stands between the characters that
/// Unicode has for this (UAX #9, "Explicit Directional Isolates").
public struct Phrase: Sendable, Equatable {
    /// The words with all that stands among them.
    public private(set) var text: String
    /// Where people's texts lie, in bytes of UTF-8 and in order.
    @usableFromInline var isolated: [Range<Int>] = []

    /// Takes a text of people as the whole of it.
    ///
    /// - Parameter text: The text, a title or a name.
    public init(_ text: String) {
        self.text = text
        let length = text.utf8.count
        if length > 0 { isolated = [0..<length] }
    }

    /// Takes words of the program that it has as a value, such as the label of a field.
    ///
    /// - Parameter words: The words, which people had no part in.
    public init(words: String) {
        text = words
    }

    /// The words where only text can stand: in a title, an option, an attribute.
    ///
    /// A text is isolated there if it may have letters that run from right to left. Characters that
    /// would end its isolation or turn what follows are left out.
    package var plainText: String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var end = 0
        for range in isolated {
            let part = bytes[range]
            guard part.contains(where: { $0 >= Self.leastLeadByte }) else { continue }
            result += bytes[end..<range.lowerBound]
            result += "\u{2068}".utf8
            result += Self.withoutControls(part)
            result += "\u{2069}".utf8
            end = range.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }

    /// The first byte of U+0590, where the scripts begin that run from right to left; no byte behind the
    /// first of a character is as large.
    private static let leastLeadByte: UInt8 = 0xD6

    /// Leaves out U+202A to U+202E and U+2066 to U+2069.
    private static func withoutControls(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var kept = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069: continue
            default: kept.append(scalar)
            }
        }
        return Array(String(kept).utf8)
    }
}

extension Phrase: ExpressibleByStringInterpolation {
    /// Takes words of the program.
    public init(stringLiteral value: String) {
        self.init(words: value)
    }

    /// Takes words of the program with people's text among them.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.phrase
    }

    /// Puts a phrase together.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var phrase = Phrase(words: "")

        /// Begins with nothing.
        public init(literalCapacity: Int, interpolationCount: Int) {
            phrase.text.reserveCapacity(literalCapacity)
        }

        /// Adds words of the program.
        public mutating func appendLiteral(_ literal: String) {
            phrase.text += literal
        }

        /// Adds a text of people.
        ///
        /// - Parameter text: The text, which keeps its own direction.
        public mutating func appendInterpolation(_ text: String) {
            appendInterpolation(Phrase(text))
        }

        /// Adds another phrase.
        ///
        /// - Parameter other: Its texts of people stay isolated.
        public mutating func appendInterpolation(_ other: Phrase) {
            let start = phrase.text.utf8.count
            phrase.text += other.text
            phrase.isolated += other.isolated.map {
                $0.lowerBound + start..<$0.upperBound + start
            }
        }

        /// Adds words of the program that it has as a value.
        ///
        /// - Parameter words: The words, which people had no part in.
        public mutating func appendInterpolation(words: String) {
            phrase.text += words
        }

        /// Adds a number.
        ///
        /// - Parameter number: A whole number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            phrase.text += String(number)
        }

        /// Adds what has a description, as a text of people.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendInterpolation(Phrase(value.description))
        }
    }
}
