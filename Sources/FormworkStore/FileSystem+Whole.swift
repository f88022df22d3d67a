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

    /// Forces a folder's list of names to disk.
    ///
    /// - Parameter path: The folder.
    /// - Throws: What the file system said.
    func syncFolder(_ path: String) throws(SystemError) {
        let descriptor = try open(path, for: .folder)
        defer { close(descriptor) }
        try sync(descriptor, path: path)
    }
}
