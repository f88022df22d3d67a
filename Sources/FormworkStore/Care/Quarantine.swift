internal import Groundwork
internal import System

/// The folder for what was taken out of the way, for a person to look at: torn and damaged lines, and
/// attachments that no record names.
struct Quarantine {
    /// The store's folder.
    let folder: Folder

    /// Its path.
    var path: String { folder.path(FolderLayout.quarantine) }
    private var fileSystem: any FileSystem { folder.fileSystem }

    /// Copies bytes of a file into a file of their own, and gives its path once it is on disk.
    ///
    /// A crash on the way leaves a second copy at most.
    func copy(_ range: Range<Int>, of file: DataFile) throws(SystemError) -> String {
        try fileSystem.ensureFolder(path)
        let name = file.path.split(separator: "/").last ?? "file"
        let (copy, descriptor) = try create("\(name)-at-\(range.lowerBound)")
        do {
            defer { fileSystem.close(descriptor) }
            try fileSystem.copy(
                file.descriptor, range, from: file.path, to: descriptor, path: copy)
            try fileSystem.sync(descriptor, path: copy)
        } catch {
            try? fileSystem.remove(copy)
            throw error
        }
        try fileSystem.syncFolder(path)
        try folder.sync()
        return copy
    }

    private func create(_ name: String) throws(SystemError) -> (path: String, descriptor: Int32) {
        var copy = 1
        while true {
            let path = "\(path)/\(name)-\(copy).torn"
            do {
                return (path, try fileSystem.open(path, for: .creating))
            } catch  where error.isTaken && copy < 10_000 {
                copy += 1
            }
        }
    }

    /// Moves a file here from the folder that it is in, and gives its path here.
    ///
    /// A file of the same name that is here stays.
    func move(_ source: String, from parent: String) throws(SystemError) -> String {
        try fileSystem.ensureFolder(path)
        let name = source.split(separator: "/").last ?? "file"
        var target = "\(path)/\(name)"
        var copy = 1
        while try fileSystem.exists(target) {
            copy += 1
            target = "\(path)/\(name)-\(copy)"
        }
        try fileSystem.rename(source, to: target)
        for changed in [path, parent, folder.path] { try fileSystem.syncFolder(changed) }
        return target
    }

    /// Removes the files that may hold something of a person, and gives their paths.
    ///
    /// A file stays if every line in it names records of `others` alone. A folder that somebody has made here
    /// goes with all that is in it.
    func erase(_ personal: Set<String>, others: Set<String>) throws(SystemError) -> [String] {
        var erased: [String] = []
        for name in try names().sorted() {
            let file = "\(path)/\(name)"
            if try fileSystem.status(file).isFolder {
                try fileSystem.removeAll(file)
            } else {
                guard try !isOf(others, butNot: personal, file) else { continue }
                try fileSystem.remove(file)
            }
            erased.append(file)
        }
        if !erased.isEmpty { try fileSystem.syncFolder(path) }
        return erased
    }

    private func names() throws(SystemError) -> [String] {
        do {
            return try fileSystem.list(path)
        } catch  where error.isMissing {
            return []
        }
    }

    private func isOf(
        _ types: Set<String>, butNot personal: Set<String>, _ file: String
    ) throws(SystemError) -> Bool {
        let descriptor = try fileSystem.open(file, for: .reading)
        defer { fileSystem.close(descriptor) }
        var reader = LineReader(fileSystem, descriptor: descriptor, path: file)
        let words = personal.map { Array("\"\($0)\"".utf8) }
        while let line = try reader.next() {
            let bytes = Array(reader.window[line.range])
            guard !bytes.contains(0), Self.isOf(types, bytes.span),
                !words.contains(where: { bytes.firstRange(of: $0) != nil })
            else { return false }
        }
        return true
    }

    /// Whether what can be read of a line names a type of the given ones, in each operation.
    private static func isOf(_ types: Set<String>, _ bytes: Span<UInt8>) -> Bool {
        let line = LineFields(bytes, in: 0..<bytes.count, isSnapshot: true)
        for range in line.operations ?? [0..<bytes.count] {
            let fields = LineFields(bytes, in: range, isSnapshot: true)
            guard types.contains(where: { fields.isOf($0, in: bytes) }) else { return false }
        }
        return true
    }
}
