package import Groundwork

/// Where a control for a file finds what it shows.
public struct ShownFile: Sendable, Equatable {
    /// The path of the file that the record has.
    public package(set) var path: String?
    /// The file that was chosen on the page before and is kept until the form is saved.
    public package(set) var kept: FileReference?
    /// The token under which it's kept.
    public package(set) var token: RawText?
    /// Whether the file is to be taken away.
    public package(set) var isRemoved = false

    /// Shows what the record has.
    ///
    /// - Parameter path: The path of its file; `nil` where it has none.
    package init(path: String? = nil) {
        self.path = path
    }
}
