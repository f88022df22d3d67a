@_spi(_Unicode) import Swift

/// The text in Unicode's normalization form C (UAX #15), so that equal texts have equal bytes.
///
/// - Parameter text: Any text.
/// - Returns: The same text composed.
package func normalizedNFC(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text._nfc {
        result.append(scalar)
    }
    return String(result)
}
