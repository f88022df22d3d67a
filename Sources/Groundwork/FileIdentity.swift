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
