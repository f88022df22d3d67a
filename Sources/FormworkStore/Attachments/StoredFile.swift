internal import Groundwork
internal import System

/// A kept file, open for reading as long as this object lives.
package final class StoredFile: Sendable {
    /// The open file.
    package let descriptor: Int32
    /// Its length in bytes.
    package let size: Int
    private let path: String
    private let fileSystem: any FileSystem

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The open file, closed with this object.
    ///   - path: Its path, for the error.
    ///   - fileSystem: The way to it.
    /// - Throws: What fstat(2) said.
    init(_ descriptor: Int32, _ path: String, _ fileSystem: any FileSystem) throws(SystemError) {
        self.descriptor = descriptor
        self.path = path
        self.fileSystem = fileSystem
        do {
            size = try fileSystem.size(descriptor, path: path)
        } catch {
            fileSystem.close(descriptor)
            throw error
        }
    }

    deinit { fileSystem.close(descriptor) }

    /// Its bytes, for keeping or comparing them.
    var content: FileContent { FileContent(self, path: path) }
}

/// Holds a kept file: as long as somebody has one of these, its bytes stay, even if no record names them.
package final class KeptFile: Sendable {
    /// The SHA-256 of the bytes, in 64 digits to the base 16.
    package let digest: String
    private let file: AttachmentDigest
    private let ledger: AttachmentLedger

    /// Takes over a hold.
    ///
    /// - Parameters:
    ///   - file: What the file is known by; one hold of it ends with this object.
    ///   - ledger: What counts the holds.
    init(_ file: AttachmentDigest, ledger: AttachmentLedger) {
        digest = file.description
        self.file = file
        self.ledger = ledger
    }

    deinit { ledger.release(file) }
}
