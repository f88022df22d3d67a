/// Which files the records name, and how often.
struct AttachmentReferences: Sendable {
    /// The file of each record that names one, as most do that name any, by their type; a list for each
    /// would take twice the memory.
    private var one: [String: [RecordID: AttachmentDigest]] = [:]
    private var several: [Record: [AttachmentDigest]] = [:]
    private var counts: [AttachmentDigest: UInt32] = [:]

    /// A record that names a file.
    struct Record: Hashable, Sendable {
        /// Its type.
        var type: String
        /// Its id.
        var id: RecordID
    }

    /// Every file that is named.
    var files: Dictionary<AttachmentDigest, UInt32>.Keys { counts.keys }

    /// Every record that names files, with these, in no order.
    var records: [(record: Record, files: [AttachmentDigest])] {
        one.flatMap { type, files in
            files.map { id, file in (Record(type: type, id: id), [file]) }
        } + several.map { ($0.key, $0.value) }
    }

    /// Tells whether a record names a file.
    func contains(_ file: AttachmentDigest) -> Bool { counts[file] != nil }

    /// Says which files a record names from now on.
    ///
    /// - Parameters:
    ///   - files: The files; none for a record that is gone.
    ///   - record: The record.
    /// - Returns: The files that no record names any more.
    @discardableResult
    mutating func set(_ files: [AttachmentDigest], for record: Record) -> [AttachmentDigest] {
        if files.isEmpty, counts.isEmpty { return [] }
        let old = remove(record)
        if files.count == 1 {
            one[record.type, default: [:]][record.id] = files[0]
        } else if !files.isEmpty {
            several[record] = files
        }
        for file in files { counts[file, default: 0] += 1 }
        for file in old { counts[file, default: 1] -= 1 }
        return old.filter { file in
            guard counts[file] == 0 else { return false }
            counts[file] = nil
            return true
        }
    }

    private mutating func remove(_ record: Record) -> [AttachmentDigest] {
        if let file = one[record.type]?.removeValue(forKey: record.id) { return [file] }
        return several.isEmpty ? [] : several.removeValue(forKey: record) ?? []
    }
}
