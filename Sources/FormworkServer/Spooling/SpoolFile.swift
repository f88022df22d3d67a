import FormworkHTTP
import Groundwork

/// A file without a name that a body is written to, and that is gone with its last user.
final class SpoolFile: Sendable {
    private struct State {
        var length = 0
        var isInMemory: Bool
    }

    private let descriptor: Descriptor
    private let folder: SpoolFolder
    private let state: Lock<State>
    /// How much is copied at once into memory, in bytes.
    private static let piece = 1 << 16

    /// Takes over an empty file.
    init(_ descriptor: consuming Descriptor, isInMemory: Bool, in folder: SpoolFolder) {
        self.descriptor = descriptor
        self.folder = folder
        state = Lock(State(isInMemory: isInMemory))
    }

    deinit {
        let state = state.withLock { $0 }
        room(state.isInMemory).release(state.length)
    }

    /// How many bytes are in it.
    var length: Int { state.withLock { $0.length } }

    /// Writes the bytes that come next.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: How many bytes are there already.
    /// - Returns: Whether there was room for them and they are written.
    func write(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        let isInMemory = state.withLock { $0.isInMemory }
        guard room(isInMemory).reserve(bytes.count) else { return false }
        state.withLock { $0.length += bytes.count }
        if SystemCalls.write(bytes, to: descriptor.number, at: offset) { return true }
        return !isInMemory && moveToMemory(offset)
            && SystemCalls.write(bytes, to: descriptor.number, at: offset)
    }

    /// Goes on in memory where the disk takes no more.
    ///
    /// - Parameter written: How many bytes the disk has taken.
    /// - Returns: Whether there was room, and all of them are there.
    private func moveToMemory(_ written: Int) -> Bool {
        let length = length
        guard folder.memory.reserve(length) else { return false }
        state.withLock { $0.isInMemory = true }
        folder.disk.release(length)
        guard let file = SystemCalls.makeMemoryFile() else { return false }
        for start in stride(from: 0, to: written, by: Self.piece) {
            let count = min(Self.piece, written - start)
            guard let bytes = SystemCalls.read(descriptor.number, from: start, count: count),
                SystemCalls.write(bytes.span, to: file.number, at: start)
            else { return false }
        }
        return SystemCalls.replace(descriptor, with: file)
    }

    private func room(_ isInMemory: Bool) -> SpoolRoom {
        isInMemory ? folder.memory : folder.disk
    }

    /// All that is in it, for reading.
    var opened: OpenFile {
        OpenFile(descriptor: descriptor.number, offset: 0, length: length) { _ in
            // The descriptor is closed by its owner, once nobody holds that any more.
            withExtendedLifetime(self) {}
        }
    }
}
