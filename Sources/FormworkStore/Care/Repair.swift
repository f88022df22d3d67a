internal import Groundwork
internal import System

/// Writes all that could be read of a folder into new snapshots, and keeps what couldn't beside them.
struct Repair {
    /// What can be read, and what can't.
    let reader: FolderReader

    private var folder: Folder { reader.folder }

    /// Repairs the folder, and tells what was done, a line each.
    ///
    /// The damaged lines are copied into the quarantine. A new segment is begun that continues after every
    /// sequence. The snapshots are written. The old segments are removed last. A repair that fails on the way can
    /// be done again.
    func run() throws(FolderError) -> [String] {
        var lines: [String] = []
        for run in runs() {
            let path = try FolderError.wrapping { () throws(SystemError) in
                try Quarantine(folder: folder).copy(run.range, of: run.file)
            }
            lines += run.damages.map { "\($0.place): kept in \(path)" + outcome(of: $0) }
        }
        try beginJournal()
        let compaction = Compaction(
            folder: folder, published: Lock(reader.catalogue), records: reader.catalogue,
            sequence: reader.lastSequence, lastID: reader.lastID, types: reader.types.sorted(),
            snapshots: [:], unneeded: reader.segments.map(\.file),
            firstNumber: DataFile.firstSnapshot + reader.types.count, isRepair: true)
        if let failure = compaction.run().failure { throw failure }
        return lines
    }

    /// Damaged lines that follow each other, which are kept together.
    private struct Run {
        let file: DataFile
        var range: Range<Int>
        var damages: [Damage]
    }

    private func runs() -> [Run] {
        var runs: [Run] = []
        for bytes in reader.damages + [reader.tear].compactMap(\.self) where !bytes.range.isEmpty {
            if let run = runs.last, run.file === bytes.file,
                run.range.upperBound == bytes.range.lowerBound
            {
                runs[runs.count - 1].range = run.range.lowerBound..<bytes.range.upperBound
                runs[runs.count - 1].damages.append(bytes.damage)
            } else {
                runs.append(Run(file: bytes.file, range: bytes.range, damages: [bytes.damage]))
            }
        }
        return runs
    }

    /// What is left of the record that a damaged line was about.
    private func outcome(of damage: Damage) -> String {
        guard let name = damage.id, let id = RecordID(name) else { return "" }
        for type in reader.types.sorted() {
            guard let record = reader.catalogue.find(type, id) else { continue }
            return "; \(type) \(name) is at revision \(record.location.revision) now"
        }
        return "; no intact revision of record \(name) is left"
    }

    private func beginJournal() throws(FolderError) {
        let number = (reader.segments.map(\.file.number).max() ?? 0) + 1
        var changes: [String: Int] = [:]
        for type in reader.types { changes[type] = reader.lastSequence }
        let header = LineWriter.header(
            JournalHeader(
                segment: number, sequence: reader.lastSequence, batch: reader.lastBatch,
                lastID: reader.lastID, changes: changes, isClean: true),
            time: .now())
        let path = folder.path(FolderLayout.segment(number))
        do throws(WriteFailure) {
            let descriptor = try folder.fileSystem.replace(path, in: folder.path) {
                descriptor, draft throws(SystemError) in
                try folder.fileSystem.writeAll(descriptor, header.span, path: draft)
            }
            folder.fileSystem.close(descriptor)
        } catch {
            throw .unusable(error.error, advice: "")
        }
    }
}
