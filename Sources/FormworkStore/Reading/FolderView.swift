/// How the files of a folder are read.
struct FolderView: Sendable {
    /// What lifts lines of older versions.
    var upcasters = Upcasters.all
    /// The paths of files in whose place their drafts are read, to see what the folder would be.
    var drafts: Set<String> = []

    /// Told now and then how many lines were read.
    var progress: @Sendable (Int) -> Void = { _ in }

    /// After how many lines it is told.
    private static let interval = 1 << 12

    /// Counts a line, and tells of it if it is time.
    ///
    /// - Parameter lines: How many were read before it.
    func count(_ lines: inout Int) {
        lines += 1
        if lines.isMultiple(of: Self.interval) { progress(lines) }
    }

    /// Where a file is read.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its path, or its draft's.
    func path(_ path: String) -> String {
        drafts.contains(path) ? path + ".tmp" : path
    }
}
