/// A whole `multipart/form-data` body read as a form.
package enum MultipartForm {
    /// Reads the fields of text; files are passed over.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - type: The media type of the body, which names the boundary.
    ///   - limits: The most parts, and how long their header sections may be.
    /// - Returns: Names and texts in their order, with duplicates.
    /// - Throws: `MultipartFailure` for a body that is none, or text that isn't UTF-8.
    package static func fields(
        _ bytes: Span<UInt8>, type: MediaType, limits: Limits
    ) throws(MultipartFailure) -> [(name: String, value: String)] {
        var decoder = try MultipartDecoder(type, limits: limits)
        var fields: [(name: String, value: String)] = []
        var name: String?
        var data: [UInt8] = []
        var index = 0
        while true {
            let rest = bytes.extracting(droppingFirst: index)
            let (consumed, outcome) = decoder.decode(rest, isLast: true)
            index += consumed
            switch outcome {
            case .data(let range):
                if name != nil { data.append(rest.extracting(range)) }
                continue
            case .malformed(let failure):
                throw failure
            case .needsMore:
                throw .incomplete
            case .part, .end:
                if let name {
                    guard let text = data.span.utf8Text else { throw .notUTF8(name: name) }
                    fields.append((name, text))
                    data.removeAll(keepingCapacity: true)
                }
            }
            guard case .part(let part) = outcome else { return fields }
            name = part.content == .text ? part.name : nil
        }
    }
}
