package import FormworkHTTP
import Groundwork

/// A folder for bodies that are too long for a connection's memory, in files without names.
///
/// The files are gone with their last user, whether that is an answer, a client that went away or
/// the process. Where the folder takes no more, as on a full disk, some are files in memory: what a person
/// has typed must come back with the answer that nothing can be saved.
package final class SpoolFolder: Sendable {
    private let path: String?
    /// The room of files in the folder.
    let disk: SpoolRoom
    /// The room of files in memory.
    let memory: SpoolRoom

    /// Names a folder; it's looked at when it is needed.
    ///
    /// - Parameters:
    ///   - path: The path of a folder that can be written to; `nil` for files in memory alone.
    ///   - limits: How many bytes all files may hold together.
    package init(path: String?, limits: Limits) {
        self.path = path
        disk = SpoolRoom(limits.bodiesInFiles)
        memory = SpoolRoom(limits.bodiesInMemory)
    }

    /// How many bytes all files hold.
    package var size: Int { disk.used + memory.used }

    /// An empty file; nil when the system has none to give.
    func makeFile() -> SpoolFile? {
        if let path, let file = SystemCalls.makeUnnamedFile(in: path) {
            return SpoolFile(file, isInMemory: false, in: self)
        }
        guard let file = SystemCalls.makeMemoryFile() else { return nil }
        return SpoolFile(file, isInMemory: true, in: self)
    }
}

/// How many bytes may be somewhere, and are.
final class SpoolRoom: Sendable {
    private let capacity: Int
    private let taken = Lock(0)

    /// Begins with nothing.
    ///
    /// - Parameter capacity: The most bytes.
    init(_ capacity: Int) { self.capacity = capacity }

    /// How many bytes are there.
    var used: Int { taken.withLock { $0 } }

    /// Makes room for more bytes.
    ///
    /// - Parameter count: How many.
    /// - Returns: Whether there is room.
    func reserve(_ count: Int) -> Bool {
        taken.withLock { taken in
            guard count <= capacity - taken else { return false }
            taken += count
            return true
        }
    }

    /// Gives room back.
    ///
    /// - Parameter count: The number of bytes that are gone.
    func release(_ count: Int) {
        taken.withLock { $0 -= count }
    }
}
