import Groundwork

/// Chooses what kind of content to answer with (RFC 9110, section 12.5.1).
package enum Accept {
    /// The kind that a client likes best.
    ///
    /// For each kind that is offered the most specific range of the header decides its weight.
    /// The highest weight wins; where weights are equal, the kind that is named more precisely,
    /// then the one that the header names first, then the one that is offered first.
    ///
    /// - Parameters:
    ///   - header: The value of `Accept`, several lines joined by commas; nil when there is none.
    ///   - offered: The kinds that could be answered, the preferred one first.
    /// - Returns: One of those offered; nil when the client takes none of them.
    package static func preferred(_ header: String?, among offered: [MediaType]) -> MediaType? {
        let ranges = header.map(ranges) ?? []
        guard !ranges.isEmpty else { return offered.first }
        var best: (type: MediaType, range: Range)?
        for type in offered {
            let matching = ranges.filter { $0.matches(type) }
            guard let range = matching.max(by: { $0.specificity < $1.specificity }),
                range.weight > 0
            else { continue }
            if let current = best, !range.isBetter(than: current.range) { continue }
            best = (type, range)
        }
        return best?.type
    }

    /// One element of the header.
    private struct Range {
        let type: MediaType
        /// The weight in thousandths.
        let weight: Int
        let position: Int

        /// What decides between ranges that match: parameters, then subtype, then type.
        var specificity: Int {
            if type.type == "*" { return 0 }
            if type.subtype == "*" { return 1 }
            return 2 + type.parameters.count
        }

        func matches(_ offered: MediaType) -> Bool {
            if type.type == "*" { return true }
            guard type.type == offered.type else { return false }
            if type.subtype == "*" { return true }
            return type.subtype == offered.subtype
                && type.parameters.allSatisfy(offered.parameters.contains)
        }

        func isBetter(than other: Range) -> Bool {
            (weight, specificity, -position) > (other.weight, other.specificity, -other.position)
        }
    }

    /// The ranges of a header; an element that is none is passed over.
    private static func ranges(_ header: String) -> [Range] {
        var reader = FieldReader(header)
        var ranges: [Range] = []
        while !reader.isAtEnd {
            if let type = MediaType(&reader), let range = range(type, position: ranges.count) {
                ranges.append(range)
            }
            reader.skipElement()
            _ = reader.take(.comma)
        }
        return ranges
    }

    /// Takes the weight out of the parameters; all text is UTF-8, so `charset` decides nothing.
    private static func range(_ type: MediaType, position: Int) -> Range? {
        var weight = 1000
        if let text = type.parameter("q") {
            guard let parsed = thousandths(text) else { return nil }
            weight = parsed
        }
        let parameters = type.parameters.filter { $0.name != "q" && $0.name != "charset" }
        return Range(type: type.with(parameters), weight: weight, position: position)
    }

    /// Reads a weight of RFC 9110, section 12.4.2: 0 to 1 with three places at most.
    private static func thousandths(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count <= 5 else { return nil }
        guard first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return nil }
        guard bytes.count == 1 || bytes[1] == UInt8(ascii: ".") else { return nil }
        var digits = Array(bytes.dropFirst(2))
        while digits.count < 3 { digits.append(UInt8(ascii: "0")) }
        guard let fraction = ASCII.number(digits.span, 0..<3) else { return nil }
        let weight = Int(first & 0x0F) * 1000 + fraction
        return weight <= 1000 ? weight : nil
    }
}
