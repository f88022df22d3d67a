internal import Groundwork

/// Writes what a scan could read into new bases, and keeps what it couldn't beside them.
struct Repair {
    /// What can be read, and what can't.
    let scan: FolderScan
    /// The store's folder.
    let folder: String
    /// The way to it.
    let fileSystem: any FileSystem

    /// Does it: the damaged lines are put aside, a journal that goes on after all is begun, the bases
    /// are written, and the old journal goes last.
    ///
    /// - Returns: What was done, a line each.
    /// - Throws: What stands in the way; the folder can then be repaired again.
    func run() throws(StoreError) -> [String] {
        var lines: [String] = []
        for line in scan.damages where !line.range.isEmpty {
            let tail = TornTail(
                segment: line.file, end: line.range.lowerBound, length: line.range.upperBound)
            let path = try StoreError.wrapping { () throws(SystemError) in
                try tail.putAside(in: folder, fileSystem)
            }
            lines.append("\(line.damage.place): kept in \(path)" + outcome(of: line.damage))
        }
        try beginJournal()
        let compaction = Compaction(
            folder: folder, fileSystem: fileSystem, published: Lock(scan.catalogue),
            records: scan.catalogue, sequence: scan.sequence, lastID: scan.lastID,
            types: scan.types.sorted(), bases: [:], needless: scan.segments,
            firstNumber: BaseFormat.firstNumber + scan.types.count)
        if let failure = compaction.run().failure { throw failure }
        return lines
    }

    /// What is left of the record that a damaged line was about.
    private func outcome(of damage: Damage) -> String {
        guard let name = damage.id, let id = RecordID(name) else { return "" }
        for type in scan.types.sorted() {
            guard let place = scan.catalogue.find(type, id) else { continue }
            return "; \(type) \(name) is at revision \(place.slot.revision) now"
        }
        return "; no intact revision of record \(name) is left"
    }

    private func beginJournal() throws(StoreError) {
        let number = (scan.segments.map(\.number).max() ?? 0) + 1
        let path = "\(folder)/\(JournalFormat.fileName(number))"
        let draft = path + ".tmp"
        var changes: [String: Int] = [:]
        for type in scan.types { changes[type] = scan.sequence }
        let header = LineWriter.header(
            JournalHeader(
                segment: number, sequence: scan.sequence, batch: scan.batch, lastID: scan.lastID,
                changes: changes, isClean: true),
            time: .now())
        try? fileSystem.remove(draft)
        try StoreError.wrapping { () throws(SystemError) in
            let descriptor = try fileSystem.open(draft, for: .creating)
            defer { fileSystem.close(descriptor) }
            try fileSystem.writeAll(descriptor, header.span, path: draft)
            try fileSystem.sync(descriptor, path: draft)
            try fileSystem.rename(draft, to: path)
            try fileSystem.syncFolder(folder)
        }
    }
}
