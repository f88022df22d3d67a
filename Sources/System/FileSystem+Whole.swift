internal import Glibc

extension FileSystem {
    /// Writes all bytes, however many calls it takes.
    package func writeAll(
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
    package func copy(
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

    /// Tells whether a path leads to something.
    package func exists(_ path: String) throws(SystemError) -> Bool {
        do {
            _ = try status(path)
            return true
        } catch  where error.isMissing {
            return false
        }
    }

    /// Makes a folder, unless there is one.
    @discardableResult
    package func ensureFolder(_ path: String) throws(SystemError) -> Bool {
        do {
            try makeFolder(path)
            return true
        } catch  where error.isTaken {
            return false
        }
    }

    /// Takes a file or folder, and waits for it where others have it.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - isShared: Whether others may share it; else it is taken alone.
    ///   - path: Its path, for the error.
    ///   - wait: How long to wait at most, in milliseconds.
    /// - Returns: Whether it came free.
    /// - Throws: What flock(2) said.
    package func lock(
        _ descriptor: Int32, isShared: Bool, path: String, within wait: Int
    ) throws(SystemError) -> Bool {
        let deadline = Clock.monotonicMilliseconds + Int64(wait)
        while try !lock(descriptor, isShared: isShared, path: path) {
            guard Clock.monotonicMilliseconds < deadline else { return false }
            usleep(50_000)
        }
        return true
    }

    /// Removes a file, or a folder with all that is in it; a link goes, and never what it leads to.
    package func removeAll(_ path: String) throws(SystemError) {
        do {
            try remove(path)
        } catch  where error.isNotEmpty {
            for name in try list(path) { try removeAll("\(path)/\(name)") }
            try remove(path)
        }
    }

    /// Tells whether a path is a folder or lies within it, by device and inode all the way up.
    ///
    /// - Parameters:
    ///   - path: A path; of one that isn't there yet the folder counts that it will be made in.
    ///   - folder: A folder.
    /// - Returns: Whether it does; not where that can't be seen.
    package func lies(_ path: String, within folder: String) -> Bool {
        guard let wanted = (try? status(folder))?.identity else { return false }
        var place = path[...]
        while (try? status(String(place))) == nil {
            while place.last == "/" { place.removeLast() }
            guard let end = place.lastIndex(of: "/") else {
                place = "."
                break
            }
            place = end == place.startIndex ? "/" : place[..<end]
            if place == "/" { break }
        }
        var step = String(place)
        var last: FileIdentity?
        while let identity = (try? status(step))?.identity, identity != last {
            if identity == wanted { return true }
            last = identity
            step += "/.."
        }
        return false
    }

    /// Forces a folder's list of names to disk.
    package func syncFolder(_ path: String) throws(SystemError) {
        let descriptor = try open(path, for: .folder)
        defer { close(descriptor) }
        try sync(descriptor, path: path)
    }

    /// Forces the name of a file or folder to disk.
    package func syncParent(of path: String) throws(SystemError) {
        var path = path[...]
        while path.last == "/" { path.removeLast() }
        let parent = path.lastIndex(of: "/").map { path[..<$0] }
        try syncFolder(parent.map { $0.isEmpty ? "/" : String($0) } ?? ".")
    }
}
