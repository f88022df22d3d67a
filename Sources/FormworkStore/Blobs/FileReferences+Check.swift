internal import Groundwork

extension FileReferences {
    /// Reads every file that a record names.
    ///
    /// - Parameters:
    ///   - files: Where they are.
    ///   - fileSystem: The way to them.
    /// - Returns: Those that are missing or hold something else than was kept, in the order of the records.
    /// - Throws: `StoreError.unusable` where reading failed.
    func damages(
        in files: BlobFiles, _ fileSystem: any FileSystem
    ) throws(StoreError) -> [(file: FileDigest, isMissing: Bool, damage: Damage)] {
        var seen: Set<FileDigest> = []
        var damages: [(file: FileDigest, isMissing: Bool, damage: Damage)] = []
        for (record, digests) in records.sorted(by: { $0.key.id < $1.key.id }) {
            for digest in digests where seen.insert(digest).inserted {
                let found = try StoreError.wrapping { () throws(SystemError) in
                    try files.digest(digest)
                }
                guard found != digest else { continue }
                let reason =
                    found == nil ? "the file is missing" : "the file isn\u{2019}t what was kept"
                let damage = Damage(
                    path: files.path(digest), line: 0, offset: 0, reason: reason,
                    id: record.id.description)
                damages.append((digest, found == nil, damage))
            }
        }
        return damages
    }
}

extension BlobFiles {
    /// Puts a file that isn't what was kept where it is in nobody's way.
    ///
    /// - Parameter digest: What it should be known by.
    /// - Returns: Its path there.
    /// - Throws: What the file system said.
    func putAside(_ digest: FileDigest) throws(SystemError) -> String {
        let quarantine = "\(storeFolder)/\(JournalFormat.quarantine)"
        do {
            try fileSystem.makeFolder(quarantine)
        } catch  where error.isTaken {}
        let path = "\(quarantine)/\(digest)"
        try fileSystem.rename(self.path(digest), to: path)
        try fileSystem.syncFolder(quarantine)
        try fileSystem.syncParent(of: self.path(digest))
        try fileSystem.syncFolder(storeFolder)
        return path
    }
}
