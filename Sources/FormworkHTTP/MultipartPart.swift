import Groundwork

/// What the header section of a part says (RFC 7578, section 4.2).
package struct MultipartPart: Sendable, Equatable {
    /// What the data of a part is.
    package enum Content: Sendable, Equatable {
        /// The text of a field.
        case text
        /// Nothing: in a field for a file none was chosen.
        case noFile
        /// A file with this name, which is for people alone: it may hold anything but folders, and
        /// nothing at all.
        case file(name: String)
    }

    /// The name of the field.
    package let name: String
    /// What the data is.
    package let content: Content
    /// The media type that the client takes the data for; nil when it says none that can be read.
    package let type: MediaType?

    /// Reads a header section.
    ///
    /// - Parameter headers: The fields.
    /// - Throws: `MultipartFailure` when the part has no name, or can't be data as it stands.
    init(_ headers: Headers) throws(MultipartFailure) {
        guard let disposition = FormDisposition(headers) else {
            throw .partHeader("it needs one Content-Disposition with form-data and a name")
        }
        type = headers[.contentType].flatMap { MediaType($0) }
        guard type?.type != "multipart" else { throw .partHeader("it has parts of its own") }
        let encoding = headers.list(.contentTransferEncoding).map(ASCII.lowercased) ?? "binary"
        guard ["7bit", "8bit", "binary"].contains(encoding) else {
            throw .partHeader("it has a Content-Transfer-Encoding, which HTTP has no use for")
        }
        guard let name = disposition.name.span.utf8Text else {
            throw .notUTF8(name: String(decoding: disposition.name, as: UTF8.self))
        }
        self.name = name
        guard let fileName = disposition.fileName else {
            guard type?.hasTextInUTF8 != false else { throw .charset(name: name) }
            content = .text
            return
        }
        let folders = fileName.lastIndex { $0 == .slash || $0 == .backslash }
        guard let text = Array(fileName[(folders.map { $0 + 1 } ?? 0)...]).span.utf8Text else {
            throw .notUTF8(name: name)
        }
        content = fileName.isEmpty ? .noFile : .file(name: text)
    }
}

/// What the `Content-Disposition` of a part names.
private struct FormDisposition {
    let name: [UInt8]
    /// As it was sent, with folders; nil when there is none.
    let fileName: [UInt8]?

    /// Reads the header section of a part; nil when it hasn't one such field with one name.
    init?(_ headers: Headers) {
        let span = headers.bytes.span
        let fields = headers.fields.filter { span.matches("content-disposition", in: $0.name) }
        guard fields.count == 1, let value = fields.first?.value else { return nil }
        var reader = FieldReader(bytes: Array(headers.bytes[value]))
        guard reader.foldedToken() == "form-data" else { return nil }
        var values: [String: [UInt8]] = [:]
        reader.skipBlanks()
        while reader.take(.semicolon) {
            reader.skipBlanks()
            guard let key = reader.foldedToken() else { continue }
            guard reader.take(.equals), let value = reader.formValue(), values[key] == nil else {
                return nil
            }
            values[key] = value
            reader.skipBlanks()
        }
        guard reader.isAtEnd, let name = values["name"] else { return nil }
        self.name = Self.decoded(name)
        fileName =
            values["filename"].map(Self.decoded) ?? values["filename*"].map(Self.extendedValue)
    }

    /// Undoes what browsers escape: the quotation mark and line ends, nothing else.
    private static func decoded(_ value: [UInt8]) -> [UInt8] {
        guard value.contains(.percent) else { return value }
        var output: [UInt8] = []
        var index = 0
        while index < value.count {
            let escape = value[index...].prefix(3)
            if let byte = escapes.first(where: { escape.elementsEqual($0.escape.utf8) })?.byte {
                output.append(byte)
                index += 3
            } else {
                output.append(value[index])
                index += 1
            }
        }
        return output
    }

    /// The text of an extended value such as `UTF-8''na%C3%AFve.png` (RFC 8187, section 3.2).
    private static func extendedValue(_ value: [UInt8]) -> [UInt8] {
        let parts = value.split(
            separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return value }
        let text = Array(parts[2])
        var output: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == .percent, let byte = PercentEncoding.byte(of: text.span, at: index) {
                output.append(byte)
                index += 3
            } else {
                output.append(text[index])
                index += 1
            }
        }
        return output
    }

    private static let escapes: [(escape: String, byte: UInt8)] = [
        ("%22", .quote), ("%0D", .cr), ("%0A", .lf),
    ]
}
