extension Store {
    /// Copies a folder into a new one, also while another process serves from it.
    ///
    /// The files are opened before they are copied, so that a compaction can't take them away; the
    /// copy is read as a start would read it, and made again where the files were of two moments. The
    /// files that its records name are copied too, each once; one that is missing after all is reported.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - destination: Where the copy goes; it must not be there yet.
    ///   - fileSystem: The way to both.
    ///   - progress: Told now and then how many lines of the copy were read.
    /// - Returns: What the copy holds.
    /// - Throws: `StoreError.damaged` where the folder itself is, `.invalid` where there is something at
    ///   the destination, or `.unusable`.
    package static func backUp(
        folder: String, to destination: String, fileSystem: any FileSystem = SystemFileSystem(),
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(StoreError) -> StoreReport {
        guard (try? fileSystem.status(destination)) == nil else {
            throw .invalid(reason: "\(destination) is there already; name a folder to be made")
        }
        var target = destination
        while target.count > 1, target.hasSuffix("/") { target.removeLast() }
        var backup = Backup(
            folder: folder, draft: target + ".partial", view: FolderView(progress: progress),
            fileSystem: fileSystem)
        backup.discard()
        var attempt = 1
        while true {
            do throws(StoreError) {
                let report = try backup.run(isLast: attempt == 8)
                try StoreError.wrapping { () throws(SystemError) in
                    try fileSystem.rename(backup.draft, to: target)
                    try fileSystem.syncParent(of: target)
                }
                return report
            } catch {
                guard case .damaged = error, attempt < 8 else {
                    backup.discard()
                    throw error
                }
                attempt += 1
            }
        }
    }
}

/// A copy of a folder that is tried until it is of one moment.
private struct Backup {
    let folder: String
    let draft: String
    let view: FolderView
    let fileSystem: any FileSystem
    private var copied: Set<FileDigest> = []
    private static let gone = "it is gone"

    init(folder: String, draft: String, view: FolderView, fileSystem: any FileSystem) {
        self.folder = folder
        self.draft = draft
        self.view = view
        self.fileSystem = fileSystem
    }

    /// Tries it once; what was kept by its content stays for the next time, so that each takes less time
    /// than the one before, in which less can change.
    mutating func run(isLast: Bool) throws(StoreError) -> StoreReport {
        for name in (try? fileSystem.list(draft)) ?? [] where name != BlobFiles.name {
            remove("\(draft)/\(name)")
        }
        do throws(SystemError) {
            try copy()
        } catch {
            // A file that was there a moment ago: the store was compacted meanwhile.
            guard error.isMissing, error.path != folder else { throw .unusable(error, advice: "") }
            throw .damaged(Damage(path: error.path, line: 0, offset: 0, reason: Self.gone))
        }
        let recovery = try Recovery(draft, view: view, fileSystem)
        if let last = recovery.segments.last, recovery.length > recovery.end {
            try StoreError.wrapping { () throws(SystemError) in
                let descriptor = try fileSystem.open(last.path, for: .appending)
                defer { fileSystem.close(descriptor) }
                try fileSystem.truncate(descriptor, to: recovery.end, path: last.path)
                try fileSystem.sync(descriptor, path: last.path)
            }
        }
        let source = BlobFiles(in: folder, fileSystem)
        let target = BlobFiles(in: draft, fileSystem)
        let missing = try copyFiles(recovery.references, from: source, to: target)
        // A record was deleted meanwhile, and its file with it.
        if let file = missing.first, !isLast {
            throw .damaged(Damage(path: source.path(file), line: 0, offset: 0, reason: Self.gone))
        }
        try StoreError.wrapping { () throws(SystemError) in
            for file in copied where !recovery.references.contains(file) {
                _ = try target.remove(file)
            }
        }
        var report = StoreReport(recovery)
        report.damages = recovery.references.damages(in: target).map { file, _, damage in
            var damage = damage
            damage.path = source.path(file)
            return damage
        }
        return report
    }

    /// Copies what the records name and no earlier attempt has copied.
    ///
    /// - Returns: The files that are missing.
    private mutating func copyFiles(
        _ references: FileReferences, from source: BlobFiles, to target: BlobFiles
    ) throws(StoreError) -> [FileDigest] {
        var missing: [FileDigest] = []
        do throws(SystemError) {
            for digest in references.files where !copied.contains(digest) {
                guard let file = try source.open(digest) else {
                    missing.append(digest)
                    continue
                }
                try target.write(digest, file.content)
                copied.insert(digest)
            }
        } catch {
            throw .unusable(error, advice: "")
        }
        return missing
    }

    /// Removes what the attempts left.
    func discard() { remove(draft) }

    private func remove(_ path: String) {
        if (try? fileSystem.status(path))?.isFolder == true {
            for name in (try? fileSystem.list(path)) ?? [] { remove("\(path)/\(name)") }
        }
        try? fileSystem.remove(path)
    }

    private func copy() throws(SystemError) {
        do {
            try fileSystem.makeFolder(draft)
        } catch  where error.isTaken {}
        let names = try fileSystem.list(folder).filter {
            BaseFormat.type(ofFile: $0) != nil || JournalFormat.number(ofFile: $0) != nil
        }
        var files: [(name: String, descriptor: Int32)] = []
        defer { for file in files { fileSystem.close(file.descriptor) } }
        for name in names {
            files.append((name, try fileSystem.open("\(folder)/\(name)", for: .reading)))
        }
        for file in files {
            let source = "\(folder)/\(file.name)"
            let path = "\(draft)/\(file.name)"
            let length = try fileSystem.size(file.descriptor, path: source)
            let copy = try fileSystem.open(path, for: .creating)
            defer { fileSystem.close(copy) }
            try fileSystem.copy(file.descriptor, 0..<length, from: source, to: copy, path: path)
            try fileSystem.sync(copy, path: path)
        }
        try fileSystem.syncFolder(draft)
    }
}
