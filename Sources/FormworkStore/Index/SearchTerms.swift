internal import Groundwork

/// What a search asks for: for each of its groups one of several ways to be found.
///
/// Each word must be the beginning of a word in the record; signs between words don't matter. Digits with
/// hyphens or spaces between them are one group that may also be found as one word, so that a book's number
/// is found however it is written.
struct SearchTerms {
    /// The groups, each with the ways in which it is found: all words of one of them.
    ///
    /// There are none where a search has no words, and it finds nothing.
    let groups: [[[[UInt8]]]]

    /// Reads a search; `nil` where it is blank.
    init?(_ text: String) {
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return nil }
        var folded: [UInt8] = []
        Folding.append(text.utf8Span.span, to: &folded)
        var words: [[UInt8]] = []
        var number: [[UInt8]] = []
        var numbers: [[[UInt8]]] = []
        for term in folded.split(whereSeparator: { $0 <= UInt8(ascii: " ") }) {
            let bytes = Array(term)
            let found = SearchWords.runs(in: bytes.span).map { Array(bytes[$0]) }
            if bytes.allSatisfy(Self.isOfNumber) {
                number += found
            } else {
                words += found
                numbers.append(number)
                number = []
            }
        }
        var groups: [[[[UInt8]]]] = []
        for number in numbers + [number] {
            if number.count < 2 {
                words += number
                continue
            }
            let joined = number.flatMap(\.self)
            var ways = [Self.withoutBeginnings(number), [joined]]
            if let other = BookNumber.other(joined) { ways.append([other]) }
            if !groups.contains(ways) { groups.append(ways) }
        }
        // A book has two numbers, and is found by either.
        for word in words {
            guard let other = BookNumber.other(word) else { continue }
            let ways = [[word], [other]]
            if !groups.contains(ways) { groups.append(ways) }
        }
        words.removeAll { BookNumber.other($0) != nil }
        self.groups = (words.isEmpty ? [] : [[Self.withoutBeginnings(words)]]) + groups
    }

    /// Leaves out what another word begins with, since that is found with it: so no word of a record is
    /// looked at twice, however many are typed.
    private static func withoutBeginnings(_ words: [[UInt8]]) -> [[UInt8]] {
        let sorted = words.sorted { $0.lexicographicallyPrecedes($1) }
        return zip(sorted, sorted.dropFirst() + [[]]).filter { !$1.starts(with: $0) }.map(\.0)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "x"): true
        default: false
        }
    }
}
