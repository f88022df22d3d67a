import FormworkRecords
import Glibc
import System

@testable import FormworkStore

/// A file system in memory that records every call, fails the ones it is told to, and can be cut off.
final class SimulatedFileSystem: FileSystem {
    /// A call that fails: the nth of its kind, counted from 1 at the moment when it is planned.
    struct Fault: Sendable {
        var call: String
        var nth: Int
        var code: Int32
        /// Whether every later call fails too.
        var isLasting = false
        /// Which path it is about; `nil` for any.
        var path: String?
    }

    private struct State: Sendable {
        var disk: SimulatedDisk
        var open: [Int32: Handle] = [:]
        var lastDescriptor: Int32 = 100
        var faults: [Fault] = []
        var calls: [String] = []
        var capacity = Int.max
        var longestWrite = Int.max
        var longestRead = Int.max
        var history: [Moment] = []
        var acknowledged: [String] = []
        var duringSync: (@Sendable () -> Void)?
        var reserves: [String: Int] = [:]
        var isWritable = true
        var kind: UInt32 = 0xEF53
        var before: (call: String, body: @Sendable () -> Void)?
    }

    private enum HeldLock {
        case shared
        case alone
    }

    private struct Handle: Sendable {
        var node: Int
        var path: String
        var lock: HeldLock?
    }

    /// The disk after a call, with what had been acknowledged until then.
    struct Moment: Sendable {
        var call: String
        var disk: SimulatedDisk
        var acknowledged: [String]
    }

    private let state: Lock<State>
    private let isRecording: Bool

    init(_ disk: SimulatedDisk = SimulatedDisk(root: "/s"), isRecording: Bool = false) {
        state = Lock(State(disk: disk))
        self.isRecording = isRecording
    }

    /// What the disk holds.
    var disk: SimulatedDisk { state.withLock { $0.disk } }
    /// Every call that changes something or syncs, in order.
    var calls: [String] { state.withLock { $0.calls } }
    /// The disk after each of these calls, if this one is recording.
    var history: [Moment] { state.withLock { $0.history } }

    /// Changes a byte of a file, as a failing disk does.
    func flip(_ path: String, at offset: Int) {
        state.withLock { state in
            guard let node = state.disk.names[path] else { return }
            state.disk.nodes[node]?.bytes[offset] ^= 1
        }
    }

    func plan(_ fault: Fault) { state.withLock { $0.faults.append(fault) } }
    func forgetFaults() { state.withLock { $0.faults = [] } }
    func limit(capacity: Int) { state.withLock { $0.capacity = capacity } }
    func limit(longestWrite: Int, longestRead: Int) {
        state.withLock {
            $0.longestWrite = longestWrite
            $0.longestRead = longestRead
        }
    }
    /// Runs something in the midst of the next sync of data.
    func duringNextSync(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.duringSync = body }
    }
    /// Runs something before the next call of that name and path.
    func before(_ call: String, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.before = (call, body) }
    }
    /// Refuses every call that writes, as a read-only file system does.
    func refuseWriting() { state.withLock { $0.isWritable = false } }
    /// Puts it on a file system of that kind.
    func use(kind: UInt32) { state.withLock { $0.kind = kind } }
    /// Changes what may be done with a file or folder.
    func set(mode: UInt32, _ path: String) {
        state.withLock { state in
            guard let node = state.disk.names[path] else { return }
            state.disk.nodes[node]?.mode = mode
        }
    }
    /// The room that was kept behind each file's end.
    var reserves: [String: Int] { state.withLock { $0.reserves } }
    func acknowledge(_ id: String) { state.withLock { $0.acknowledged.append(id) } }
    func set(_ path: String, _ bytes: [UInt8]) {
        state.withLock { state in
            guard let node = state.disk.names[path] else { return }
            state.disk.nodes[node]?.set(bytes)
        }
    }

    func open(_ path: String, for use: FileUse) throws(SystemError) -> Int32 {
        try call("open", path) { state throws(SystemError) in
            var node = state.disk.names[path]
            switch use {
            case .locking, .creating, .appending:
                guard state.isWritable else { throw Self.error("open", path, EROFS) }
            case .reading, .folder: break
            }
            switch use {
            case .creating where node != nil: throw Self.error("open", path, EEXIST)
            case .creating, .locking:
                if node == nil {
                    let new = state.disk.add(SimulatedDisk.Node())
                    state.disk.edit(name: .init(path: path, node: new))
                    node = new
                }
            case .reading, .appending, .folder: break
            }
            guard let node else { throw Self.error("open", path, ENOENT) }
            state.lastDescriptor += 1
            state.open[state.lastDescriptor] = Handle(node: node, path: path)
            return state.lastDescriptor
        }
    }

    func close(_ descriptor: Int32) {
        state.withLock { $0.open[descriptor] = nil }
    }

    func size(_ descriptor: Int32, path: String) throws(SystemError) -> Int {
        try state.withLock { state throws(SystemError) in
            try Self.bytes(state, descriptor, path).count
        }
    }

    func read(
        _ descriptor: Int32, at offset: Int, count: Int, path: String
    ) throws(SystemError) -> [UInt8] {
        try call("pread", path, isRecorded: false) { state throws(SystemError) in
            let bytes = try Self.bytes(state, descriptor, path)
            let count = min(count, state.longestRead)
            return Array(bytes.dropFirst(offset).prefix(count))
        }
    }

    func write(
        _ descriptor: Int32, _ bytes: Span<UInt8>, path: String
    ) throws(SystemError) -> Int {
        let limit = min(bytes.count, state.withLock { $0.longestWrite })
        let new = unsafe bytes.extracting(..<limit).withUnsafeBufferPointer { unsafe Array($0) }
        return try call("write", path) { state throws(SystemError) in
            guard let handle = state.open[descriptor] else {
                throw Self.error("write", path, EBADF)
            }
            let room = max(state.capacity - state.disk.size, 0)
            let taken = min(new.count, room)
            guard taken > 0 else { throw Self.error("write", path, ENOSPC) }
            let end = state.disk.nodes[handle.node]?.bytes.count ?? 0
            state.disk.edit(handle.node, .write(at: end, bytes: Array(new.prefix(taken))))
            return taken
        }
    }

    func syncData(_ descriptor: Int32, path: String) throws(SystemError) {
        let body = state.withLock { state in
            defer { state.duringSync = nil }
            return state.duringSync
        }
        body?()
        try call("fdatasync", path) { state throws(SystemError) in
            guard let handle = state.open[descriptor] else {
                throw Self.error("fdatasync", path, EBADF)
            }
            state.disk.sync(handle.node)
        }
    }

    func sync(_ descriptor: Int32, path: String) throws(SystemError) {
        try call("fsync", path) { state throws(SystemError) in
            guard let handle = state.open[descriptor] else {
                throw Self.error("fsync", path, EBADF)
            }
            if state.disk.nodes[handle.node]?.isFolder == true {
                state.disk.syncFolder(handle.path)
            } else {
                state.disk.sync(handle.node)
            }
        }
    }

    func truncate(_ descriptor: Int32, to length: Int, path: String) throws(SystemError) {
        try call("ftruncate", path) { state throws(SystemError) in
            guard let handle = state.open[descriptor] else {
                throw Self.error("ftruncate", path, EBADF)
            }
            state.disk.edit(handle.node, .truncate(to: length))
        }
    }

    func rename(_ source: String, to target: String) throws(SystemError) {
        try call("rename", source) { state throws(SystemError) in
            guard let node = state.disk.names[source] else {
                throw Self.error("rename", source, ENOENT)
            }
            state.disk.edit(name: .init(path: target, node: node, source: source))
        }
    }

    func remove(_ path: String) throws(SystemError) {
        try call("unlink", path) { state throws(SystemError) in
            guard state.disk.names[path] != nil else { throw Self.error("unlink", path, ENOENT) }
            guard !state.disk.names.keys.contains(where: { $0.hasPrefix(path + "/") }) else {
                throw Self.error("unlink", path, ENOTEMPTY)
            }
            state.disk.edit(name: .init(path: path, node: nil))
        }
    }

    func makeFolder(_ path: String) throws(SystemError) {
        try call("mkdir", path) { state throws(SystemError) in
            guard state.disk.names[path] == nil else { throw Self.error("mkdir", path, EEXIST) }
            let node = state.disk.add(SimulatedDisk.Node(isFolder: true, mode: 0o700))
            state.disk.edit(name: .init(path: path, node: node))
        }
    }

    func list(_ path: String) throws(SystemError) -> [String] {
        try call("opendir", path, isRecorded: false) { state throws(SystemError) in
            state.disk.names.keys.filter { SimulatedDisk.parent($0) == path && $0 != path }
                .map { String($0.dropFirst(path.utf8.count + 1)) }
        }
    }

    func status(_ path: String) throws(SystemError) -> FileStatus {
        try state.withLock { state throws(SystemError) in
            guard let node = state.disk.names[path].flatMap({ state.disk.nodes[$0] }) else {
                throw Self.error("stat", path, ENOENT)
            }
            return FileStatus(
                isFolder: node.isFolder, mode: node.mode, owner: 0, size: node.bytes.count)
        }
    }

    func length(_ descriptor: Int32, at path: String) throws(SystemError) -> Int? {
        try call("stat", path, isRecorded: false) { state throws(SystemError) in
            guard let handle = state.open[descriptor], state.disk.names[path] == handle.node else {
                return nil
            }
            return state.disk.nodes[handle.node]?.bytes.count
        }
    }

    func freeSpace(_ path: String) throws(SystemError) -> Int {
        try call("statfs", path, isRecorded: false) { state in
            max(state.capacity - state.disk.size, 0)
        }
    }

    func kind(_ path: String) throws(SystemError) -> UInt32 { state.withLock { $0.kind } }

    func restrict(_ path: String, isFolder: Bool) throws(SystemError) {
        try call("chmod", path) { state throws(SystemError) in
            guard let node = state.disk.names[path] else { throw Self.error("chmod", path, ENOENT) }
            state.disk.nodes[node]?.mode = isFolder ? 0o700 : 0o600
        }
    }

    func reserve(
        _ descriptor: Int32, upTo length: Int, path: String
    ) throws(SystemError) {
        try call("fallocate", path, isRecorded: false) { state in
            state.reserves[path] = length
        }
    }

    func lock(_ descriptor: Int32, isShared: Bool, path: String) throws(SystemError) -> Bool {
        try call("flock", path, isRecorded: false) { state throws(SystemError) in
            guard let handle = state.open[descriptor] else {
                throw Self.error("flock", path, EBADF)
            }
            let others = state.open.values.filter { $0.node == handle.node }.compactMap(\.lock)
            guard others.allSatisfy({ $0 == .shared && isShared }) else { return false }
            state.open[descriptor]?.lock = isShared ? .shared : .alone
            return true
        }
    }

    /// Makes a call unless a fault is planned for it, and records the disk afterwards.
    private func call<Result: Sendable>(
        _ name: String, _ path: String, isRecorded: Bool = true,
        _ body: (inout State) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let before: (@Sendable () -> Void)? = state.withLock { state in
            guard state.before?.call == "\(name) \(path)" else { return nil }
            defer { state.before = nil }
            return state.before?.body
        }
        before?()
        return try state.withLock { state throws(SystemError) in
            if isRecorded { state.calls.append("\(name) \(path)") }
            for index in state.faults.indices
            where state.faults[index].call == name
                && state.faults[index].path ?? path == path
            {
                state.faults[index].nth -= 1
                let fault = state.faults[index]
                if fault.nth == 0 || fault.isLasting && fault.nth < 0 {
                    throw Self.error(name, path, fault.code)
                }
            }
            let result = try body(&state)
            if isRecorded, isRecording {
                state.history.append(
                    Moment(
                        call: "\(name) \(path)", disk: state.disk,
                        acknowledged: state.acknowledged))
            }
            return result
        }
    }

    private static func bytes(
        _ state: State, _ descriptor: Int32, _ path: String
    ) throws(SystemError) -> [UInt8] {
        guard let handle = state.open[descriptor], let node = state.disk.nodes[handle.node] else {
            throw error("pread", path, EBADF)
        }
        return node.bytes
    }

    private static func error(_ call: String, _ path: String, _ code: Int32) -> SystemError {
        SystemError(call: call, path: path, code: code)
    }
}
