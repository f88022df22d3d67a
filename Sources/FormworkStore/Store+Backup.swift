extension Store {
    /// Copies a folder into a new one, also while another process serves from it.
    ///
    /// The files are opened before they are copied, so that a compaction can't take them away; the
    /// copy is read as a start would read it, and made again where the files were of two moments. The
    /// files that its records name are copied too; one that is missing after all is reported.
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
        let backup = Backup(
            folder: folder, draft: target + ".partial", view: FolderView(progress: progress),
            fileSystem: fileSystem)
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

/// One attempt to copy a folder.
private struct Backup {
    let folder: String
    let draft: String
    let view: FolderView
    let fileSystem: any FileSystem

    func run(isLast: Bool) throws(StoreError) -> StoreReport {
        discard()
        do throws(SystemError) {
            try copy()
        } catch {
            // A file that was there a moment ago: the store was compacted meanwhile.
            guard error.isMissing, error.path != folder else { throw .unusable(error, advice: "") }
            throw .damaged(Damage(path: error.path, line: 0, offset: 0, reason: "it is gone"))
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
        var report = StoreReport(recovery)
        report.damages = try copyFiles(recovery.references)
        // A record was deleted meanwhile, and its file with it.
        if let gone = report.damages.first, !isLast { throw .damaged(gone) }
        return report
    }

    /// Copies what the records name.
    ///
    /// - Returns: The files that are missing.
    private func copyFiles(_ references: FileReferences) throws(StoreError) -> [Damage] {
        let source = BlobFiles(in: folder, fileSystem)
        let target = BlobFiles(in: draft, fileSystem)
        try StoreError.wrapping { () throws(SystemError) in
            for digest in references.files {
                guard let file = try source.open(digest) else { continue }
                try target.write(digest, file.content)
            }
        }
        return try references.damages(in: target, fileSystem).map { file, _, damage in
            var damage = damage
            damage.path = source.path(file)
            return damage
        }
    }

    /// Removes what an attempt left.
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
