internal import Groundwork
package import System

extension Store {
    /// Reads every record of a folder, also while another process serves from it, and changes nothing.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - rules: The forms of the records.
    ///   - fileSystem: The way to the files.
    ///   - progress: Told now and then how many lines were read.
    /// - Returns: What was found.
    /// - Throws: `FolderError.newerFormat`, or `.unusable` where reading failed.
    package static func check(
        folder: String, rules: DocumentRules = .none,
        fileSystem: any FileSystem = SystemFileSystem(),
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(FolderError) -> StoreReport {
        // As for a backup: no attachment goes away between its record and the look at it.
        let lock = RemovalLock(toCopyFrom: folder, fileSystem)
        defer { lock.release() }
        let folder = Folder(path: folder, fileSystem: fileSystem)
        let reader = try FolderReader.besideWriter(folder, .init(progress: progress))
        try StartChecks.requireNoLinks(in: folder)
        var report = StoreReport(reader)
        report.damages += try reader.catalogue.misfits(rules, fileSystem)
        report.damages += reader.references.damages(in: AttachmentFiles(in: folder)).map(\.damage)
        report.isDamageLeft = !report.damages.isEmpty
        return report
    }

    /// Makes a folder whole again with what can be read in it.
    ///
    /// Damaged lines are kept in files of their own; of a record whose last line is damaged the newest
    /// older revision stays. All that is intact is written into new snapshots, so a crash on the way leaves
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
    ) throws(FolderError) -> StoreReport {
        try withLock(folder, lockWait, fileSystem) { folder throws(FolderError) in
            let reader = try FolderReader(folder, .init(progress: progress))
            try StartChecks.requireNoLinks(in: folder)
            var report = StoreReport(reader)
            let files = AttachmentFiles(in: folder)
            if !reader.damages.isEmpty {
                // First: once the lines are mended, a start removes what no record names.
                report.repairs = try FolderError.wrapping { () throws(SystemError) in
                    try files.putAside(allBut: reader.references)
                }
                report.repairs += try Repair(reader: reader).run()
            }
            for (file, isChanged, damage) in reader.references.damages(in: files) {
                report.damages.append(damage)
                guard isChanged else {
                    report.isDamageLeft = true
                    continue
                }
                let path = try FolderError.wrapping { () throws(SystemError) in
                    try files.putAside(file)
                }
                report.repairs.append("\(damage.path): kept in \(path)")
            }
            return report
        }
    }

    /// Takes what a person changed in the files, where it is valid, and writes it into new snapshots.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - lockWait: How long to wait for another process to let go of it, in milliseconds.
    ///   - rules: The forms of the records; an edited one must keep all of its form's.
    ///   - fileSystem: The way to the files.
    ///   - progress: Told now and then how many lines were read.
    /// - Returns: What the folder holds then, and each line that was taken.
    /// - Throws: `FolderError.damaged` where a line isn't valid, and nothing is changed then.
    package static func accept(
        folder: String, lockWait: Int = 0, rules: DocumentRules = .none,
        fileSystem: any FileSystem = SystemFileSystem(),
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(FolderError) -> StoreReport {
        try withLock(folder, lockWait, fileSystem) { folder throws(FolderError) in
            let reader = try FolderReader(
                folder, .init(progress: progress), edits: HandEdits(rules))
            try StartChecks.requireNoLinks(in: folder)
            try reader.requireSound()
            var report = StoreReport(reader)
            if let notes = reader.edits?.notes, !notes.isEmpty {
                report.repairs = try FolderError.wrapping { () throws(SystemError) in
                    notes + (try AttachmentFiles(in: folder).putAside(allBut: reader.references))
                }
                _ = try Repair(reader: reader).run()
            }
            report.damages += try reader.catalogue.misfits(rules, fileSystem)
            report.isDamageLeft = !report.damages.isEmpty
            return report
        }
    }

    private static func withLock<Result>(
        _ folder: String, _ wait: Int, _ fileSystem: any FileSystem,
        _ body: (Folder) throws(FolderError) -> Result
    ) throws(FolderError) -> Result {
        let folder = Folder(path: folder, fileSystem: fileSystem)
        let lock = try FolderLock(folder, wait: wait)
        defer { lock.release() }
        return try body(folder)
    }
}
