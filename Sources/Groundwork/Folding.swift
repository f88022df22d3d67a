/// Text without what a search and a sorted list look past: case, accents, vowel points, wide and narrow
/// forms, what can't be seen, and which of several signs of one meaning was typed.
///
///     var folded: [UInt8] = []
///     Folding.append("Stra\u{df}e nach \u{130}zmir".utf8Span.span, to: &folded)  // "strasse nach izmir"
///
/// Letters fold as Unicode's full case folding has it (UAX #44, Case_Folding); marks that are part of a
/// letter's sound in its script, such as the voiced sound mark of Japanese, stay.
package enum Folding {
    /// Folds a text in linear time.
    ///
    /// - Parameters:
    ///   - text: UTF-8; nothing is kept of bytes that aren't.
    ///   - buffer: Gets the folded text in UTF-8.
    package static func append(_ text: Span<UInt8>, to buffer: inout [UInt8]) {
        let start = buffer.count
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x80 else {
                buffer.removeSubrange(start...)
                return appendScalars(text, to: &buffer)
            }
            append(ascii: byte, to: &buffer)
        }
    }

    /// Control characters become spaces, so that no folded text holds a NUL.
    private static func append(ascii byte: UInt8, to buffer: inout [UInt8]) {
        buffer.append(byte < 0x20 ? UInt8(ascii: " ") : ASCII.lowercased(byte))
    }

    private static func appendScalars(_ text: Span<UInt8>, to buffer: inout [UInt8]) {
        guard let valid = try? UTF8Span(validating: text) else { return }
        var scalars = valid.makeUnicodeScalarIterator()
        while let scalar = scalars.next() {
            if scalar.isASCII {
                append(ascii: UInt8(truncatingIfNeeded: scalar.value), to: &buffer)
            } else {
                for part in decomposed(scalar) { append(part, to: &buffer) }
            }
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to buffer: inout [UInt8]) {
        let properties = scalar.properties
        switch properties.canonicalCombiningClass.rawValue {
        // The iota that Greek writes below a letter, and beside it in capitals.
        case 240: return append(unmapped: "\u{3b9}", to: &buffer)
        // Overlays, Hebrew and Arabic points, and what stands around a letter.
        case 1, 10...36, 200...: return
        default: break
        }
        if properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format {
            return
        }
        if let sign = sign(scalar) { return buffer.append(sign) }
        if let letters = strokes[scalar] {
            buffer.append(contentsOf: letters.utf8)
            return
        }
        guard properties.isCased else { return append(unmapped: scalar, to: &buffer) }
        // Down, up and down again is where all that differ by case alone meet: ß and ẞ at ss, ς at σ.
        for lower in properties.lowercaseMapping.unicodeScalars {
            for upper in lower.properties.uppercaseMapping.unicodeScalars {
                for folded in upper.properties.lowercaseMapping.unicodeScalars {
                    append(unmapped: folded, to: &buffer)
                }
            }
        }
    }

    private static func append(unmapped scalar: Unicode.Scalar, to buffer: inout [UInt8]) {
        if scalar == "\u{640}" { return }  // Draws a word out in Arabic and is no letter.
        let usual =
            switch scalar.value {
            case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
            case 0xFF66...0xFF9F: katakana[Int(scalar.value - 0xFF66)]
            default: arabic[scalar] ?? scalar
            }
        buffer.append(contentsOf: UTF8.encode(usual) ?? UTF8.encodedReplacementCharacter)
    }

    /// The ASCII sign or digit that means the same; nil where there is none.
    private static func sign(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "\u{2018}", "\u{2019}", "\u{201b}", "\u{2bc}", "\u{b4}", "\u{2032}", "\u{ff07}":
            return UInt8(ascii: "'")
        case "\u{201c}"..."\u{201f}", "\u{ab}", "\u{bb}", "\u{2039}", "\u{203a}", "\u{201a}":
            return UInt8(ascii: "\"")
        case "\u{2212}": return UInt8(ascii: "-")
        default: break
        }
        let properties = scalar.properties
        if properties.generalCategory == .dashPunctuation { return UInt8(ascii: "-") }
        guard properties.numericType == .decimal else { return nil }
        return properties.numericValue.flatMap { UInt8(exactly: $0) }.map { UInt8(ascii: "0") + $0 }
    }

    /// Letters of Persian, Urdu and Arabic that people type for one another.
    private static let arabic: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{6a9}": "\u{643}", "\u{6cc}": "\u{64a}", "\u{649}": "\u{64a}", "\u{629}": "\u{647}",
        "\u{6c1}": "\u{647}", "\u{6d5}": "\u{647}",
    ]

    /// The wide katakana of the narrow ones from U+FF66 on.
    private static let katakana = Array(
        ("\u{30f2}\u{30a1}\u{30a3}\u{30a5}\u{30a7}\u{30a9}\u{30e3}\u{30e5}\u{30e7}\u{30c3}\u{30fc}"
            + "\u{30a2}\u{30a4}\u{30a6}\u{30a8}\u{30aa}\u{30ab}\u{30ad}\u{30af}\u{30b1}\u{30b3}"
            + "\u{30b5}\u{30b7}\u{30b9}\u{30bb}\u{30bd}\u{30bf}\u{30c1}\u{30c4}\u{30c6}\u{30c8}"
            + "\u{30ca}\u{30cb}\u{30cc}\u{30cd}\u{30ce}\u{30cf}\u{30d2}\u{30d5}\u{30d8}\u{30db}"
            + "\u{30de}\u{30df}\u{30e0}\u{30e1}\u{30e2}\u{30e4}\u{30e6}\u{30e8}\u{30e9}\u{30ea}"
            + "\u{30eb}\u{30ec}\u{30ed}\u{30ef}\u{30f3}\u{3099}\u{309a}").unicodeScalars)

    /// Letters that Unicode doesn't take apart, though people leave out their strokes.
    private static let strokes: [Unicode.Scalar: String] = [
        "\u{e6}": "ae", "\u{c6}": "ae", "\u{153}": "oe", "\u{152}": "oe", "\u{f8}": "o",
        "\u{d8}": "o", "\u{142}": "l", "\u{141}": "l", "\u{111}": "d", "\u{110}": "d",
        "\u{f0}": "d", "\u{d0}": "d", "\u{fe}": "th", "\u{de}": "th", "\u{127}": "h",
        "\u{126}": "h", "\u{167}": "t", "\u{166}": "t",
    ]
}
