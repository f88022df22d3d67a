import FormworkHTTP
import Groundwork

/// A file without a name that a body is written to, and that is gone with its last user.
final class SpoolFile: Sendable {
    private let descriptor: Descriptor
    private let folder: SpoolFolder
    private let written = Lock(0)

    /// Takes over an empty file.
    init(_ descriptor: consuming Descriptor, in folder: SpoolFolder) {
        self.descriptor = descriptor
        self.folder = folder
    }

    deinit {
        folder.release(length)
    }

    /// How many bytes are in it.
    var length: Int { written.withLock { $0 } }

    /// Writes the bytes that come next.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: How many bytes are there already.
    /// - Returns: Whether there was room for them and they are written.
    func write(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        guard folder.reserve(bytes.count) else { return false }
        written.withLock { $0 += bytes.count }
        return SystemCalls.write(bytes, to: descriptor.number, at: offset)
    }

    /// All that is in it, for reading.
    var opened: OpenFile {
        OpenFile(descriptor: descriptor.number, offset: 0, length: length) { _ in
            // The descriptor is closed by its owner, once nobody holds that any more.
            withExtendedLifetime(self) {}
        }
    }
}
