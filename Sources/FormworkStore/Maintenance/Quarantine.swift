internal import Groundwork

/// The folder in which torn bytes and damaged lines are kept, for a person to look at.
struct Quarantine {
    /// The store's folder.
    let folder: String
    /// The way to it.
    let fileSystem: any FileSystem

    /// Where it is.
    private var path: String { "\(folder)/\(JournalFormat.quarantine)" }

    /// Removes the files that may hold something of a person.
    ///
    /// Those are all but the ones of which every line names records of other types alone; a folder that
    /// somebody has made there goes with all that is in it.
    ///
    /// - Parameters:
    ///   - personal: The types whose records are a person's.
    ///   - others: The types whose records aren't.
    /// - Returns: The paths of the files that are gone.
    /// - Throws: What the file system said.
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
        let line = SealedMembers(bytes, in: 0..<bytes.count, isBase: true)
        guard let places = line.operations else {
            return types.contains { line.isOf($0, in: bytes) }
        }
        for place in places {
            let operation = SealedMembers(bytes, in: place, isBase: true)
            guard types.contains(where: { operation.isOf($0, in: bytes) }) else { return false }
        }
        return true
    }
}
