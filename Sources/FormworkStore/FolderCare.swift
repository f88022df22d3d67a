/// What a start does about where a folder stands and who may look into it.
struct FolderCare {
    /// The store's folder.
    let folder: String
    /// The way to it.
    let fileSystem: any FileSystem
    /// Where to say what a person should know.
    let warn: @Sendable (String) -> Void

    /// The permission bits of everybody but the owner.
    private static let others: UInt32 = 0o077

    /// Warns of a file system on which the store's promises don't hold.
    func checkFileSystem() {
        guard let kind = try? fileSystem.kind(folder), let name = NetworkFileSystem.name(kind)
        else { return }
        warn(
            "\(folder) is on a network file system (\(name)), where a lock may not keep a second"
                + " service out and what is saved may be lost: use a disk of this machine")
    }

    /// Takes files away from others that a copy has made readable for them, and tells of a folder that
    /// they can look into.
    ///
    /// The folder's own mode is left, since it may be one that serves something else too.
    func checkModes() {
        if let status = try? fileSystem.status(folder), status.mode & Self.others != 0 {
            warn(
                "others may look into \(folder), mode \(String(status.mode, radix: 8));"
                    + " try: chmod 700 \(folder)")
        }
        var closed = 0
        var failure: SystemError?
        for path in files {
            guard let status = try? fileSystem.status(path), !status.isFolder,
                status.mode & Self.others != 0
            else { continue }
            do {
                try fileSystem.restrict(path)
                closed += 1
            } catch {
                failure = error
            }
        }
        if closed > 0 {
            warn("files in \(folder) were readable or writable for others: \(closed); no longer so")
        }
        if let failure {
            warn("files in \(folder) are open to others, and that can't be changed: \(failure)")
        }
    }

    /// The files of records, and what is kept aside.
    private var files: [String] {
        let names = (try? fileSystem.list(folder)) ?? []
        let quarantine = "\(folder)/\(JournalFormat.quarantine)"
        let records = names.filter {
            BaseFormat.type(ofFile: $0) != nil || JournalFormat.number(ofFile: $0) != nil
        }
        let aside =
            names.contains(JournalFormat.quarantine)
            ? (try? fileSystem.list(quarantine)) ?? [] : []
        return records.map { "\(folder)/\($0)" } + aside.map { "\(quarantine)/\($0)" }
    }
}
