internal import FormworkRecords
internal import Groundwork
internal import System

/// The files of a store's folder that are named by their content: `blobs/ab/` and 64 digits.
struct AttachmentFiles: Sendable {
    /// The store's folder.
    let storeFolder: Folder
    /// The path of the folder of all of them.
    let folder: String

    var fileSystem: any FileSystem { storeFolder.fileSystem }

    /// Names the folder; it is made when the first file is kept.
    init(in folder: Folder) {
        storeFolder = folder
        self.folder = folder.path(FolderLayout.attachments)
    }

    /// The path of a file.
    func path(_ digest: AttachmentDigest) -> String { "\(folder(of: digest))/\(digest)" }

    /// The path of the folder that a file is in.
    ///
    /// - Parameter digest: What the file is known by.
    /// - Returns: The folder's path.
    func folder(of digest: AttachmentDigest) -> String {
        "\(folder)/\(digest.description.prefix(2))"
    }

    /// Tells how long a file is.
    ///
    /// - Parameter digest: What it is known by.
    /// - Returns: Its length in bytes; `nil` where there is none.
    /// - Throws: What the file system said.
    func size(_ digest: AttachmentDigest) throws(SystemError) -> Int? {
        do {
            return try fileSystem.status(path(digest)).size
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Opens a file for reading.
    ///
    /// - Parameter digest: What it is known by.
    /// - Returns: The open file; `nil` where there is none.
    /// - Throws: What the file system said.
    func open(_ digest: AttachmentDigest) throws(SystemError) -> OpenFile? {
        let path = path(digest)
        let descriptor: Int32
        do {
            descriptor = try fileSystem.open(path, for: .reading)
        } catch  where error.isMissing {
            return nil
        }
        do {
            return OpenFile(
                descriptor: descriptor, offset: 0,
                length: try fileSystem.size(descriptor, path: path), onClose: fileSystem.close)
        } catch {
            fileSystem.close(descriptor)
            throw error
        }
    }

    /// Reads a file.
    ///
    /// - Parameter digest: What it should be known by.
    /// - Returns: What its bytes are known by; `nil` where it is missing.
    /// - Throws: What the file system said.
    func digest(_ digest: AttachmentDigest) throws(SystemError) -> AttachmentDigest? {
        guard let file = try open(digest) else { return nil }
        return try AttachmentContent.file(file).digest(fileSystem, path: path(digest))
    }

    /// Writes a file so that it is on disk under its name, unless it is there already.
    ///
    /// - Parameters:
    ///   - digest: The digest of the bytes.
    ///   - content: The bytes.
    ///   - source: What an error says of a file that they are read from.
    /// - Throws: What the file system said.
    func write(
        _ digest: AttachmentDigest, _ content: AttachmentContent,
        from source: String = "a file that was sent"
    ) throws(SystemError) {
        let path = path(digest)
        let parent = self.folder(of: digest)
        try fileSystem.ensureFolder(folder)
        try fileSystem.ensureFolder(parent)
        if try self.digest(digest) != digest {
            let draft = FolderLayout.draft(of: path)
            do throws(WriteFailure) {
                let descriptor = try fileSystem.writeDraft(of: path) {
                    descriptor, draft throws(SystemError) in
                    try content.forEachPiece(fileSystem, path: source) {
                        bytes throws(SystemError) in
                        try fileSystem.writeAll(descriptor, bytes.span, path: draft)
                    }
                }
                fileSystem.close(descriptor)
            } catch {
                try? fileSystem.remove(draft)
                throw error.error
            }
            do {
                try fileSystem.rename(draft, to: path)
            } catch {
                try? fileSystem.remove(draft)
                throw error
            }
        }
        // Each time: an earlier call may have come no further than to make what is there.
        for folder in [parent, folder, storeFolder.path] { try fileSystem.syncFolder(folder) }
    }

    /// Removes a file, without syncing its folder; nothing happens where there is none.
    func remove(_ digest: AttachmentDigest) throws(SystemError) -> Int {
        guard let size = try size(digest) else { return 0 }
        try fileSystem.remove(path(digest))
        return size
    }

    /// What is found in the folder.
    enum Found {
        /// A file that was kept.
        case file(AttachmentDigest, FileStatus)
        /// One that a crash left half written.
        case draft(path: String)
        /// Something that can't be looked at.
        case unreadable(SystemError)
    }

    /// Looks at every file; those of other names are passed over.
    ///
    /// - Parameter body: Called with each; it ends the walk with `false`.
    func forEach(_ body: (Found) -> Bool) {
        for name in names(in: folder, body) where Self.isPart(name) {
            for file in names(in: "\(folder)/\(name)", body) {
                guard let found = found(file, in: name) else { continue }
                guard body(found) else { return }
            }
        }
    }

    /// The paths of the folders that the files are in.
    var parts: [String] {
        names(in: folder) { _ in true }.filter(Self.isPart).map { "\(folder)/\($0)" }
    }

    /// Whether a name is the first two digits of files.
    private static func isPart(_ name: String) -> Bool {
        name.utf8.count == 2 && AttachmentDigest(name + String(repeating: "0", count: 62)) != nil
    }

    private func found(_ file: String, in folder: String) -> Found? {
        guard file.hasPrefix(folder) else { return nil }
        if file.hasSuffix(".tmp"), let digest = AttachmentDigest(file.dropLast(4)) {
            return .draft(path: path(digest) + ".tmp")
        }
        guard let digest = AttachmentDigest(file) else { return nil }
        do {
            return .file(digest, try fileSystem.status(path(digest)))
        } catch {
            return error.isMissing ? nil : .unreadable(error)
        }
    }

    private func names(in folder: String, _ body: (Found) -> Bool) -> [String] {
        do {
            return try fileSystem.list(folder).sorted()
        } catch {
            if !error.isMissing, !error.isNoFolder { _ = body(.unreadable(error)) }
            return []
        }
    }
}
