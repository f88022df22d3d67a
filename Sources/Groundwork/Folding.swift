/// Text without what a search and a sorted list look past: case, accents, vowel points, wide forms and
/// what can't be seen.
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
        // Overlays, Hebrew and Arabic points, and what stands around a letter.
        case 1, 10...36, 200...: return
        default: break
        }
        if properties.generalCategory == .format || properties.isVariationSelector { return }
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
        let isWide = 0xFF01...0xFF5E ~= scalar.value
        let narrow = isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        buffer.append(contentsOf: UTF8.encode(narrow) ?? UTF8.encodedReplacementCharacter)
    }

    /// Letters that Unicode doesn't take apart, though people leave out their strokes.
    private static let strokes: [Unicode.Scalar: String] = [
        "\u{e6}": "ae", "\u{c6}": "ae", "\u{153}": "oe", "\u{152}": "oe", "\u{f8}": "o",
        "\u{d8}": "o", "\u{142}": "l", "\u{141}": "l", "\u{111}": "d", "\u{110}": "d",
        "\u{f0}": "d", "\u{d0}": "d", "\u{fe}": "th", "\u{de}": "th", "\u{127}": "h",
        "\u{126}": "h", "\u{167}": "t", "\u{166}": "t",
    ]
}
