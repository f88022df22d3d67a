internal import FormworkRecords
internal import Groundwork
package import System

extension Store {
    /// Copies a folder into a new one, also while another process serves from it.
    ///
    /// The files are opened before they are copied, so that a compaction can't take them away; the
    /// copy is read as a start would read it, and made again where the files were of two moments. The
    /// kept files that its records name are copied too; none is removed until they are. What is wrong with
    /// one is told, and the others are copied.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - destination: Where the copy goes; it must not be there yet.
    ///   - fileSystem: The way to both.
    ///   - progress: Told now and then how many lines of the copy were read.
    /// - Returns: What the copy holds.
    /// - Throws: `FolderError.damaged` where the folder itself is, `.invalid` where there is something at
    ///   the destination, `.overlapping` where that lies in the folder, or `.unusable`.
    package static func backUp(
        folder: String, to destination: String, fileSystem: any FileSystem = SystemFileSystem(),
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(FolderError) -> StoreReport {
        guard (try? fileSystem.status(destination)) == nil else {
            throw .invalid(reason: "\(destination) is there already; name a folder to be made")
        }
        if fileSystem.lies(destination, within: folder) {
            throw .overlapping(destination, folder)
        }
        var target = destination
        while target.count > 1, target.hasSuffix("/") { target.removeLast() }
        let backup = Backup(
            folder: Folder(path: folder, fileSystem: fileSystem),
            draft: Folder(path: target + ".partial", fileSystem: fileSystem), progress: progress)
        try StartChecks.requireNoLinks(in: backup.folder)
        try backup.checkDraft()
        let lock = RemovalLock(toCopyFrom: folder, fileSystem)
        defer { lock.release() }
        do throws(FolderError) {
            let report = try backup.run()
            try FolderError.wrapping { () throws(SystemError) in
                try fileSystem.rename(backup.draft.path, to: target)
                try fileSystem.syncParent(of: target)
            }
            return report
        } catch {
            backup.discard()
            throw error
        }
    }
}

/// A copy of a folder in the making.
private struct Backup {
    let folder: Folder
    let draft: Folder
    let progress: @Sendable (Int) -> Void
    private var fileSystem: any FileSystem { folder.fileSystem }
    private static let attempts = 8

    func run() throws(FolderError) -> StoreReport {
        var attempt = 1
        while true {
            discard()
            do throws(FolderError) {
                try copyRecords()
                let reader = try FolderReader(draft, .init(progress: progress))
                try reader.requireSound()
                try cut(reader.tear)
                var report = StoreReport(reader)
                report.damages = try copyFiles(reader.references)
                return report
            } catch {
                guard case .damaged = error, attempt < Self.attempts else { throw error }
                attempt += 1
            }
        }
    }

    /// Refuses to take away what isn't the rest of a copy that was cut off.
    func checkDraft() throws(FolderError) {
        let names: [String]
        do {
            names = try fileSystem.list(draft.path)
        } catch  where error.isMissing {
            return
        } catch {
            throw .unusable(error, advice: "")
        }
        guard names.allSatisfy({ FolderLayout.isData($0) || $0 == FolderLayout.attachments }) else {
            throw .invalid(reason: "\(draft.path) is there already and no backup: move it away")
        }
    }

    /// Copies the snapshots and the journal, open at the same time.
    private func copyRecords() throws(FolderError) {
        do throws(SystemError) {
            try fileSystem.ensureFolder(draft.path)
            let names = try fileSystem.list(folder.path).filter(FolderLayout.isData)
            var files: [(name: String, descriptor: Int32)] = []
            defer { for file in files { fileSystem.close(file.descriptor) } }
            for name in names {
                files.append((name, try fileSystem.open(folder.path(name), for: .reading)))
            }
            for file in files {
                let source = folder.path(file.name)
                let path = draft.path(file.name)
                let length = try fileSystem.size(file.descriptor, path: source)
                let copy = try fileSystem.open(path, for: .creating)
                defer { fileSystem.close(copy) }
                try fileSystem.copy(file.descriptor, 0..<length, from: source, to: copy, path: path)
                try fileSystem.sync(copy, path: path)
            }
            try draft.sync()
        } catch {
            // A file that was there a moment ago: the store was compacted meanwhile.
            guard error.isMissing, error.path.hasPrefix(folder.path + "/"),
                !error.path.hasPrefix(draft.path)
            else { throw .unusable(error, advice: "") }
            throw .damaged(Damage(path: error.path, line: 0, offset: 0, reason: "it is gone"))
        }
    }

    /// Takes off what was half written when it was copied.
    private func cut(_ tear: FolderReader.DamagedBytes?) throws(FolderError) {
        guard let tear else { return }
        let path = tear.file.path
        try FolderError.wrapping { () throws(SystemError) in
            let descriptor = try fileSystem.open(path, for: .appending)
            defer { fileSystem.close(descriptor) }
            try fileSystem.truncate(descriptor, to: tear.range.lowerBound, path: path)
            try fileSystem.sync(descriptor, path: path)
        }
    }

    /// Copies what the records name.
    ///
    /// - Returns: The files that are missing, can't be read, or aren't what was kept.
    private func copyFiles(_ references: AttachmentReferences) throws(FolderError) -> [Damage] {
        let source = AttachmentFiles(in: folder)
        let target = AttachmentFiles(in: draft)
        for digest in references.files {
            do throws(SystemError) {
                guard let file = try source.open(digest) else { continue }
                try target.write(digest, .file(file), from: source.path(digest))
            } catch {
                guard error.path == source.path(digest) else {
                    throw .unusable(error, advice: "")
                }
            }
        }
        return references.damages(in: target).map { file, _, damage in
            var damage = damage
            damage.path = source.path(file)
            damage.reason = source.damage(of: file)?.reason ?? damage.reason
            return damage
        }
    }

    /// Removes what an attempt left.
    func discard() { try? fileSystem.removeAll(draft.path) }
}
