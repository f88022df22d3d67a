extension JSON {
    /// A number that keeps the text it was written with.
    ///
    /// RFC 8259, section 6, sets no bounds, so `1e999` is a number here although no fixed type
    /// holds it.
    package struct Number: Sendable, Equatable, CustomStringConvertible {
        /// The text, always within the grammar of RFC 8259, section 6.
        package let text: String

        /// Takes a text that the reader has already checked.
        init(checked text: String) {
            self.text = text
        }

        /// Writes a whole number.
        package init(_ int: Int) {
            text = String(int)
        }

        /// Writes a decimal with all its digits.
        package init(_ decimal: ExactDecimal) {
            text = decimal.description
        }

        /// Takes a text when the whole of it is a number by the grammar of RFC 8259, section 6.
        package init?(text: String) {
            let bytes = text.utf8Span.span
            var end = 0
            guard JSONReader.scanNumber(bytes, &end), end == bytes.count else { return nil }
            self.text = text
        }

        /// The value when it is whole (`1`, `1.0` and `1e0` are) and fits.
        package var int: Int? { decimal?.wholeNumber }

        /// The exact value when `ExactDecimal` holds it.
        package var decimal: ExactDecimal? { ExactDecimal(parsing: text.utf8Span.span) }

        /// The text as it was written.
        package var description: String { text }
    }
}
