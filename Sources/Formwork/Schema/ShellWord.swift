internal import Groundwork

/// One word of a command line for `sh` and `bash`.
struct ShellWord {
    private let text: String

    /// Takes any text without NUL, which no word can hold.
    init(_ text: String) {
        self.text = text
    }

    /// Whether a terminal shows the text as it is: whether it holds no control character and no other that
    /// can't be seen or turns the direction of the text around it.
    var isPlain: Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                false
            default: !scalar.properties.isDefaultIgnorableCodePoint
            }
        }
    }

    /// The word as it is typed: between quotation marks only where they are needed.
    var typed: String {
        let needsNone = text.utf8.allSatisfy { byte in
            ASCII.isAlphanumeric(byte) || ":/.-_".utf8.contains(byte)
        }
        return needsNone ? text : quoted
    }

    /// The word between quotation marks, within which nothing has a meaning.
    var quoted: String {
        var bytes: [UInt8] = [Self.mark]
        for byte in text.utf8 {
            bytes.append(byte)
            // Ends the quotation, writes a mark on its own, and begins the quotation again.
            if byte == Self.mark { bytes.append(contentsOf: #"\''"#.utf8) }
        }
        bytes.append(Self.mark)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let mark = UInt8(ascii: "'")

    /// The text as a form sends it, in letters, digits and percent signs alone.
    static func percentEncoded(_ text: RawText) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if ASCII.isAlphanumeric(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(ASCII.lowercaseHexDigit(byte >> 4))
                bytes.append(ASCII.lowercaseHexDigit(byte))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
