internal import Groundwork

extension Recovery {
    /// How often a folder is read that changes meanwhile.
    private static let attempts = 8

    /// Reads a folder in which another process may be writing.
    ///
    /// The files are opened one after the other, so that they may be of two moments where a compaction
    /// comes between; then they are read again. Damage that is there twice is no such moment.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - view: How its files are read.
    ///   - fileSystem: The way to it.
    /// - Returns: What is there.
    /// - Throws: `StoreError.damaged`, `.newerFormat`, or `.unusable` where reading failed.
    static func besideWriter(
        _ folder: String, view: FolderView = FolderView(), _ fileSystem: any FileSystem
    ) throws(StoreError) -> Recovery {
        var last: StoreError?
        for _ in 1..<attempts {
            do throws(StoreError) {
                return try Recovery(folder, view: view, fileSystem)
            } catch {
                guard error.mayPass, error != last else { throw error }
                last = error
            }
        }
        return try Recovery(folder, view: view, fileSystem)
    }
}

extension StoreError {
    /// Whether a compaction between two files may be to blame.
    fileprivate var mayPass: Bool {
        switch self {
        case .damaged: true
        case .unusable(let error, _): error.isMissing
        default: false
        }
    }
}
