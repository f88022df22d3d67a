import Groundwork

/// The spelling of names beyond ASCII in the names of hosts (RFC 3492, RFC 5891).
enum Punycode {
    private static let (base, least, most, skew, damp) = (36, 1, 26, 38, 700)
    private static let firstScalar = 128
    private static let longestLabel = 63

    /// Writes a host, with its port if it has one, as browsers send it.
    ///
    /// - Parameter text: The host, such as `b\u{fc}cher.example`.
    /// - Returns: The host in ASCII, such as `xn--bcher-kva.example`; `nil` for one that is in ASCII, or is
    ///   too long.
    static func host(_ text: String) -> String? {
        guard text.utf8.contains(where: { $0 >= 0x80 }), text.utf8.count <= 255 else { return nil }
        let labels = normalizedNFC(text.lowercased()).unicodeScalars
            .split(omittingEmptySubsequences: false) { $0 == "." }
            .map { label -> String in
                label.allSatisfy(\.isASCII) ? String(label) : "xn--\(encoded(Array(label)))"
            }
        return labels.allSatisfy { $0.utf8.count <= longestLabel }
            ? labels.joined(separator: ".") : nil
    }

    /// Encodes a label (RFC 3492, section 6.3).
    private static func encoded(_ label: [Unicode.Scalar]) -> String {
        let scalars = label.map { Int($0.value) }
        var output = String.UnicodeScalarView(label.filter(\.isASCII))
        let basicCount = output.count
        if basicCount > 0 { output.append("-") }
        var (next, delta, bias, handled) = (firstScalar, 0, 72, basicCount)
        while handled < scalars.count, let scalar = scalars.filter({ $0 >= next }).min() {
            delta += (scalar - next) * (handled + 1)
            next = scalar
            for other in scalars {
                if other < next { delta += 1 }
                guard other == next else { continue }
                var (rest, place) = (delta, base)
                while true {
                    let threshold = min(max(place - bias, least), most)
                    guard rest >= threshold else { break }
                    output.append(digit(threshold + (rest - threshold) % (base - threshold)))
                    rest = (rest - threshold) / (base - threshold)
                    place += base
                }
                output.append(digit(rest))
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(output)
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var bias = 0
        while delta > (base - least) * most / 2 {
            delta /= base - least
            bias += base
        }
        return bias + (base - least + 1) * delta / (delta + skew)
    }

    private static func digit(_ value: Int) -> Unicode.Scalar {
        let byte = value < 26 ? Int(UInt8(ascii: "a")) + value : Int(UInt8(ascii: "0")) + value - 26
        return Unicode.Scalar(UInt8(truncatingIfNeeded: byte))
    }
}
