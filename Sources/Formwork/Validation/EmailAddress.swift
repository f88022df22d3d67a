internal import Groundwork

/// E-mail addresses as the HTML standard defines them for `<input type=email>`, and beyond ASCII as RFC
/// 6531 allows them.
public enum EmailAddress {
    /// What is wrong with a text that should be an address.
    public enum Fault: Sendable, Equatable, CaseIterable {
        /// There is no `@`.
        case noAt
        /// There is more than one `@`.
        case severalAts
        /// There is a space.
        case space
        /// Nothing stands before the `@`.
        case noName
        /// Nothing stands behind the `@`.
        case noDomain
        /// Nothing stands before, behind or between dots of the domain.
        case emptyLabel
        /// It is longer than mail can be sent to.
        case tooLong
        /// A character can't stand where it does.
        case character
    }

    /// The longest address that mail can be sent to, in bytes (RFC 5321, section 4.5.3.1.3).
    static let longest = 254

    /// The longest part of a domain, in characters (RFC 1035, section 2.3.4).
    private static let longestLabel = 63

    /// Judges a text.
    ///
    /// - Parameter text: A text in normal form that isn't empty.
    /// - Returns: The first thing that is wrong; `nil` for an address.
    static func fault(in text: String) -> Fault? {
        let scalars = Array(text.unicodeScalars)
        guard let at = scalars.firstIndex(of: "@") else {
            return scalars.contains(where: { $0 == " " }) ? .space : .noAt
        }
        let (name, domain) = (scalars[..<at], scalars[(at + 1)...])
        if scalars.contains(where: { $0 == " " }) { return .space }
        if domain.contains(where: { $0 == "@" }) { return .severalAts }
        if name.isEmpty { return .noName }
        if domain.isEmpty { return .noDomain }
        let labels = domain.split(omittingEmptySubsequences: false) { $0 == "." }
        if labels.contains(where: \.isEmpty) { return .emptyLabel }
        if text.utf8.count > longest { return .tooLong }
        return name.allSatisfy(isInName) && labels.allSatisfy(isLabel) ? nil : .character
    }

    private static let namePunctuation = Set(".!#$%&'*+/=?^_`{|}~-".unicodeScalars)

    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        isWordCharacter(scalar) || namePunctuation.contains(scalar)
            || !scalar.isASCII && isVisible(scalar)
    }

    private static func isLabel(_ label: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = label.first, let last = label.last, label.count <= longestLabel else {
            return false
        }
        return first != "-" && last != "-" && !isMark(first)
            && label.allSatisfy { isWordCharacter($0) || $0 == "-" }
    }

    /// A letter, a digit, or a mark upon one; of ASCII as in the names of hosts.
    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ASCII.isAlphanumeric(UInt8(truncatingIfNeeded: scalar.value)) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .nonspacingMark, .spacingMark:
            return true
        default: return false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator, .spaceSeparator:
            false
        default: true
        }
    }
}
