package import FormworkHTTP
import Groundwork

/// A folder for bodies that are too long for memory, in files without names.
///
/// The files are gone with their last user, whether that is an answer, a client that went away or
/// the process.
package final class SpoolFolder: Sendable {
    private let path: String
    private let capacity: Int
    private let used = Lock(0)

    /// Names a folder; it's looked at when it is needed.
    ///
    /// - Parameters:
    ///   - path: The path of a folder that can be written to.
    ///   - limits: How many bytes all files may hold together.
    package init(path: String, limits: Limits) {
        self.path = path
        capacity = limits.bodiesInFiles
    }

    /// How many bytes all files hold.
    package var size: Int { used.withLock { $0 } }

    /// An empty file; nil when the system has none to give.
    func makeFile() -> SpoolFile? {
        guard let file = SystemCalls.makeUnnamedFile(in: path) else { return nil }
        return SpoolFile(file, in: self)
    }

    /// Makes room for more bytes.
    ///
    /// - Parameter count: How many.
    /// - Returns: Whether there is room.
    func reserve(_ count: Int) -> Bool {
        used.withLock { used in
            guard count <= capacity - used else { return false }
            used += count
            return true
        }
    }

    /// Gives room back.
    ///
    /// - Parameter count: The number of bytes that are gone.
    func release(_ count: Int) {
        used.withLock { $0 -= count }
    }
}
