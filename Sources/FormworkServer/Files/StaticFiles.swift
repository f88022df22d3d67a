package import FormworkHTTP
internal import Groundwork
package import System

/// Answers with the files of one folder, and with those that the program carries.
///
/// A file of the folder goes before an embedded one of the same name. Symbolic links are followed as long
/// as they stay within the folder. Folders, links out of it, hidden files (but `.well-known`) and
/// whatever isn't a regular file are as if they weren't there.
package final class StaticFiles: Sendable {
    /// The largest file that is kept in memory.
    private static let largestKept = 64 * 1024

    private let root: String?
    private let embedded: [RawText: ServedFile]
    /// A folder of which no file is served, wherever it lies.
    private let closed: FileIdentity?
    private let cache = FileCache()
    private let report: @Sendable (SystemError) -> Void
    private let now: @Sendable () -> Int64

    /// Serves a folder.
    ///
    /// - Parameters:
    ///   - root: The path of the folder; nil serves embedded files alone.
    ///   - embedded: Files that the program carries.
    ///   - closed: A folder that is never served from, such as that of the records.
    ///   - report: Takes why a file couldn't be opened or read, each time.
    ///   - now: The milliseconds of a clock that never goes back.
    package init(
        root: String?, embedded: [EmbeddedFile] = [], closed: FileIdentity? = nil,
        report: @escaping @Sendable (SystemError) -> Void = { _ in },
        now: @escaping @Sendable () -> Int64 = { Clock.monotonicMilliseconds }
    ) {
        self.root = root
        self.closed = closed
        self.embedded = Dictionary(
            embedded.map { (RawText($0.name), ServedFile($0)) },
            uniquingKeysWith: { _, last in last })
        self.now = now
        self.report = report
    }

    /// Whether symbolic links within folders can be followed here; the system must be able to keep
    /// them from leading out.
    package static var followsLinks: Bool { SystemCalls.canOpenBeneath }

    /// Answers a request for a file.
    ///
    /// - Parameter request: The request.
    /// - Returns: The file or what its conditions and range come to (200, 206, 304, 412, 416), or that
    ///   it can only be read (405) or can't be at the moment (503), errors without a body; nil when
    ///   there is no such file.
    package func answer(_ request: Request) -> Response? {
        let found: ServedFile?
        do throws(SystemError) {
            found = try file(at: request.target.segments)
        } catch {
            report(error)
            return Response(.serviceUnavailable)
        }
        guard let file = found else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        return file.answer(request)
    }

    private func file(at segments: [String]) throws(SystemError) -> ServedFile? {
        guard let last = segments.last, Self.areNames(segments) else { return nil }
        let name = RawText(segments.count == 1 ? last : segments.joined(separator: "/"))
        let now = now()
        let known = cache.lookUp(name, now: now)
        if let known, known.isFresh { return known.entry.file }
        guard let file = try open(name.unbounded), let status = SystemCalls.regularFileStatus(file)
        else {
            return embeddedFile(name, now: now)
        }
        if let entry = known?.entry, entry.status == status, entry.isSettled {
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
            throw SystemError.shortFile(name.unbounded)
        }
        let served = ServedFile(name: last, status: status, body: .bytes(bytes))
        let entry = FileCache.Entry(
            file: served, status: status, isSettled: status.isSettled(at: Timestamp.now()))
        cache.keep(entry, as: name, now: now)
        return served
    }

    private func embeddedFile(_ name: RawText, now: Int64) -> ServedFile? {
        guard let file = embedded[name] else {
            cache.remove(name)
            return nil
        }
        cache.keep(FileCache.Entry(file: file, status: nil, isSettled: true), as: name, now: now)
        return file
    }

    /// Whether all segments can be names of what is served: none empty, hidden or with a part that
    /// the system would read as more than a name.
    private static func areNames(_ segments: [String]) -> Bool {
        segments.enumerated().allSatisfy { index, name in
            guard let first = name.utf8.first else { return false }
            let isHidden =
                first == UInt8(ascii: ".")
                && !(index == 0 && name.utf8.elementsEqual(".well-known".utf8))
            return !isHidden && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
        }
    }

    /// Opens a file; nil when there is none, or when it isn't within the folder.
    private func open(_ path: String) throws(SystemError) -> Descriptor? {
        guard let root else { return nil }
        do throws(SystemError) {
            let file = try SystemCalls.openFile(path, beneath: root)
            if let closed, SystemCalls.lies(file, within: closed) { return nil }
            return file
        } catch  where error.isAbsence {
            return nil
        }
    }
}

extension FileStatus {
    /// Whether the file would have another state had it changed since: the system's clock of changes
    /// goes in steps, so that two within one can't be told apart.
    func isSettled(at now: Timestamp) -> Bool {
        changed.seconds < now.milliseconds / 1000 - 1
    }
}

extension SystemError {
    /// Whether the failure to open a file means that there is none for whoever asks, rather than that
    /// the system has no descriptor or its disk doesn't answer.
    fileprivate var isAbsence: Bool {
        isMissing || isNoFolder || isPermission || isNoFile
    }
}

/// Small files kept in memory, each looked at on disk at most once a second.
final class FileCache: Sendable {
    /// What is known of a name.
    struct Entry: Sendable {
        /// The file.
        let file: ServedFile
        /// The state on disk that it was read from; nil when it isn't from there.
        let status: FileStatus?
        /// Whether the same state on disk proves that the file is the same.
        let isSettled: Bool
    }

    /// How old an entry may be before the disk is asked again, in milliseconds.
    private static let freshness: Int64 = 1_000
    /// The most bytes in all.
    private static let capacity = 8 * 1024 * 1024
    /// The most entries.
    private static let count = 1_000

    private struct State {
        var entries: [RawText: (entry: Entry, checkedAt: Int64)] = [:]
        var size = 0

        mutating func remove(_ name: RawText) {
            guard let old = entries.removeValue(forKey: name) else { return }
            size -= old.entry.file.body.length
        }
    }

    private let state = Lock(State())

    /// What is known of a name.
    ///
    /// - Parameters:
    ///   - name: The path of the file.
    ///   - now: The time.
    /// - Returns: The entry, and whether it may be used without a look at the disk.
    func lookUp(_ name: RawText, now: Int64) -> (entry: Entry, isFresh: Bool)? {
        state.withLock { state in
            guard let (entry, checkedAt) = state.entries[name] else { return nil }
            return (entry, now - checkedAt < Self.freshness)
        }
    }

    /// Keeps an entry; where there is no room, the entries that were looked at longest ago make room.
    ///
    /// - Parameters:
    ///   - entry: What is known of the name.
    ///   - name: The path of the file.
    ///   - now: When the disk was asked.
    func keep(_ entry: Entry, as name: RawText, now: Int64) {
        state.withLock { state in
            state.remove(name)
            state.entries[name] = (entry, now)
            state.size += entry.file.body.length
            while state.size > Self.capacity || state.entries.count > Self.count {
                let oldest = state.entries.min { $0.value.checkedAt < $1.value.checkedAt }
                guard let oldest else { return }
                state.remove(oldest.key)
            }
        }
    }

    /// Forgets a name.
    func remove(_ name: RawText) {
        state.withLock { $0.remove(name) }
    }
}
