/// Text that a terminal can show without obeying it.
package enum TerminalText {
    /// Writes control characters, line feeds aside, and characters that turn the direction of the text around
    /// them as `\u{1B}`.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The same text where it holds none of them.
    package static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isObeyed(scalar) {
                let code = String(scalar.value, radix: 16, uppercase: true)
                shown.append(contentsOf: "\\u{\(code)}".unicodeScalars)
            } else {
                shown.append(scalar)
            }
        }
        return String(shown)
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0a: false
        case 0...0x1f, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
