internal import FormworkRecords
internal import Groundwork
internal import System

extension AttachmentContent {
    /// How many bytes are read at once.
    private static var piece: Int { 256 << 10 }

    /// Reads the bytes in order.
    ///
    /// - Parameters:
    ///   - fileSystem: The way to an open file.
    ///   - path: What an error says of the file.
    ///   - body: Called with each piece.
    /// - Throws: What the file system or the body said, or that the file is shorter (errno `EIO`).
    func forEachPiece(
        _ fileSystem: any FileSystem, path: String = "a file that was sent",
        _ body: ([UInt8]) throws(SystemError) -> Void
    ) throws(SystemError) {
        switch self {
        case .bytes(let bytes): if !bytes.isEmpty { try body(bytes) }
        case .file(let file):
            var offset = 0
            while offset < file.length {
                let bytes = try fileSystem.read(
                    file.descriptor, at: file.offset + offset,
                    count: min(file.length - offset, Self.piece), path: path)
                if bytes.isEmpty { throw SystemError.shortFile(path) }
                try body(bytes)
                offset += bytes.count
            }
        }
    }

    /// Hashes the bytes.
    ///
    /// - Parameters:
    ///   - fileSystem: The way to an open file.
    ///   - path: What an error says of the file.
    /// - Returns: The digest that names the attachment.
    /// - Throws: What the file system said.
    func digest(
        _ fileSystem: any FileSystem, path: String = "a file that was sent"
    ) throws(SystemError) -> AttachmentDigest {
        var hash = SHA256()
        try forEachPiece(fileSystem, path: path) { bytes in hash.update(bytes) }
        return AttachmentDigest(hash.finish())
    }
}
