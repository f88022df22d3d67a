/// What one attempt to move bytes over a connection came to.
enum Transfer: Equatable {
    /// So many bytes moved; none from a read is the end of what the peer sends.
    case bytes(Int)
    /// Nothing can move right now.
    case wouldBlock
    /// The connection is of no more use; the number is that of `errno`.
    case failed(Int32)
}

/// What one attempt to take a connection from the backlog came to.
enum Accepted {
    /// A connection, whose descriptor the caller closes, and its peer.
    case connection(Int32, SocketAddress)
    /// The backlog is empty.
    case none
    /// This one was gone before it was taken; another may wait.
    case lost
    /// None can be taken now: the process or the system has no descriptor or memory left.
    case exhausted
}

/// That something happened on a watched descriptor.
struct PollEvent: Equatable {
    /// What the descriptor is known by.
    let token: UInt64
    /// The flags of epoll_ctl(2).
    let flags: UInt32
}

/// What the system knows of a regular file.
struct FileStatus: Equatable {
    /// Bytes.
    let size: Int
    /// When it was written last, as its owner tells it, in whole seconds since 1970, UTC.
    let modifiedSeconds: Int64
    /// The part of that second.
    let modifiedNanoseconds: Int64
    /// When the system saw it change last, which nobody can set, in whole seconds since 1970, UTC.
    let changedSeconds: Int64
    /// The part of that second.
    let changedNanoseconds: Int64
    /// The number of the file within its file system.
    let inode: UInt64
}
