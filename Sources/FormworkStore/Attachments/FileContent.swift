internal import Groundwork
internal import System

/// The bytes of a file that came and isn't kept yet.
package struct FileContent: Sendable {
    private enum Source: Sendable {
        case bytes([UInt8])
        case descriptor(Int32, offset: Int, path: String, owner: any Sendable & AnyObject)
    }

    private let source: Source
    /// How many bytes there are.
    let length: Int
    private static let piece = 256 << 10

    /// Takes bytes in memory.
    ///
    /// - Parameter bytes: The whole file.
    package init(_ bytes: [UInt8]) {
        source = .bytes(bytes)
        length = bytes.count
    }

    /// Takes a part of an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - offset: Where the bytes begin.
    ///   - length: How many there are.
    ///   - owner: What keeps the descriptor open; it is held until the bytes are read.
    package init(descriptor: Int32, offset: Int, length: Int, owner: any Sendable & AnyObject) {
        source = .descriptor(
            descriptor, offset: offset, path: "a file that was sent", owner: owner)
        self.length = length
    }

    /// Takes a kept file.
    init(_ file: StoredFile, path: String) {
        source = .descriptor(file.descriptor, offset: 0, path: path, owner: file)
        length = file.size
    }

    /// Reads the bytes in order.
    ///
    /// - Parameters:
    ///   - fileSystem: The way to an open file.
    ///   - body: Called with each piece.
    /// - Throws: What the file system or the body said, or that the file is shorter (errno `EIO`).
    func forEachPiece(
        _ fileSystem: any FileSystem, _ body: ([UInt8]) throws(SystemError) -> Void
    ) throws(SystemError) {
        switch source {
        case .bytes(let bytes): if !bytes.isEmpty { try body(bytes) }
        case .descriptor(let descriptor, let start, let path, _):
            var offset = 0
            while offset < length {
                let bytes = try fileSystem.read(
                    descriptor, at: start + offset, count: min(length - offset, Self.piece),
                    path: path)
                if bytes.isEmpty { throw SystemError.shortFile(path) }
                try body(bytes)
                offset += bytes.count
            }
        }
    }

    /// Hashes the bytes.
    ///
    /// - Parameter fileSystem: The way to an open file.
    /// - Returns: What the file is known by.
    /// - Throws: What the file system said.
    func digest(_ fileSystem: any FileSystem) throws(SystemError) -> AttachmentDigest {
        var hash = SHA256()
        try forEachPiece(fileSystem) { bytes in hash.update(bytes) }
        return AttachmentDigest(hash.finish())
    }
}
