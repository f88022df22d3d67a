import Foundation

/// A Swift file by its path from the package's folder.
struct SourceFile: Sendable {
    let path: String
    let text: String
}

/// The files of the package that this test belongs to.
enum SourceTree {
    /// The folder of Package.swift, three above that of this file.
    private static let root = URL(filePath: #filePath)
        .appending(path: "../../../..").standardizedFileURL

    /// The text of Package.swift.
    static func manifest() throws -> String {
        try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    }

    /// Every Swift file below a folder, hidden folders (such as `.build`) left out.
    static func swiftFiles(below folder: String) throws -> [SourceFile] {
        let files = FileManager.default
        let start = root.appending(path: folder).resolvingSymlinksInPath()
        let walk = files.enumerator(
            at: start, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        let urls = (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        return try urls.map { url in
            let path = url.standardizedFileURL.path(percentEncoded: false)
            let prefix = start.standardizedFileURL.path(percentEncoded: false)
            let inner = path.dropFirst(prefix.count).split(separator: "/").joined(separator: "/")
            return SourceFile(
                path: "\(folder)/\(inner)", text: try String(contentsOf: url, encoding: .utf8))
        }
        .sorted { $0.path < $1.path }
    }

    /// The names of the folders right in a folder.
    static func folders(in folder: String) throws -> [String] {
        let start = root.appending(path: folder).resolvingSymlinksInPath()
        return try FileManager.default
            .contentsOfDirectory(
                at: start, includingPropertiesForKeys: [.isDirectoryKey],
                options: [.skipsHiddenFiles]
            )
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
            .map(\.lastPathComponent)
    }
}
