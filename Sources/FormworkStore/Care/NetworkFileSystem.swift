/// The file systems of other machines, on which locks and syncs can't be relied on.
enum NetworkFileSystem {
    /// What such a file system is called.
    ///
    /// What runs as a program (FUSE) has one number whether it is near or far, and is not told.
    ///
    /// - Parameter number: The number that statfs(2) gives for its kind.
    /// - Returns: Its name; `nil` for one of this machine.
    static func name(_ number: UInt32) -> String? { names[number] }

    /// The numbers of linux/magic.h, and of drivers that keep theirs to themselves.
    private static let names: [UInt32: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB",
        0x0102_1997: "9P", 0x5346_414F: "AFS", 0x6B41_4653: "AFS", 0x7375_7245: "Coda",
        0x00C3_6400: "Ceph", 0x0BD0_0BD0: "Lustre", 0x564C: "NCP", 0x0116_1970: "GFS2",
        0x7461_636F: "OCFS2", 0x4750_4653: "GPFS", 0xAAD7_AAEA: "PanFS",
        0x786F_4256: "VirtualBox",
    ]
}
