package import FormworkHTTP
import Groundwork

/// Answers with the files of one folder, and with those that the program carries.
///
/// A file of the folder goes before an embedded one of the same name. Folders, symbolic links, hidden
/// files (but `.well-known`) and whatever isn't a regular file are as if they weren't there.
package final class StaticFiles: Sendable {
    /// The largest file that is kept in memory.
    private static let largestKept = 64 * 1024

    private let root: String?
    private let embedded: [String: ServedFile]
    private let cache = FileCache()

    /// Serves a folder.
    ///
    /// - Parameters:
    ///   - root: The path of the folder; nil serves embedded files alone.
    ///   - embedded: Files that the program carries.
    package init(root: String?, embedded: [EmbeddedFile] = []) {
        self.root = root
        self.embedded = Dictionary(
            embedded.map { ($0.name, ServedFile($0)) }, uniquingKeysWith: { _, last in last })
    }

    /// Answers a request for a file.
    ///
    /// - Parameter request: The request.
    /// - Returns: The file or what its conditions and range come to (200, 206, 304, 412, 416), or that
    ///   it can only be read (405), errors without a body; nil when there is no such file.
    package func answer(_ request: Request) -> Response? {
        guard let file = file(at: request.target.segments) else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        return file.answer(request)
    }

    private func file(at segments: [String]) -> ServedFile? {
        guard let last = segments.last, Self.areNames(segments) else { return nil }
        let name = segments.count == 1 ? last : segments.joined(separator: "/")
        let now = monotonicMilliseconds()
        let known = cache.lookUp(name, now: now)
        if let known, known.isFresh { return known.entry.file }
        guard let file = open(segments), let status = SystemCalls.regularFileStatus(file) else {
            return embeddedFile(name, now: now)
        }
        if let entry = known?.entry, entry.status == status {
            cache.keep(entry, as: name, now: now)
            return entry.file
        }
        guard status.size <= Self.largestKept else {
            cache.remove(name)
            let part = OpenFile(
                descriptor: file.release(), offset: 0, length: status.size,
                onClose: SystemCalls.close)
            return ServedFile(name: last, status: status, body: .file(part))
        }
        guard let bytes = SystemCalls.read(file.number, from: 0, count: status.size) else {
            return nil
        }
        let served = ServedFile(name: last, status: status, body: .bytes(bytes))
        cache.keep(FileCache.Entry(file: served, status: status), as: name, now: now)
        return served
    }

    private func embeddedFile(_ name: String, now: Int64) -> ServedFile? {
        guard let file = embedded[name] else {
            cache.remove(name)
            return nil
        }
        cache.keep(FileCache.Entry(file: file, status: nil), as: name, now: now)
        return file
    }

    /// Whether all segments can be names of what is served: none empty, hidden or with a part that
    /// the system would read as more than a name.
    private static func areNames(_ segments: [String]) -> Bool {
        segments.enumerated().allSatisfy { index, name in
            guard let first = name.utf8.first else { return false }
            let isHidden = first == UInt8(ascii: ".") && !(index == 0 && name == ".well-known")
            return !isHidden && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
        }
    }

    /// Opens a file, folder by folder, so that no symbolic link on the way is followed.
    private func open(_ segments: [String]) -> Descriptor? {
        guard let root, var folder = SystemCalls.openFolder(root), let last = segments.last else {
            return nil
        }
        for name in segments.dropLast() {
            guard let next = SystemCalls.openFolder(name, in: folder) else { return nil }
            folder = next
        }
        return SystemCalls.openFile(last, in: folder)
    }
}
