/// The elements of a list of tokens (RFC 9110, section 5.6.1).
enum ListElements {
    /// Calls a function with each element that isn't empty.
    ///
    /// - Parameters:
    ///   - span: The bytes.
    ///   - value: Where the list lies.
    ///   - body: Called with where each element lies, without blanks around it.
    static func forEach(
        _ span: Span<UInt8>, in value: Range<Int>, _ body: (Range<Int>) -> Void
    ) {
        var start = value.lowerBound
        while start < value.upperBound {
            var end = start
            while end < value.upperBound, span[end] != .comma { end += 1 }
            let element = span.trimmed(start..<end)
            if !element.isEmpty { body(element) }
            start = end + 1
        }
    }
}
