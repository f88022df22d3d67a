@_spi(_Unicode) import Swift

/// The text in Unicode's normalization form C (UAX #15), so that equal texts have equal bytes.
///
/// Takes time in proportion to the text, whatever marks stand in it.
///
/// - Parameter text: Any text.
/// - Returns: The same text composed.
package func normalizedNFC(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var orderer = MarkOrderer()
    for scalar in text.unicodeScalars {
        orderer.append(scalar)
    }
    var result = String.UnicodeScalarView()
    for scalar in orderer.finish()._nfc {
        result.append(scalar)
    }
    return String(result)
}

/// The parts of a scalar in Unicode's normalization form D (UAX #15): a letter, then its marks.
///
/// - Parameter scalar: Any scalar.
/// - Returns: Its parts; the scalar itself where it has none.
package func decomposed(_ scalar: Unicode.Scalar) -> some Sequence<Unicode.Scalar> {
    String(scalar)._nfd
}

/// Puts each run of combining marks in canonical order (UAX #15, D108 and D109).
///
/// The standard library orders them as well, but by insertion: a run of n marks takes it n² steps,
/// and a megabyte of marks two minutes. A run in order takes it n. It also leaves the parts of three
/// Tibetan vowels out of order.
private struct MarkOrderer {
    /// A mark with its canonical combining class and its place among those of the same class.
    private struct Mark {
        let order: UInt8
        let index: Int
        let scalar: Unicode.Scalar
    }

    private var ordered = String.UnicodeScalarView()
    private var run: [Mark] = []

    mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        // No marks by their class, but by their parts.
        case 0x0F73: appendParts("\u{0F71}", "\u{0F72}")
        case 0x0F75: appendParts("\u{0F71}", "\u{0F74}")
        case 0x0F81: appendParts("\u{0F71}", "\u{0F80}")
        default:
            let order = scalar.properties.canonicalCombiningClass.rawValue
            if order > 0 {
                run.append(Mark(order: order, index: run.count, scalar: scalar))
            } else {
                endRun()
                ordered.append(scalar)
            }
        }
    }

    /// The whole text in order.
    mutating func finish() -> String {
        endRun()
        return String(ordered)
    }

    private mutating func appendParts(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
        append(first)
        append(second)
    }

    private mutating func endRun() {
        if run.count > 1 {
            run.sort { ($0.order, $0.index) < ($1.order, $1.index) }
        }
        for mark in run { ordered.append(mark.scalar) }
        run.removeAll(keepingCapacity: true)
    }
}
