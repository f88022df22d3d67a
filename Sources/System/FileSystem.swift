/// Every call to the system that a store makes, so that tests can record, fail and cut them.
///
/// A descriptor is the number that `open` gave; paths are the store's own, never a user's. Calls are
/// made once: an interrupted one is repeated inside, a short write is the caller's to continue.
package protocol FileSystem: Sendable {
    /// Opens a file or a folder.
    func open(_ path: String, for use: FileUse) throws(SystemError) -> Int32

    /// Closes a descriptor; nothing that matters is still unwritten by then.
    func close(_ descriptor: Int32)

    /// Tells how long a file is.
    func size(_ descriptor: Int32, path: String) throws(SystemError) -> Int

    /// Reads at a place without moving it.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - offset: Where to begin, in bytes.
    ///   - count: How many bytes are wanted.
    ///   - path: Its path, for the error.
    /// - Returns: As many as came, none at the end of the file.
    /// - Throws: What pread(2) said.
    func read(
        _ descriptor: Int32, at offset: Int, count: Int, path: String
    ) throws(SystemError) -> [UInt8]

    /// Appends bytes.
    func write(
        _ descriptor: Int32, _ bytes: Span<UInt8>, path: String
    ) throws(SystemError) -> Int

    /// Forces a file's bytes and length to disk.
    func syncData(_ descriptor: Int32, path: String) throws(SystemError)

    /// Forces a file, or a folder's list of names, to disk.
    func sync(_ descriptor: Int32, path: String) throws(SystemError)

    /// Cuts a file.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - length: The length it has after, in bytes.
    ///   - path: Its path, for the error.
    /// - Throws: What ftruncate(2) said.
    func truncate(_ descriptor: Int32, to length: Int, path: String) throws(SystemError)

    /// Gives a file another name and replaces what had that name.
    ///
    /// - Parameters:
    ///   - source: The name it has.
    ///   - target: The name it gets, in the same folder.
    /// - Throws: What rename(2) said.
    func rename(_ source: String, to target: String) throws(SystemError)

    /// Removes the name of a file or of an empty folder.
    func remove(_ path: String) throws(SystemError)

    /// Makes a folder of mode 0700.
    func makeFolder(_ path: String) throws(SystemError)

    /// Lists the names in a folder, in no order.
    func list(_ path: String) throws(SystemError) -> [String]

    /// Looks at a path.
    ///
    /// - Parameter path: The file or folder.
    /// - Returns: Whose it is and what may be done with it.
    /// - Throws: What stat(2) said.
    func status(_ path: String) throws(SystemError) -> FileStatus

    /// Tells whether a path is a symbolic link itself.
    ///
    /// - Parameter path: The path.
    /// - Returns: Whether it is one; not where nothing is there.
    func isLink(_ path: String) -> Bool

    /// Tells whether a path still leads to an open file, and how long that is.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - path: Where it was opened.
    /// - Returns: Its length in bytes; `nil` where the path leads to another file, or to none.
    /// - Throws: What stat(2) or fstat(2) said.
    func length(_ descriptor: Int32, at path: String) throws(SystemError) -> Int?

    /// Tells how much room there is.
    ///
    /// - Parameter path: A folder.
    /// - Returns: How many bytes this process may still write there.
    /// - Throws: What statfs(2) said.
    func freeSpace(_ path: String) throws(SystemError) -> Int

    /// Tells of what kind the file system is that a path is on.
    ///
    /// - Parameter path: A file or folder.
    /// - Returns: The number of the kind, as linux/magic.h lists them.
    /// - Throws: What statfs(2) said.
    func kind(_ path: String) throws(SystemError) -> UInt32

    /// Takes a file or folder away from all but its owner: mode 0600, or 0700.
    func restrict(_ path: String, isFolder: Bool) throws(SystemError)

    /// Keeps room behind a file's end, so that what is appended later finds it on a full disk.
    ///
    /// - Parameters:
    ///   - descriptor: A file opened for appending.
    ///   - length: Up to which length, in bytes; the file stays as long as it is.
    ///   - path: Its path, for the error.
    /// - Throws: What fallocate(2) said; not every file system can.
    func reserve(_ descriptor: Int32, upTo length: Int, path: String) throws(SystemError)

    /// Takes a file or folder, until its descriptor is closed.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - isShared: Whether others may share it; else it is taken alone.
    ///   - path: Its path, for the error.
    /// - Returns: Whether it was free.
    /// - Throws: What flock(2) said.
    func lock(_ descriptor: Int32, isShared: Bool, path: String) throws(SystemError) -> Bool
}

extension FileSystem {
    /// There are no links where nobody says otherwise.
    package func isLink(_ path: String) -> Bool { false }
}

/// What a file is opened for.
package enum FileUse: Sendable, Hashable {
    /// Reading.
    case reading
    /// Reading, and writing at the end.
    case appending
    /// The same for a file that must not be there yet, made with mode 0600.
    case creating
    /// The same for a file that is made with mode 0600 when it isn't there.
    case locking
    /// A folder whose list of names is to be synced.
    case folder
}
