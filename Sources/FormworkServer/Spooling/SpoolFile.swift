import FormworkHTTP
import Groundwork
import System

/// A file without a name that a body is written to, and that is gone with its last user.
final class SpoolFile: Sendable {
    private struct State {
        var length = 0
        var isInMemory: Bool
        /// The descriptor, which the file owns; -1 before the first bytes.
        var number: Int32 = -1
    }

    private let folder: SpoolFolder
    private let client: IPAddress?
    private let state: Lock<State>
    /// How many bytes are copied into memory at once.
    private static let piece = 1 << 16

    /// Begins without a byte; the system is asked for a file when the first ones are written.
    ///
    /// - Parameters:
    ///   - folder: Where it is to be.
    ///   - client: Against whose share it counts.
    init(in folder: SpoolFolder, for client: IPAddress?) {
        self.folder = folder
        self.client = client
        state = Lock(State(isInMemory: folder.path == nil))
    }

    deinit {
        let state = state.withLock { $0 }
        if state.number >= 0 { SystemCalls.close(state.number) }
        budget(state.isInMemory).release(state.length, of: client)
    }

    /// How many bytes it has, or has room for.
    var length: Int { state.withLock { $0.length } }

    /// What the file's bytes count against.
    var budget: Budget<IPAddress> { budget(state.withLock { $0.isInMemory }) }

    private func budget(_ isInMemory: Bool) -> Budget<IPAddress> {
        isInMemory ? folder.memory : folder.disk
    }

    /// Reserves room for the next bytes.
    ///
    /// - Parameter count: How many.
    /// - Returns: Whether there is room.
    func reserve(_ count: Int) -> Bool {
        guard budget.reserve(count, for: client) else { return false }
        state.withLock { $0.length += count }
        return true
    }

    /// Writes the next bytes, for which room is reserved; it may wait for the disk.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: How many bytes are there already.
    /// - Returns: Whether they are written.
    func write(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        let (number, isInMemory) = state.withLock { ($0.number, $0.isInMemory) }
        let isOpen = number >= 0 || open(isInMemory)
        if isOpen, SystemCalls.write(bytes, to: self.number, at: offset) { return true }
        return !isInMemory && moveToMemory(offset)
            && SystemCalls.write(bytes, to: self.number, at: offset)
    }

    private var number: Int32 { state.withLock { $0.number } }

    private func open(_ isInMemory: Bool) -> Bool {
        let file =
            isInMemory
            ? SystemCalls.makeMemoryFile() : folder.path.flatMap(SystemCalls.makeUnnamedFile)
        guard let number = file?.release() else { return false }
        state.withLock { $0.number = number }
        return true
    }

    /// Goes on in memory where the disk takes no more.
    ///
    /// - Parameter written: How many bytes the disk has taken.
    /// - Returns: Whether there was room, and all of them are there.
    private func moveToMemory(_ written: Int) -> Bool {
        let (length, before) = state.withLock { ($0.length, $0.number) }
        guard folder.memory.reserve(length, for: client) else { return false }
        state.withLock { $0.isInMemory = true }
        folder.disk.release(length, of: client)
        guard let file = SystemCalls.makeMemoryFile() else { return false }
        for start in stride(from: 0, to: written, by: Self.piece) {
            let count = min(Self.piece, written - start)
            guard let bytes = SystemCalls.read(before, from: start, count: count),
                SystemCalls.write(bytes.span, to: file.number, at: start)
            else { return false }
        }
        let number = file.release()
        state.withLock { $0.number = number }
        if before >= 0 { SystemCalls.close(before) }
        return true
    }

    /// All that is in it, for reading.
    var opened: OpenFile {
        let (number, length) = state.withLock { ($0.number, $0.length) }
        return OpenFile(descriptor: number, offset: 0, length: length) { _ in
            // The descriptor is closed by its owner, once nobody holds that any more.
            withExtendedLifetime(self) {}
        }
    }
}
