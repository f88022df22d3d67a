package import FormworkHTTP
import Groundwork

/// A folder for bodies that are too long for a connection's memory, in files without names.
///
/// The files are gone with their last user, whether that is an answer, a client that went away or
/// the process. Where the folder takes no more, as on a full disk, some are files in memory: what a person
/// has typed must come back with the answer that nothing can be saved.
package final class SpoolFolder: Sendable {
    let path: String?
    /// The room of files in the folder.
    let disk: Budget<IPAddress>
    /// The room of bodies in memory, whether in files there or as a connection keeps them.
    let memory: Budget<IPAddress>

    /// Names a folder; it's looked at when it is needed.
    ///
    /// - Parameters:
    ///   - path: The path of a folder that can be written to; `nil` for files in memory alone.
    ///   - limits: How many bytes all files may hold together.
    package init(path: String?, limits: Limits) {
        self.path = path
        disk = Budget(ofBodies: limits.bodiesInFiles)
        memory = Budget(ofBodies: limits.bodiesInMemory)
    }

    /// How many bytes all files hold, and bodies in memory.
    package var size: Int { disk.used + memory.used }
}

extension Budget where Address == IPAddress {
    /// Room for the bodies of all requests under way: three quarters are for anyone, and of the last
    /// quarter an address that has a sixteenth of the whole already gets nothing.
    ///
    /// - Parameter capacity: How many bytes.
    convenience init(ofBodies capacity: Int) {
        self.init(capacity: capacity, share: capacity / 16, open: capacity / 4 * 3)
    }

    /// Places for connections, of which an address may have all while nobody else wants one.
    ///
    /// When all are taken, those of an address with more than an eighth give way first.
    ///
    /// - Parameter capacity: How many connections.
    convenience init(ofPlaces capacity: Int) {
        self.init(capacity: capacity, share: capacity / 8)
    }
}
