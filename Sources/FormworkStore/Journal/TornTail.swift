internal import Groundwork

/// Bytes at the end of a journal file that no sync covered.
struct TornTail: Sendable {
    /// The file.
    let segment: RecordFile
    /// Where its good lines end.
    let end: Int
    /// Its length.
    let length: Int

    /// Keeps the bytes in a file of their own; it is for the caller then to be rid of them.
    ///
    /// A crash on the way leaves a second copy of them at most.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - fileSystem: The way to it.
    /// - Returns: The path of the file that has them now.
    /// - Throws: What the file system said.
    func putAside(in folder: String, _ fileSystem: any FileSystem) throws(SystemError) -> String {
        let quarantine = "\(folder)/\(JournalFormat.quarantine)"
        try fileSystem.ensureFolder(quarantine)
        let (path, copy) = try create(in: quarantine, fileSystem)
        do {
            defer { fileSystem.close(copy) }
            try fileSystem.copy(
                segment.descriptor, end..<length, from: segment.path, to: copy, path: path)
            try fileSystem.sync(copy, path: path)
        } catch {
            try? fileSystem.remove(path)
            throw error
        }
        try fileSystem.syncFolder(quarantine)
        try fileSystem.syncFolder(folder)
        return path
    }

    private func create(
        in quarantine: String, _ fileSystem: any FileSystem
    ) throws(SystemError) -> (path: String, descriptor: Int32) {
        let name = segment.path.split(separator: "/").last ?? "file"
        var copy = 1
        while true {
            let path = "\(quarantine)/\(name)-at-\(end)-\(copy).torn"
            do {
                return (path, try fileSystem.open(path, for: .creating))
            } catch  where error.isTaken && copy < 10_000 {
                copy += 1
            }
        }
    }
}
