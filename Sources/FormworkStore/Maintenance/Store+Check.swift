internal import Groundwork

extension Store {
    /// Reads every record of a folder, also while another process serves from it, and changes nothing.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - rules: The forms of the records.
    ///   - fileSystem: The way to the files.
    ///   - progress: Told now and then how many lines were read.
    /// - Returns: What was found.
    /// - Throws: `StoreError.newerFormat`, or `.unusable` where reading failed.
    package static func check(
        folder: String, rules: DocumentRules = .none,
        fileSystem: any FileSystem = SystemFileSystem(),
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(StoreError) -> StoreReport {
        // As for a backup: no file goes away between its record and the look at it.
        let lock = RemovalLock(toCopyFrom: folder, fileSystem)
        defer { lock.release() }
        var (report, references, catalogue, damage) = try examine(
            folder, isBeside: true, fileSystem, progress)
        if let damage {
            let scan = try FolderScan(folder, fileSystem)
            report = StoreReport(scan, refused: damage)
            (references, catalogue) = (scan.references, scan.catalogue)
        }
        report.damages += try catalogue.misfits(rules, fileSystem)
        let files = BlobFiles(in: folder, fileSystem)
        report.damages += references.damages(in: files).map(\.damage)
        report.isDamageLeft = !report.damages.isEmpty
        return report
    }

    /// Makes a folder whole again with what can be read in it.
    ///
    /// Damaged lines are kept in files of their own; of a record whose last line is damaged the newest
    /// older revision stays. All that is intact is written into new bases, so a crash on the way leaves
    /// a folder that can be repaired again.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - lockWait: How long to wait for another process to let go of it, in milliseconds.
    ///   - fileSystem: The way to the files.
    ///   - progress: Told now and then how many lines were read.
    /// - Returns: What was found and done; nothing is done where nothing is damaged.
    /// - Throws: Why it can't be repaired.
    package static func repair(
        folder: String, lockWait: Int = 0, fileSystem: any FileSystem = SystemFileSystem(),
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(StoreError) -> StoreReport {
        try withLock(folder, lockWait, fileSystem) { () throws(StoreError) in
            var (report, references, _, damage) = try examine(folder, fileSystem, progress)
            let files = BlobFiles(in: folder, fileSystem)
            if let damage {
                let scan = try FolderScan(folder, fileSystem)
                (report, references) = (StoreReport(scan, refused: damage), scan.references)
                // First: once the lines are mended, a start removes what no record names.
                report.repairs = try StoreError.wrapping { [references] () throws(SystemError) in
                    try files.putAside(allBut: references)
                }
                let repair = Repair(scan: scan, folder: folder, fileSystem: fileSystem)
                report.repairs += try repair.run()
            }
            for (file, isChanged, damage) in references.damages(in: files) {
                report.damages.append(damage)
                guard isChanged else {
                    report.isDamageLeft = true
                    continue
                }
                let path = try StoreError.wrapping { () throws(SystemError) in
                    try files.putAside(file)
                }
                report.repairs.append("\(damage.path): kept in \(path)")
            }
            return report
        }
    }

    /// Takes what a person changed in the files, where it is valid, and seals those lines anew.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - lockWait: How long to wait for another process to let go of it, in milliseconds.
    ///   - rules: The forms of the records; an edited one must keep all of its form's.
    ///   - fileSystem: The way to the files.
    ///   - progress: Told now and then how many lines were read.
    /// - Returns: What the folder holds then, and each line that was taken.
    /// - Throws: `StoreError.damaged` where a line isn't valid, and nothing is changed then.
    package static func accept(
        folder: String, lockWait: Int = 0, rules: DocumentRules = .none,
        fileSystem: any FileSystem = SystemFileSystem(),
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(StoreError) -> StoreReport {
        try withLock(folder, lockWait, fileSystem) { () throws(StoreError) in
            var (report, _, catalogue, damage) = try examine(folder, fileSystem, progress)
            if damage != nil {
                (report, catalogue) = try acceptEdits(in: folder, rules, fileSystem)
            }
            report.damages += try catalogue.misfits(rules, fileSystem)
            report.isDamageLeft = !report.damages.isEmpty
            return report
        }
    }

    /// Writes the new files beside the old ones, and puts them in their place if a start takes them.
    private static func acceptEdits(
        in folder: String, _ rules: DocumentRules, _ fileSystem: any FileSystem
    ) throws(StoreError) -> (StoreReport, Catalogue) {
        let names = try StoreError.wrapping { () throws(SystemError) in
            try fileSystem.list(folder).sorted()
        }
        var files: [(path: String, edits: HandEdits)] = []
        for name in names {
            let type = BaseFormat.type(ofFile: name)
            guard type != nil || JournalFormat.number(ofFile: name) != nil else { continue }
            let path = "\(folder)/\(name)"
            let descriptor = try StoreError.wrapping { () throws(SystemError) in
                try fileSystem.open(path, for: .reading)
            }
            let file = RecordFile(
                number: 0, path: path, descriptor: descriptor, fileSystem: fileSystem)
            let edits = try HandEdits(file, type: type, rules, fileSystem)
            if !edits.edits.isEmpty { files.append((path, edits)) }
        }
        var report: StoreReport
        let recovery: Recovery
        do {
            try StoreError.wrapping { () throws(SystemError) in
                for file in files { try file.edits.write(file.path + ".tmp", fileSystem) }
            }
            let view = FolderView(drafts: Set(files.map(\.path)))
            recovery = try Recovery(folder, view: view, fileSystem)
            report = StoreReport(recovery)
        } catch {
            for file in files { try? fileSystem.remove(file.path + ".tmp") }
            throw error
        }
        let kept = BlobFiles(in: folder, fileSystem)
        let aside = try StoreError.wrapping { () throws(SystemError) in
            for file in files { try fileSystem.rename(file.path + ".tmp", to: file.path) }
            try fileSystem.syncFolder(folder)
            return try kept.putAside(allBut: recovery.references)
        }
        report.repairs = files.flatMap { file in
            file.edits.edits.map { edit in
                let line = String(decoding: edit.line.dropLast(), as: UTF8.self)
                return "\(file.path):\(edit.number): " + (line.isEmpty ? "taken out" : line)
            } + [file.edits.note].compactMap(\.self)
        }
        report.repairs += aside
        return (report, recovery.catalogue)
    }

    private static func withLock<Result>(
        _ folder: String, _ wait: Int, _ fileSystem: any FileSystem,
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let lock = try FolderLock(folder, wait: wait, fileSystem)
        defer { lock.release() }
        return try body()
    }

    /// Reads a folder as a start does; what stops it comes back as damage.
    private static func examine(
        _ folder: String, isBeside: Bool = false, _ fileSystem: any FileSystem,
        _ progress: @escaping @Sendable (Int) -> Void
    ) throws(StoreError) -> (
        report: StoreReport, references: FileReferences, catalogue: Catalogue, damage: Damage?
    ) {
        do throws(StoreError) {
            let view = FolderView(progress: progress)
            let recovery =
                isBeside
                ? try Recovery.besideWriter(folder, view: view, fileSystem)
                : try Recovery(folder, view: view, fileSystem)
            try FolderCare.checkKinds(in: folder, fileSystem)
            return (StoreReport(recovery), recovery.references, recovery.catalogue, nil)
        } catch {
            guard case .damaged(let damage) = error else { throw error }
            try FolderCare.checkKinds(in: folder, fileSystem)
            return (StoreReport(), FileReferences(), Catalogue(), damage)
        }
    }
}
