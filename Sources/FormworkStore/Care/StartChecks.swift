internal import Groundwork
internal import System

/// What a start checks: where a folder stands, and who may look into it.
struct StartChecks {
    /// The store's folder.
    let folder: Folder
    /// Where to tell the operator.
    let warn: @Sendable (String) -> Void

    private var fileSystem: any FileSystem { folder.fileSystem }

    /// Refuses a folder in which a name of the store's is a link: what it leads to is elsewhere.
    ///
    /// Files are looked at when they are opened; this is for the folders among them.
    static func requireNoLinks(in folder: Folder) throws(FolderError) {
        let files = AttachmentFiles(in: folder)
        var folders = [files.folder, Quarantine(folder: folder).path]
        if !folder.fileSystem.isLink(files.folder) { folders += files.parts }
        for path in folders where folder.fileSystem.isLink(path) {
            throw .unusable(.notRegularFile(path), advice: "")
        }
    }

    /// Warns of a file system on which the store's promises don't hold.
    func checkFileSystem() {
        guard let kind = try? fileSystem.kind(folder.path), let name = NetworkFileSystem.name(kind)
        else { return }
        warn(
            "\(folder.path) is on a network file system (\(name)), where a lock may not keep a second"
                + " service out and what is saved may be lost: use a disk of this machine")
    }

    /// Takes files away from others that a copy has made open for them, and tells of a folder that they
    /// can look into.
    ///
    /// The folder's own mode stays, since the folder may serve something else too. Attachments are many; the
    /// keeper, which looks at each of them anyway, closes them.
    func checkModes() {
        if let status = try? fileSystem.status(folder.path), status.isOpenToOthers {
            warn(
                "others may look into \(folder.path), mode \(String(status.mode, radix: 8));"
                    + " try: chmod 700 \(folder.path)")
        }
        var modes = ModeCare(fileSystem)
        for path in paths {
            if !fileSystem.isLink(path), let status = try? fileSystem.status(path) {
                modes.close(path, status)
            }
        }
        modes.report(in: folder.path, warn)
    }

    /// The files of records, what is kept aside, and the folders of kept files.
    private var paths: [String] {
        let quarantine = Quarantine(folder: folder).path
        let files = AttachmentFiles(in: folder)
        return names(in: folder.path).filter(FolderLayout.isData).map(folder.path)
            + [quarantine] + names(in: quarantine).map { "\(quarantine)/\($0)" }
            + [files.folder] + files.parts
    }

    private func names(in folder: String) -> [String] { (try? fileSystem.list(folder)) ?? [] }
}

/// Takes files and folders of a store away from all but its owner.
struct ModeCare {
    private let fileSystem: any FileSystem
    private var closed = 0
    private var failure: SystemError?

    /// Begins with nothing.
    init(_ fileSystem: any FileSystem) { self.fileSystem = fileSystem }

    /// Closes a file or folder, if others may do something with it.
    ///
    /// - Parameters:
    ///   - path: The file or folder.
    ///   - status: What may be done with it.
    mutating func close(_ path: String, _ status: FileStatus) {
        guard status.isOpenToOthers else { return }
        do {
            try fileSystem.restrict(path, isFolder: status.isFolder)
            closed += 1
        } catch {
            failure = error
        }
    }

    /// Tells of what was closed, and of what couldn't be.
    func report(in folder: String, _ warn: (String) -> Void) {
        if closed > 0 {
            warn("files in \(folder) were readable or writable for others: \(closed); no longer so")
        }
        if let failure {
            warn("files in \(folder) are open to others, and that can't be changed: \(failure)")
        }
    }
}

extension FileStatus {
    /// Whether anybody but the owner may do something.
    fileprivate var isOpenToOthers: Bool { mode & 0o077 != 0 }
}

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
