extension JSON {
    /// Reads a whole JSON text.
    ///
    /// Stricter than RFC 8259 where it leaves a choice: duplicate names, a byte-order mark and
    /// escapes of lone surrogates are refused.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - maximumDepth: How many arrays and objects may stand in each other, 0 to 512.
    /// - Returns: The value.
    /// - Throws: The first failure with its position.
    package static func parse(
        _ bytes: [UInt8], maximumDepth: Int = 64
    ) throws(JSON.Failure) -> JSON {
        try parse(bytes.span, maximumDepth: maximumDepth)
    }

    /// Reads a whole JSON text from borrowed bytes.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - maximumDepth: How many arrays and objects may stand in each other, 0 to 512.
    /// - Returns: The value.
    /// - Throws: The first failure with its position.
    package static func parse(
        _ bytes: Span<UInt8>, maximumDepth: Int = 64
    ) throws(JSON.Failure) -> JSON {
        var reader = JSONReader(maximumDepth: min(maximumDepth, JSONReader.deepest))
        return try reader.document(bytes)
    }
}
