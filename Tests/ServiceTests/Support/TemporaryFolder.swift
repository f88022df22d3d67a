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
}
