import Foundation

/// A folder that is gone once nobody needs it.
final class TemporaryFolder: Sendable {
    /// Where it is.
    let path: String

    /// Makes an empty one.
    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/formwork-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, with the folders on its way, and tells its path.
    @discardableResult
    func file(_ name: String, _ bytes: [UInt8]) -> String {
        let path = path + "/" + name
        let folder = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        return path
    }

    /// Writes a file of text.
    @discardableResult
    func file(_ name: String, _ text: String) -> String {
        file(name, Array(text.utf8))
    }
}
