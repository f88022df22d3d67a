/// Keeps files from being removed while a backup copies them: a lock of the store's folder itself.
struct RemovalLock {
    private let descriptor: Int32?
    private let fileSystem: any FileSystem
    /// How long a backup waits for files that are just being removed, in milliseconds.
    private static let patience = 60_000

    /// Takes the folder for removing files, if nobody copies any.
    ///
    /// Where folders can't be locked at all, no backup has a lock either.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - fileSystem: The way to it.
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
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - fileSystem: The way to it.
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
