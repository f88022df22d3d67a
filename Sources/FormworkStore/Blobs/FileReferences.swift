/// Which files the records name, and how often.
struct FileReferences: Sendable {
    private var digests: [Record: [FileDigest]] = [:]
    private var counts: [FileDigest: Int] = [:]

    /// A record that names a file.
    struct Record: Hashable, Sendable {
        /// Its type.
        var type: String
        /// Its id.
        var id: RecordID
    }

    /// Makes a list of nothing.
    init() {}

    /// Every file that is named.
    var files: Dictionary<FileDigest, Int>.Keys { counts.keys }

    /// Every record that names files, with these.
    var records: [Record: [FileDigest]] { digests }

    /// Tells whether a record names a file.
    ///
    /// - Parameter file: The file.
    /// - Returns: Whether any does.
    func contains(_ file: FileDigest) -> Bool { counts[file] != nil }

    /// Says which files a record names from now on.
    ///
    /// - Parameters:
    ///   - files: The files; none for a record that is gone.
    ///   - record: The record.
    /// - Returns: The files that no record names any more.
    @discardableResult
    mutating func set(_ files: [FileDigest], for record: Record) -> [FileDigest] {
        if files.isEmpty, digests.isEmpty { return [] }
        let old = digests.removeValue(forKey: record) ?? []
        if !files.isEmpty { digests[record] = files }
        for file in files { counts[file, default: 0] += 1 }
        for file in old { counts[file, default: 1] -= 1 }
        return old.filter { file in
            guard counts[file] == 0 else { return false }
            counts[file] = nil
            return true
        }
    }
}
