internal import Groundwork

/// How the texts of a submission are spelled.
enum TextSpelling: Sendable {
    /// As people write, in a form.
    case typed
    /// As programs write: a document, or a record.
    case strict
}

/// What is done to every text before it is checked and stored, so that equal texts are equal bytes.
enum TextNormalizer {
    /// Puts one line of text into normal form (NFC), without spaces around it; a text of nothing visible
    /// is empty.
    ///
    /// A line break or a tab is a space, as it is where a browser pastes a text into a line. Characters
    /// that can't be seen stay within the text, where they break words or join letters.
    static func line(_ text: String) -> String {
        let bytes = text.utf8
        if bytes.first != 0x20, bytes.last != 0x20,
            bytes.allSatisfy({ (0x20...0x7e).contains($0) })
        {
            return text
        }
        var kept = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars where scalar != "\u{feff}" {
            // CRLF is one break.
            if scalar != "\n" || !isAfterReturn { kept.append(isBreak(scalar) ? " " : scalar) }
            isAfterReturn = scalar == "\r"
        }
        guard kept.contains(where: { !isInvisible($0) }),
            let first = kept.firstIndex(where: { !isTrimmed($0) }),
            let last = kept.lastIndex(where: { !isTrimmed($0) })
        else { return "" }
        return normalizedNFC(String(kept[first...last]))
    }

    /// Puts a text of signs that mean nothing but themselves, such as an address, into one spelling: no
    /// character that can't be seen, plain spaces, ASCII for what is ASCII in full width.
    static func signs(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            switch scalar.value {
            case 0xff01...0xff5e:
                kept.append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value - 0xfee0)))
            case 0x2010, 0x2011: kept.append("-")
            default: kept.append(isSpace(scalar) ? " " : scalar)
            }
        }
        return line(String(kept))
    }

    /// Puts a text of digits, such as a number or a date, into one spelling: as `signs` does, with ASCII
    /// for the digits of every script, a hyphen for every dash and the minus sign.
    static func figures(_ text: String) -> String {
        let text = signs(text)
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            if properties.numericType == .decimal, let value = properties.numericValue,
                let digit = UInt8(exactly: value)
            {
                kept.append(Unicode.Scalar(UInt8(ascii: "0") + digit))
            } else if properties.generalCategory == .dashPunctuation || scalar == "\u{2212}" {
                kept.append("-")
            } else if scalar == "\u{66b}" {
                kept.append(",")
            } else {
                kept.append(scalar)
            }
        }
        return String(kept)
    }

    /// Whether a line holds a control character or a character that turns the direction of the text
    /// around it.
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

    /// What moves to the next line, or to the next stop in it.
    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0d, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .spaceSeparator
    }

    /// Spaces, and what breaks or joins words where there are none on one side.
    private static func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{ad}", "\u{200b}", "\u{2060}": true
        default: isSpace(scalar)
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        isSpace(scalar) || scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
    }
}
