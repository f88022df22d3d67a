extension Store {
    /// Copies a folder into a new one, also while another process serves from it.
    ///
    /// The files are opened before they are copied, so that a compaction can't take them away; the
    /// copy is read as a start would read it, and made again where the files were of two moments.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - destination: Where the copy goes; it must not be there yet.
    ///   - fileSystem: The way to both.
    /// - Returns: What the copy holds.
    /// - Throws: `StoreError.damaged` where the folder itself is, `.invalid` where there is something at
    ///   the destination, or `.unusable`.
    package static func backUp(
        folder: String, to destination: String, fileSystem: any FileSystem = SystemFileSystem()
    ) throws(StoreError) -> StoreReport {
        guard (try? fileSystem.status(destination)) == nil else {
            throw .invalid(reason: "\(destination) is there already; name a folder to be made")
        }
        var target = destination
        while target.count > 1, target.hasSuffix("/") { target.removeLast() }
        let backup = Backup(
            folder: folder, draft: target + ".partial", fileSystem: fileSystem)
        var attempt = 1
        while true {
            do throws(StoreError) {
                let report = try backup.run()
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
    let fileSystem: any FileSystem

    func run() throws(StoreError) -> StoreReport {
        discard()
        do throws(SystemError) {
            try copy()
        } catch {
            // A file that was there a moment ago: the store was compacted meanwhile.
            guard error.isMissing, error.path != folder else { throw .unusable(error, advice: "") }
            throw .damaged(Damage(path: error.path, line: 0, offset: 0, reason: "it is gone"))
        }
        let recovery = try Recovery(draft, fileSystem)
        if let last = recovery.segments.last, recovery.length > recovery.end {
            try StoreError.wrapping { () throws(SystemError) in
                let descriptor = try fileSystem.open(last.path, for: .appending)
                defer { fileSystem.close(descriptor) }
                try fileSystem.truncate(descriptor, to: recovery.end, path: last.path)
                try fileSystem.sync(descriptor, path: last.path)
            }
        }
        return StoreReport(recovery)
    }

    /// Removes what an attempt left.
    func discard() {
        for name in (try? fileSystem.list(draft)) ?? [] {
            try? fileSystem.remove("\(draft)/\(name)")
        }
        try? fileSystem.remove(draft)
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
