internal import Groundwork
internal import System

extension AttachmentReferences {
    /// Reads every file that a record names.
    ///
    /// - Parameter files: Where they are.
    /// - Returns: Those that are missing, can't be read, or hold something else than was kept, in the
    ///   order of the records.
    func damages(in files: AttachmentFiles) -> [(
        file: AttachmentDigest, isChanged: Bool, damage: Damage
    )] {
        var seen: Set<AttachmentDigest> = []
        var damages: [(file: AttachmentDigest, isChanged: Bool, damage: Damage)] = []
        for (record, digests) in records.sorted(by: { $0.record.id < $1.record.id }) {
            for digest in digests where seen.insert(digest).inserted {
                guard let (reason, isChanged) = files.damage(of: digest) else { continue }
                let damage = Damage(
                    path: files.path(digest), line: 0, offset: 0, reason: reason,
                    id: record.id.description)
                damages.append((digest, isChanged, damage))
            }
        }
        return damages
    }
}

extension AttachmentFiles {
    /// Reads a file.
    ///
    /// - Parameter digest: What it should be known by.
    /// - Returns: What is wrong with it, if anything, and whether its bytes are others than were kept.
    func damage(of digest: AttachmentDigest) -> (reason: String, isChanged: Bool)? {
        do {
            guard let found = try self.digest(digest) else { return ("the file is missing", false) }
            return found == digest ? nil : ("the file isn\u{2019}t what was kept", true)
        } catch {
            return ("the file can\u{2019}t be read: \(error)", false)
        }
    }

    /// Puts every file aside that no record names, since a damaged line may have named it.
    ///
    /// - Parameter references: The files that the records name.
    /// - Returns: What was done, a line each.
    /// - Throws: What the file system said.
    func putAside(allBut references: AttachmentReferences) throws(SystemError) -> [String] {
        var unreferenced: [AttachmentDigest] = []
        var lines: [String] = []
        forEach { found in
            switch found {
            case .file(let file, _): if !references.contains(file) { unreferenced.append(file) }
            case .unreadable(let error):
                lines.append("kept files can\u{2019}t be looked at: \(error)")
            case .draft: break
            }
            return true
        }
        for file in unreferenced {
            let aside = try putAside(file)
            lines.append("\(path(file)): no intact record names it; kept in \(aside)")
        }
        return lines
    }

    /// Puts a file where it is in nobody's way, beside what is there of the same name.
    ///
    /// - Parameter digest: What it is, or should be, known by.
    /// - Returns: Its path there.
    /// - Throws: What the file system said.
    func putAside(_ digest: AttachmentDigest) throws(SystemError) -> String {
        try Quarantine(folder: storeFolder).move(path(digest), from: folder(of: digest))
    }
}
