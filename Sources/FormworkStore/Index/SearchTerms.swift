internal import Groundwork

/// What a search asks for: for each of its groups one of several ways to be found.
///
/// Each word must be the beginning of a word in the record. Digits with hyphens or spaces between them are
/// one group that may also be found as one word, so that a book's number is found however it is written.
struct SearchTerms {
    /// The groups, each with the ways in which it is found: all words of one of them.
    let groups: [[[[UInt8]]]]

    /// Reads a search; `nil` where it is blank.
    ///
    /// - Parameter text: What was typed.
    init?(_ text: String) {
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return nil }
        var folded: [UInt8] = []
        Folding.append(text.utf8Span.span, to: &folded)
        var groups: [[[[UInt8]]]] = []
        var number: [[UInt8]] = []
        for term in folded.split(whereSeparator: { $0 <= UInt8(ascii: " ") }) {
            let bytes = Array(term)
            let words = SearchWords.runs(in: bytes.span).map { Array(bytes[$0]) }
            if bytes.allSatisfy(Self.isOfNumber) {
                number += words
            } else {
                groups += Self.group(number) + [[words]]
                number = []
            }
        }
        self.groups = groups + Self.group(number)
    }

    private static func group(_ words: [[UInt8]]) -> [[[[UInt8]]]] {
        switch words.count {
        case 0: []
        case 1: [[words]]
        default: [[words, [words.flatMap(\.self)]]]
        }
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "x"): true
        default: false
        }
    }
}
