internal import Groundwork

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
    static func requireNoLinks(in folder: Folder) throws(StoreError) {
        let files = BlobFiles(in: folder)
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
    /// The folder's own mode is left, since it may be one that serves something else too; kept files are
    /// many, so that whoever looks through them closes them.
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
        let files = BlobFiles(in: folder)
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
    ///
    /// - Parameter fileSystem: The way to the files.
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
    ///
    /// - Parameters:
    ///   - folder: Where it all is.
    ///   - warn: Where to say it.
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
