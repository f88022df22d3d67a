/// A `multipart/form-data` body read as a form, piece by piece: its texts are kept, its files passed over.
///
///     var form = try MultipartForm(type, limits: limits)
///     try form.take(bytes, isLast: true)
///     form.fields
package struct MultipartForm: Sendable {
    /// Names and texts in their order, with duplicates; complete after the last piece.
    package private(set) var fields: [(name: String, value: String)] = []

    private var decoder: MultipartDecoder
    /// What was given and not consumed.
    private var pending: [UInt8] = []
    /// The name of the field whose text is being read.
    private var name: String?
    private var text: [UInt8] = []
    /// How many more bytes of text are taken.
    private var room: Int

    /// An empty form.
    ///
    /// - Parameters:
    ///   - type: The media type of the body, which names the boundary.
    ///   - limits: The most parts, how long their header sections may be, and how long all texts
    ///     together: `body`, the longest body that is no file.
    /// - Throws: `MultipartFailure.boundary` when the type names none.
    package init(_ type: MediaType, limits: Limits) throws(MultipartFailure) {
        decoder = try MultipartDecoder(type, limits: limits)
        room = limits.body
    }

    /// Goes on with a piece of the body.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that come next.
    ///   - isLast: Whether the body ends with them.
    /// - Throws: `MultipartFailure` for a body that is none, or text that isn't UTF-8; nothing is to
    ///   be given after it.
    package mutating func take(_ bytes: [UInt8], isLast: Bool) throws(MultipartFailure) {
        let input = pending.isEmpty ? bytes : pending + bytes
        var index = 0
        while true {
            let rest = input.span.extracting(droppingFirst: index)
            let (consumed, outcome) = decoder.decode(rest, isLast: isLast)
            index += consumed
            switch outcome {
            case .needsMore:
                pending = Array(input[index...])
                return
            case .data(let range):
                guard name != nil else { continue }
                guard range.count <= room else { throw .tooMuchText }
                room -= range.count
                text.append(rest.extracting(range))
            case .part(let part):
                try finishField()
                name = part.content == .text ? part.name : nil
            case .end:
                try finishField()
                pending = []
                return
            case .malformed(let failure):
                throw failure
            }
        }
    }

    private mutating func finishField() throws(MultipartFailure) {
        guard let name else { return }
        guard let value = text.span.utf8Text else { throw .notUTF8(name: name) }
        fields.append((name, value))
        text.removeAll(keepingCapacity: true)
        self.name = nil
    }
}
