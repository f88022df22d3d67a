/// E-mail addresses as the HTML standard defines them for `<input type=email>`.
enum EmailAddress {
    /// The longest address that mail can be sent to, in bytes (RFC 5321, section 4.5.3.1.3).
    private static let longest = 254

    /// Whether a text is an address.
    static func isWellFormed(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= longest, let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0,
            bytes[..<at].allSatisfy(isAtomByte)
        else { return false }
        let labels = bytes[(at + 1)...].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy(isDomainLabel)
    }

    private static let atomPunctuation = Set(".!#$%&'*+/=?^_`{|}~-".utf8)

    private static func isAtomByte(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || atomPunctuation.contains(byte)
    }

    private static func isDomainLabel(_ label: ArraySlice<UInt8>) -> Bool {
        guard let first = label.first, let last = label.last, label.count <= 63 else {
            return false
        }
        return isLetterOrDigit(first) && isLetterOrDigit(last)
            && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
