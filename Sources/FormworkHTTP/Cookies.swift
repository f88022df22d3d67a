package import Groundwork

/// The cookies of a request (RFC 6265, section 5.4).
package enum Cookies {
    /// Reads all `Cookie` fields, several as one.
    ///
    /// - Parameter headers: The header fields of a request.
    /// - Returns: Names and values as they were sent, in their order; what has no name or no `=` is
    ///   left out.
    package static func parse(_ headers: Headers) -> [(name: RawText, value: RawText)] {
        var pairs: [(name: RawText, value: RawText)] = []
        for line in headers.all(.cookie) {
            let bytes = Array(line.utf8)
            let span = bytes.span
            for part in bytes.split(separator: .semicolon).map(\.indices) {
                guard let equals = part.first(where: { span[$0] == .equals }) else { continue }
                let name = span.trimmed(part.lowerBound..<equals)
                let value = span.trimmed(equals + 1..<part.upperBound)
                guard !name.isEmpty else { continue }
                pairs.append((RawText(span.text(in: name)), RawText(span.text(in: value))))
            }
        }
        return pairs
    }
}
