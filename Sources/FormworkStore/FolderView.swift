/// How the files of a folder are read.
struct FolderView: Sendable {
    /// What lifts lines of older versions.
    var upcasters = Upcasters.all
    /// The paths of files in whose place their drafts are read, to see what the folder would be.
    var drafts: Set<String> = []

    /// Where a file is read.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its path, or its draft's.
    func path(_ path: String) -> String {
        drafts.contains(path) ? path + ".tmp" : path
    }
}
