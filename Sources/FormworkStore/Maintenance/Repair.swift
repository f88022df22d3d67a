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
        for run in runs() {
            let tail = TornTail(segment: run.file, end: run.start, length: run.end)
            let path = try StoreError.wrapping { () throws(SystemError) in
                try tail.putAside(in: folder, fileSystem)
            }
            lines += run.damages.map { "\($0.place): kept in \(path)" + outcome(of: $0) }
        }
        try beginJournal()
        let compaction = Compaction(
            folder: folder, fileSystem: fileSystem, published: Lock(scan.catalogue),
            records: scan.catalogue, sequence: scan.sequence, lastID: scan.lastID,
            types: scan.types.sorted(), bases: [:], needless: scan.segments,
            firstNumber: BaseFormat.firstNumber + scan.types.count, isRepair: true)
        if let failure = compaction.run().failure { throw failure }
        return lines
    }

    /// Damaged lines that follow each other, which are kept together.
    private struct Run {
        let file: RecordFile
        let start: Int
        var end: Int
        var damages: [Damage]
    }

    private func runs() -> [Run] {
        var runs: [Run] = []
        for line in scan.damages where !line.range.isEmpty {
            if var run = runs.last, run.file === line.file, run.end == line.range.lowerBound {
                run.end = line.range.upperBound
                run.damages.append(line.damage)
                runs[runs.count - 1] = run
            } else {
                runs.append(
                    Run(
                        file: line.file, start: line.range.lowerBound, end: line.range.upperBound,
                        damages: [line.damage]))
            }
        }
        return runs
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
