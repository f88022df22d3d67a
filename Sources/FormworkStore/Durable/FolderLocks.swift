internal import Groundwork
internal import System

/// The lock that keeps a second process out of a folder.
struct FolderLock {
    private let fileSystem: any FileSystem
    private let descriptor: Int32?
    /// A day in milliseconds: nobody means to wait longer.
    private static let longestWait = 86_400_000

    /// Takes a folder.
    ///
    /// The system gives the lock back when the process ends, however it ends. What the file says is for
    /// people alone.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - wait: How long to wait for another process to let go, in milliseconds.
    ///   - isReadOnly: Whether nothing is to be written. Where nothing can be, the lock of the file that is
    ///     there is taken, and none where there is no file.
    /// - Throws: `FolderError.inUse` with what the file says, or `.unusable`.
    init(_ folder: Folder, wait: Int, isReadOnly: Bool = false) throws(FolderError) {
        let path = folder.path("LOCK")
        fileSystem = folder.fileSystem
        var canWrite = true
        do {
            descriptor = try fileSystem.open(path, for: .locking)
        } catch  where error.isReadOnly && isReadOnly {
            canWrite = false
            guard let existing = try? fileSystem.open(path, for: .reading) else {
                descriptor = nil
                return
            }
            descriptor = existing
        } catch {
            throw folder.unusable(error)
        }
        guard let descriptor else { return }
        let isTaken: Bool
        do {
            isTaken = try fileSystem.lock(
                descriptor, isShared: false, path: path, within: min(max(wait, 0), Self.longestWait)
            )
        } catch {
            fileSystem.close(descriptor)
            throw folder.unusable(error)
        }
        guard isTaken else {
            defer { fileSystem.close(descriptor) }
            throw .inUse(folder: folder.path, owner: Self.owner(descriptor, path, fileSystem))
        }
        if canWrite { describe(descriptor, path) }
    }

    /// Lets the folder go.
    func release() {
        if let descriptor { fileSystem.close(descriptor) }
    }

    /// Says in the file who owns the folder; on a full disk it stays unsaid.
    private func describe(_ descriptor: Int32, _ path: String) {
        let owner: JSON.Object = [
            "pid": .number(JSON.Number(ServiceProcess.number)),
            "host": .string(ServiceProcess.machineName),
            "since": .string(Timestamp.now().rfc3339),
        ]
        let line = JSON.object(owner).bytes + [UInt8(ascii: "\n")]
        try? fileSystem.truncate(descriptor, to: 0, path: path)
        _ = try? fileSystem.write(descriptor, line.span, path: path)
    }

    private static func owner(
        _ descriptor: Int32, _ path: String, _ fileSystem: any FileSystem
    ) -> String? {
        guard let bytes = try? fileSystem.read(descriptor, at: 0, count: 4096, path: path),
            case .object(let owner)? = try? JSON.parse(bytes),
            case .number(let pid)? = owner["pid"], case .string(let host)? = owner["host"]
        else { return nil }
        guard case .string(let since)? = owner["since"] else { return "pid \(pid) on \(host)" }
        return "pid \(pid) on \(host) since \(since)"
    }
}

/// Keeps files from being removed while a backup copies them: a lock of the store's folder itself.
struct RemovalLock {
    private let descriptor: Int32?
    private let fileSystem: any FileSystem
    /// How long a backup waits for files that are just being removed, in milliseconds.
    private static let patience = 60_000

    /// Takes the folder for removing files, if nobody copies any.
    ///
    /// Where folders can't be locked at all, no backup has a lock either.
    init?(toRemoveFrom folder: String, _ fileSystem: any FileSystem) {
        self.fileSystem = fileSystem
        guard let descriptor = try? fileSystem.open(folder, for: .folder) else { return nil }
        self.descriptor = descriptor
        if (try? fileSystem.lock(descriptor, isShared: false, path: folder)) == false {
            release()
            return nil
        }
    }

    /// Takes the folder for copying files.
    ///
    /// Where that isn't possible they are copied all the same: one that goes meanwhile is told.
    init(toCopyFrom folder: String, _ fileSystem: any FileSystem) {
        self.fileSystem = fileSystem
        descriptor = try? fileSystem.open(folder, for: .folder)
        guard let descriptor else { return }
        _ = try? fileSystem.lock(
            descriptor, isShared: true, path: folder, within: Self.patience)
    }

    /// Lets the folder go.
    func release() {
        if let descriptor { fileSystem.close(descriptor) }
    }
}
