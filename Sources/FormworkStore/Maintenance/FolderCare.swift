internal import Groundwork

/// What a start does about where a folder stands and who may look into it.
struct FolderCare {
    /// The store's folder.
    let folder: String
    /// The way to it.
    let fileSystem: any FileSystem
    /// Where to say what a person should know.
    let warn: @Sendable (String) -> Void

    /// Refuses a folder in which a name of the store's is a link: what it leads to is elsewhere.
    ///
    /// Files are looked at when they are opened; this is for the folders among them.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - fileSystem: The way to it.
    /// - Throws: `StoreError.unusable` with the link.
    static func checkKinds(
        in folder: String, _ fileSystem: any FileSystem
    ) throws(StoreError) {
        let files = BlobFiles(in: folder, fileSystem)
        var folders = [files.folder, "\(folder)/\(JournalFormat.quarantine)"]
        if !fileSystem.isLink(files.folder) { folders += files.parts }
        for path in folders where fileSystem.isLink(path) {
            throw .unusable(.notRegularFile(path), advice: "")
        }
    }

    /// Warns of a file system on which the store's promises don't hold.
    func checkFileSystem() {
        guard let kind = try? fileSystem.kind(folder), let name = NetworkFileSystem.name(kind)
        else { return }
        warn(
            "\(folder) is on a network file system (\(name)), where a lock may not keep a second"
                + " service out and what is saved may be lost: use a disk of this machine")
    }

    /// Takes files away from others that a copy has made open for them, and tells of a folder that they
    /// can look into.
    ///
    /// The folder's own mode is left, since it may be one that serves something else too; kept files are
    /// many, so that whoever looks through them closes them.
    func checkModes() {
        if let status = try? fileSystem.status(folder), status.isOpenToOthers {
            warn(
                "others may look into \(folder), mode \(String(status.mode, radix: 8));"
                    + " try: chmod 700 \(folder)")
        }
        var modes = ModeCare(fileSystem)
        for path in paths {
            if !fileSystem.isLink(path), let status = try? fileSystem.status(path) {
                modes.close(path, status)
            }
        }
        modes.tell(of: folder, warn)
    }

    /// The files of records, what is kept aside, and the folders of kept files.
    private var paths: [String] {
        let records = names(in: folder).filter {
            BaseFormat.type(ofFile: $0) != nil || JournalFormat.number(ofFile: $0) != nil
        }
        let quarantine = "\(folder)/\(JournalFormat.quarantine)"
        let aside = names(in: quarantine)
        let files = BlobFiles(in: folder, fileSystem)
        return records.map { "\(folder)/\($0)" } + [quarantine]
            + aside.map { "\(quarantine)/\($0)" }
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
    func tell(of folder: String, _ warn: (String) -> Void) {
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
