internal import Groundwork

/// A number as people write it in a form, which may be with a decimal comma or with spaces between
/// thousands.
enum NumberText: Equatable {
    /// The number in the grammar of HTML, if it is one.
    case number(String)
    /// A whole number with a fraction of nothing, as `5.0`.
    case zeroFraction(String)
    /// One person means this and another that.
    case either(String, String)

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The text with its digits in ASCII.
    ///   - places: How many digits behind the point a number of the field may have, 0 or more. With three
    ///     and more no mark is one between thousands.
    init(_ text: String, places: Int) {
        let utf8 = text.utf8
        // The usual case: digits alone, or a point that stands between no thousands.
        guard let sign = utf8.firstIndex(where: { !ASCII.isDigit($0) }) else {
            self = .number(text)
            return
        }
        let digits = utf8[sign...].dropFirst()
        if utf8[sign] == UInt8(ascii: "."), sign > utf8.startIndex, places > 0,
            digits.count == 1 || digits.count == 2, digits.allSatisfy(ASCII.isDigit)
        {
            self = .number(text)
            return
        }
        let bytes = Self.withoutSpaces(Array(text.utf8))
        let isMarked = { (byte: UInt8) in byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") }
        guard let mark = bytes.firstIndex(where: isMarked),
            !bytes[(mark + 1)...].contains(where: isMarked)
        else {
            self = .number(String(decoding: bytes, as: UTF8.self))
            return
        }
        var (whole, fraction) = (bytes[..<mark], bytes[(mark + 1)...])
        let point = String(decoding: whole + [UInt8(ascii: ".")] + fraction, as: UTF8.self)
        guard let number = ExactDecimal(point), fraction.allSatisfy(ASCII.isDigit) else {
            self = .number(point)
            return
        }
        if whole.first == UInt8(ascii: "-") { whole = whole.dropFirst() }
        if places < 3, fraction.count == 3, (1...3).contains(whole.count),
            whole.first != UInt8(ascii: "0")
        {
            let thousands = String(decoding: bytes.filter { !isMarked($0) }, as: UTF8.self)
            self = .either(number.description, thousands)
        } else {
            let isZero = places == 0 && fraction.allSatisfy { $0 == UInt8(ascii: "0") }
            self = isZero ? .zeroFraction(point) : .number(point)
        }
    }

    /// Takes out spaces that stand between groups of three digits.
    private static func withoutSpaces(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: " ")) else { return bytes }
        let end = bytes.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        let groups = bytes[..<(end ?? bytes.endIndex)].split(
            separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let first = groups.first?.drop { $0 == UInt8(ascii: "-") }
        let isGrouped =
            (1...3).contains(first?.count ?? 0)
            && groups.dropFirst().allSatisfy { $0.count == 3 && $0.allSatisfy(ASCII.isDigit) }
        return isGrouped ? bytes.filter { $0 != UInt8(ascii: " ") } : bytes
    }
}
