import Groundwork

/// Chooses what kind of content to answer with (RFC 9110, section 12.5.1).
package enum Accept {
    /// The kind that a client likes best.
    ///
    /// For each kind that is offered the most specific range of the header decides its weight.
    /// The highest weight wins; where weights are equal, the kind that is named more precisely,
    /// then the one that the header names first, then the one that is offered first. `charset`
    /// decides nothing, since all text is UTF-8.
    ///
    /// - Parameters:
    ///   - header: The value of `Accept`, several lines joined by commas; nil when there is none.
    ///   - offered: The kinds that could be answered, the preferred one first.
    /// - Returns: One of those offered; nil when the client takes none of them.
    package static func preferred(_ header: String?, among offered: [MediaType]) -> MediaType? {
        guard let header else { return offered.first }
        var ranks = [Rank](repeating: .none, count: offered.count)
        var reader = FieldReader(header)
        var position = 0
        while !reader.isAtEnd {
            reader.skipBlanks()
            if let range = MediaRange(&reader), reader.isAtEndOfElement {
                let rank = Rank(
                    weight: range.weight, specificity: range.specificity, position: -position)
                for index in offered.indices
                where rank.specificity > ranks[index].specificity
                    && range.matches(offered[index], reader)
                {
                    ranks[index] = rank
                }
                position += 1
            }
            reader.skipElement()
        }
        // A header that says nothing is none.
        guard position > 0 else { return offered.first }
        var best: Int?
        for index in offered.indices where ranks[index].weight > 0 {
            guard let current = best, ranks[index] <= ranks[current] else {
                best = index
                continue
            }
        }
        return best.map { offered[$0] }
    }

    /// How well a kind is liked; compared from the first number to the last.
    private struct Rank: Comparable {
        let weight: Int
        let specificity: Int
        let position: Int

        static let none = Rank(weight: 0, specificity: -1, position: 0)

        static func < (left: Rank, right: Rank) -> Bool {
            (left.weight, left.specificity, left.position)
                < (right.weight, right.specificity, right.position)
        }
    }
}

/// One element of `Accept`, as ranges of the header's text.
private struct MediaRange {
    let type: Range<Int>
    let subtype: Range<Int>
    /// The parameters that decide, without `q` and `charset`.
    private(set) var parameters: [MediaType.Parameter] = []
    /// The weight in thousandths.
    private(set) var weight = 1000
    /// What decides between ranges that match: parameters, then subtype, then type.
    let specificity: Int

    /// Reads an element; nil when it is no range.
    init?(_ reader: inout FieldReader) {
        guard let type = reader.run(of: .token), reader.take(.slash),
            let subtype = reader.run(of: .token)
        else { return nil }
        self.type = type
        self.subtype = subtype
        reader.skipBlanks()
        while reader.take(.semicolon) {
            reader.skipBlanks()
            guard let name = reader.run(of: .token) else { continue }
            guard reader.take(.equals) else { return nil }
            if reader.matches("q", in: name) {
                weight = reader.thousandths()
            } else {
                guard let value = reader.tokenOrQuoted() else { return nil }
                if !reader.matches("charset", in: name) {
                    let name = ASCII.lowercased(reader.text(in: name))
                    parameters.append(MediaType.Parameter(name: name, value: value))
                }
            }
            reader.skipBlanks()
        }
        if reader.matches("*", in: type) {
            guard reader.matches("*", in: subtype) else { return nil }
            specificity = 0
        } else {
            specificity = reader.matches("*", in: subtype) ? 1 : 2 + parameters.count
        }
    }

    /// Whether a kind is in the range.
    func matches(_ offered: MediaType, _ reader: FieldReader) -> Bool {
        switch specificity {
        case 0: true
        case 1: reader.matches(offered.type, in: type)
        default:
            reader.matches(offered.type, in: type) && reader.matches(offered.subtype, in: subtype)
                && parameters.allSatisfy(offered.parameters.contains)
        }
    }
}
