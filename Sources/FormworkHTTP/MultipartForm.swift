package import Groundwork

/// A `multipart/form-data` body read as a form, piece by piece: its texts are kept, and of its files
/// where they are.
///
///     var form = try MultipartForm(type, limits: limits)
///     try form.append(bytes, isLast: true)
///     form.fields
package struct MultipartForm: Sendable {
    /// A file within the body.
    ///
    /// The client's name and type of the file are ignored.
    package struct File: Sendable, Equatable {
        /// The name of the field.
        package let name: RawText
        /// Where its bytes are in the body.
        package fileprivate(set) var range: Range<Int>
        /// Its first bytes, at most `startLength`.
        package fileprivate(set) var start: [UInt8] = []
    }

    /// How many bytes of a file are kept, to see what it is.
    package static let startLength = 64

    /// Names and texts in their order, with duplicates; complete after the last piece.
    package private(set) var fields: [(name: RawText, value: RawText)] = []
    /// The files in their order, with duplicates; complete after the last piece.
    package private(set) var files: [File] = []

    private var decoder: MultipartDecoder
    /// What was given and not consumed.
    private var pending: [UInt8] = []
    /// How many bytes of the body were consumed before what is pending.
    private var offset = 0
    /// Whether the next data belongs to the last file.
    private var isInFile = false
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
    package mutating func append(_ bytes: [UInt8], isLast: Bool) throws(MultipartFailure) {
        let input = pending.isEmpty ? bytes : pending + bytes
        var index = 0
        while true {
            let rest = input.span.extracting(droppingFirst: index)
            let (consumed, outcome) = decoder.decode(rest, isLast: isLast)
            switch outcome {
            case .needsMore:
                index += consumed
                pending = Array(input[index...])
                offset += index
                return
            case .data(let range):
                if isInFile {
                    extendFile(by: rest.extracting(range), at: offset + index + range.lowerBound)
                } else if name != nil {
                    guard range.count <= room else { throw .tooMuchText }
                    room -= range.count
                    text.append(rest.extracting(range))
                }
            case .part(let part):
                try finishField()
                begin(part, at: offset + index + consumed)
            case .end:
                try finishField()
                pending = []
                return
            case .malformed(let failure):
                throw failure
            }
            index += consumed
        }
    }

    private mutating func begin(_ part: MultipartPart, at position: Int) {
        name = part.content == .text ? part.name : nil
        guard case .file = part.content else { return }
        files.append(File(name: RawText(part.name), range: position..<position))
        isInFile = true
    }

    /// Adds data to the last file; the data of a file is one run of bytes, however it is cut.
    private mutating func extendFile(by data: Span<UInt8>, at position: Int) {
        let last = files.count - 1
        files[last].range = files[last].range.lowerBound..<(position + data.count)
        let room = Self.startLength - files[last].start.count
        files[last].start.append(data.extracting(first: min(room, data.count)))
    }

    private mutating func finishField() throws(MultipartFailure) {
        isInFile = false
        guard let name else { return }
        guard let value = text.span.utf8Text else { throw .notUTF8(name: name) }
        fields.append((RawText(name), RawText(value)))
        text.removeAll(keepingCapacity: true)
        self.name = nil
    }
}
