import Foundation

/// A folder that is removed with the last reference to this object.
package final class TemporaryFolder: Sendable {
    /// The path of the folder.
    package let path: String

    /// Makes an empty folder.
    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/formwork-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and the folders that it lies in; returns its path.
    @discardableResult
    package func file(_ name: String, _ bytes: [UInt8]) -> String {
        let path = path + "/" + name
        let folder = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        return path
    }

    /// Writes a file of text; returns its path.
    @discardableResult
    package func file(_ name: String, _ text: String) -> String {
        file(name, Array(text.utf8))
    }
}
