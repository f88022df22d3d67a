/// Bytes at the end of a journal file that no sync covered.
struct TornTail: Sendable {
    /// The file.
    let segment: SegmentFile
    /// Where its good lines end.
    let end: Int
    /// Its length.
    let length: Int

    /// Keeps the bytes in a file of their own, then cuts them off.
    ///
    /// A crash on the way leaves the tail where it is, and a second copy of it at most.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - fileSystem: The way to it.
    /// - Returns: The path of the file that has them now.
    /// - Throws: What the file system said; the tail is then still in its place.
    func putAside(in folder: String, _ fileSystem: any FileSystem) throws(SystemError) -> String {
        let quarantine = "\(folder)/\(JournalFormat.quarantine)"
        do {
            try fileSystem.makeFolder(quarantine)
        } catch  where error.isTaken {}
        let (path, copy) = try create(in: quarantine, fileSystem)
        do {
            defer { fileSystem.close(copy) }
            var offset = end
            while offset < length {
                let bytes = try fileSystem.read(
                    segment.descriptor, at: offset, count: min(length - offset, 1 << 20),
                    path: segment.path)
                if bytes.isEmpty { break }
                try fileSystem.writeAll(copy, bytes.span, path: path)
                offset += bytes.count
            }
            try fileSystem.sync(copy, path: path)
        } catch {
            try? fileSystem.remove(path)
            throw error
        }
        try fileSystem.syncFolder(quarantine)
        try fileSystem.syncFolder(folder)
        try fileSystem.truncate(segment.descriptor, to: end, path: segment.path)
        try fileSystem.sync(segment.descriptor, path: segment.path)
        return path
    }

    private func create(
        in quarantine: String, _ fileSystem: any FileSystem
    ) throws(SystemError) -> (path: String, descriptor: Int32) {
        var copy = 1
        while true {
            let path =
                "\(quarantine)/\(JournalFormat.fileName(segment.number))-at-\(end)-\(copy).torn"
            do {
                return (path, try fileSystem.open(path, for: .creating))
            } catch  where error.isTaken && copy < 10_000 {
                copy += 1
            }
        }
    }
}
