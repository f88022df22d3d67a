internal import Groundwork

extension FileSystem {
    /// Writes all bytes, however many calls it takes.
    ///
    /// - Parameters:
    ///   - descriptor: A file opened for appending.
    ///   - bytes: What to write.
    ///   - path: Its path, for the error.
    /// - Throws: What the first failing call said; some bytes may be written then.
    func writeAll(
        _ descriptor: Int32, _ bytes: Span<UInt8>, path: String
    ) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try write(descriptor, bytes.extracting(written...), path: path)
        }
    }

    /// Copies a part of a file to the end of another.
    ///
    /// - Parameters:
    ///   - source: The open file to read.
    ///   - range: Which of its bytes.
    ///   - sourcePath: Its path, for the error.
    ///   - target: A file opened for appending.
    ///   - path: The target's path, for the error.
    /// - Throws: What the first failing call said, or that the source is shorter (errno `EIO`).
    func copy(
        _ source: Int32, _ range: Range<Int>, from sourcePath: String, to target: Int32,
        path: String
    ) throws(SystemError) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let bytes = try read(
                source, at: offset, count: min(range.upperBound - offset, 1 << 20),
                path: sourcePath)
            if bytes.isEmpty { throw SystemError.shortFile(sourcePath) }
            try writeAll(target, bytes.span, path: path)
            offset += bytes.count
        }
    }

    /// Removes a file, or a folder with all that is in it; a link goes, and never what it leads to.
    ///
    /// - Parameter path: The file or folder.
    /// - Throws: What the file system said; some of it may be gone then.
    func removeAll(_ path: String) throws(SystemError) {
        do {
            try remove(path)
        } catch  where error.isNotEmpty {
            for name in try list(path) { try removeAll("\(path)/\(name)") }
            try remove(path)
        }
    }

    /// Forces a folder's list of names to disk.
    ///
    /// - Parameter path: The folder.
    /// - Throws: What the file system said.
    func syncFolder(_ path: String) throws(SystemError) {
        let descriptor = try open(path, for: .folder)
        defer { close(descriptor) }
        try sync(descriptor, path: path)
    }

    /// Forces the name of a file or folder to disk.
    ///
    /// - Parameter path: The file or folder.
    /// - Throws: What the file system said.
    func syncParent(of path: String) throws(SystemError) {
        var path = path[...]
        while path.last == "/" { path.removeLast() }
        let parent = path.lastIndex(of: "/").map { path[..<$0] }
        try syncFolder(parent.map { $0.isEmpty ? "/" : String($0) } ?? ".")
    }
}
