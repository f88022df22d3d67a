/// What tells a file or folder from every other of this machine, whatever paths lead to it.
package struct FileIdentity: Hashable, Sendable {
    /// The number of the device that it is on.
    package let device: UInt64
    /// Its number there.
    package let inode: UInt64

    /// Names a file or folder.
    ///
    /// - Parameters:
    ///   - device: The number of the device.
    ///   - inode: The number there.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// What the system knows of a file.
package struct FileStatus: Sendable, Hashable {
    /// Whether it is a folder.
    package var isFolder: Bool
    /// The permission bits.
    package var mode: UInt32
    /// The number of the user whom it belongs to.
    package var owner: UInt32
    /// Its length in bytes.
    package var size: Int
    /// When it was written last, as its owner tells it.
    package var modified = Moment()
    /// When the system saw it change last, which nobody can set.
    package var changed = Moment()
    /// What tells it from every other; `nil` where nobody knows.
    package var identity: FileIdentity?

    /// A moment as file systems keep it.
    package struct Moment: Sendable, Hashable {
        /// Whole seconds since 1970, UTC.
        package var seconds: Int64 = 0
        /// The part of that second.
        package var nanoseconds: Int64 = 0
    }

    /// Describes a file.
    package init(
        isFolder: Bool, mode: UInt32, owner: UInt32, size: Int, identity: FileIdentity? = nil
    ) {
        self.identity = identity
        self.size = size
        self.isFolder = isFolder
        self.mode = mode
        self.owner = owner
    }
}
