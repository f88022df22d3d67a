internal import Groundwork

/// What is done to every text before it is checked and stored, so that equal texts are equal bytes.
enum TextNormalizer {
    /// Puts one line of text into normal form (NFC), without invisible characters that have no
    /// meaning and without spaces around it; a text of nothing visible is empty.
    static func line(_ text: String) -> String {
        let bytes = text.utf8
        if bytes.first != 0x20, bytes.last != 0x20,
            bytes.allSatisfy({ (0x20...0x7e).contains($0) })
        {
            return text
        }
        let kept = text.unicodeScalars.filter { !isMeaningless($0) }
        guard kept.contains(where: { !isInvisible($0) }),
            let first = kept.firstIndex(where: { !isSpace($0) }),
            let last = kept.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return normalizedNFC(String(kept[first...last]))
    }

    /// Whether a line holds a line break, a control character or a character that turns the
    /// direction of the text around it.
    static func holdsForbiddenCharacter(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: isForbidden)
    }

    /// Whether a line can't hold a character.
    static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1f, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    /// Zero-width space, word joiner and byte-order mark.
    private static func isMeaningless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200b, 0x2060, 0xfeff: true
        default: false
        }
    }

    /// Spaces and the tabulator, but no line break.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        isSpace(scalar) || scalar.properties.isDefaultIgnorableCodePoint
    }
}
