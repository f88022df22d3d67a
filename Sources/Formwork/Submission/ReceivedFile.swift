package import Groundwork

/// A file that came with a submission, as far as a form has to know it.
package struct ReceivedFile: Sendable, Equatable {
    /// How many bytes it has.
    package let size: Int
    /// What its bytes are; `nil` where they are no image.
    package let type: ImageType?
    /// The SHA-256 of its bytes in hexadecimal digits; empty until it's kept.
    package var digest = ""

    /// Takes what is known of a file.
    ///
    /// - Parameters:
    ///   - size: How many bytes it has, not negative.
    ///   - start: Its first bytes, `ImageType.signatureLength` of them if it has as many.
    package init(size: Int, startingWith start: [UInt8]) {
        self.size = size
        type = ImageType(startingWith: start)
    }

    /// The file as a record refers to it; `nil` where it's no image.
    var reference: FileReference? {
        type.flatMap { FileReference(digest: digest, type: $0, size: size) }
    }
}

/// The files of a submission: those that came with it, and those that it may name.
package struct SubmittedFiles: Sendable {
    private var received: [RawText: [ReceivedFile]] = [:]
    /// The files that were kept on a page before, by the names of their fields.
    package var kept: [String: FileReference] = [:]
    /// The files that the record has, by the paths under which clients know them.
    package var present: [RawText: FileReference] = [:]

    /// No files.
    package init() {}

    /// Adds a file that came.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: The name of the field that it came for.
    package mutating func add(_ file: ReceivedFile, for name: RawText) {
        received[name, default: []].append(file)
    }

    /// Says that the one file of a field is kept now.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - digest: The SHA-256 of its bytes in hexadecimal digits.
    package mutating func keep(_ name: String, digest: String) {
        received[RawText(name)]?[0].digest = digest
    }

    /// The files that came for a field.
    func received(for path: FieldPath) -> [ReceivedFile] { received[path.rawName] ?? [] }
}
