internal import Groundwork
internal import System

/// A store's folder, and the way to its files.
struct Folder: Sendable {
    /// Its path.
    let path: String
    let fileSystem: any FileSystem

    /// The path of a file in it.
    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// The names in it, sorted.
    func names() throws(FolderError) -> [String] {
        try FolderError.wrapping { () throws(SystemError) in try fileSystem.list(path).sorted() }
    }

    /// Opens a file of records for reading, which gets a number in the catalogue.
    func open(_ name: String, as number: Int) throws(FolderError) -> DataFile {
        let path = path(name)
        do {
            return DataFile(
                number: number, path: path,
                descriptor: try fileSystem.open(path, for: .reading), fileSystem: fileSystem)
        } catch {
            throw unusable(error)
        }
    }

    /// Forces the names in it to disk.
    func sync() throws(SystemError) { try fileSystem.syncFolder(path) }

    /// Explains a failure with what a person can do about it.
    func unusable(_ error: SystemError) -> FolderError {
        let user = ServiceProcess.user
        guard let status = try? fileSystem.status(path) else {
            return .unusable(
                error, advice: "running as uid \(user); make the folder that \(path) stands in")
        }
        guard status.isFolder else {
            return .unusable(error, advice: "\(path) is a file: name a folder")
        }
        let mode = String(status.mode, radix: 8)
        let owner = "running as uid \(user); \(path) belongs to uid \(status.owner), mode \(mode)"
        guard error.isPermission else { return .unusable(error, advice: owner) }
        return .unusable(error, advice: "\(owner); try: chown -R \(user) \(path)")
    }
}

/// Why bytes weren't saved.
enum WriteFailure: Error {
    /// There is no trace of them on disk.
    case refused(SystemError)
    /// What is on disk is not known, so nothing may be written any more.
    case unknown(SystemError)

    /// What the system said.
    var error: SystemError {
        switch self {
        case .refused(let error), .unknown(let error): error
        }
    }
}

extension FileSystem {
    /// Puts a new file in place of what has its name, so that a crash leaves the old file or the new one.
    ///
    /// This is the one order in which a file counts: the bytes are synced under a draft's name, the draft
    /// is renamed, the folder that the file is in is synced. `write` gets the descriptor and the draft's path.
    /// The descriptor of the new file comes back open.
    func replace(
        _ path: String, in folder: String,
        _ write: (Int32, String) throws(SystemError) -> Void
    ) throws(WriteFailure) -> Int32 {
        let descriptor = try writeDraft(of: path, write)
        do {
            try rename(FolderLayout.draft(of: path), to: path)
            try syncFolder(folder)
            return descriptor
        } catch {
            close(descriptor)
            throw .unknown(error)
        }
    }

    /// Writes and syncs a file under a draft's name, and gives its descriptor, still open.
    ///
    /// A draft that can't be written is removed.
    func writeDraft(
        of path: String, _ write: (Int32, String) throws(SystemError) -> Void
    ) throws(WriteFailure) -> Int32 {
        let draft = FolderLayout.draft(of: path)
        try? remove(draft)
        let descriptor: Int32
        do {
            descriptor = try open(draft, for: .creating)
        } catch {
            throw .refused(error)
        }
        do {
            try write(descriptor, draft)
        } catch {
            close(descriptor)
            try? remove(draft)
            throw .refused(error)
        }
        do {
            try sync(descriptor, path: draft)
            return descriptor
        } catch {
            close(descriptor)
            throw .unknown(error)
        }
    }
}
