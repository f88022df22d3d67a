/// What a simulated disk holds now, and what of it would survive a power cut.
struct SimulatedDisk: Sendable {
    /// A change of a file's bytes that no sync has covered.
    enum Edit: Sendable {
        case write(at: Int, bytes: [UInt8])
        case truncate(to: Int)
    }

    /// A file or a folder.
    struct Node: Sendable {
        var isFolder = false
        var mode: UInt32 = 0o600
        var bytes: [UInt8] = []
        var durable: [UInt8] = []
        var pending: [Edit] = []

        /// Puts bytes in place of all that the disk has of the file.
        mutating func set(_ new: [UInt8]) { (bytes, durable, pending) = (new, new, []) }
    }

    /// A change of names that no sync of the folder has covered.
    struct NameEdit: Sendable {
        var path: String
        /// What has the name after; `nil` for nothing.
        var node: Int?
        /// The name that the same call took away, for a rename.
        var source: String?
    }

    var nodes: [Int: Node] = [:]
    var names: [String: Int] = [:]
    var durableNames: [String: Int] = [:]
    var pendingNames: [NameEdit] = []
    private var lastNode = 0

    /// Makes an empty disk with one folder.
    init(root: String) {
        let node = add(Node(isFolder: true, mode: 0o700))
        names[root] = node
        durableNames[root] = node
    }

    /// Makes a disk from files, all of them durable.
    init(root: String, files: [String: [UInt8]]) {
        self.init(root: root)
        for (path, bytes) in files {
            let node = add(Node(bytes: bytes, durable: bytes))
            names[path] = node
            durableNames[path] = node
        }
    }

    mutating func add(_ node: Node) -> Int {
        lastNode += 1
        nodes[lastNode] = node
        return lastNode
    }

    mutating func edit(name: NameEdit) {
        Self.apply(name, to: &names)
        pendingNames.append(name)
    }

    mutating func edit(_ node: Int, _ edit: Edit) {
        guard var file = nodes[node] else { return }
        Self.apply(edit, to: &file.bytes)
        file.pending.append(edit)
        nodes[node] = file
    }

    mutating func sync(_ node: Int) {
        guard var file = nodes[node] else { return }
        file.durable = file.bytes
        file.pending = []
        nodes[node] = file
    }

    mutating func syncFolder(_ path: String) {
        var rest: [NameEdit] = []
        for edit in pendingNames {
            if Self.parent(edit.path) == path {
                Self.apply(edit, to: &durableNames)
            } else {
                rest.append(edit)
            }
        }
        pendingNames = rest
    }

    /// How many bytes all files take.
    var size: Int { names.values.reduce(0) { $0 + (nodes[$1]?.bytes.count ?? 0) } }

    /// The bytes of every file by path.
    var files: [String: [UInt8]] {
        names.compactMapValues { node in
            nodes[node].flatMap { $0.isFolder ? nil : $0.bytes }
        }
    }

    static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func apply(_ edit: NameEdit, to names: inout [String: Int]) {
        if let source = edit.source { names[source] = nil }
        names[edit.path] = edit.node
    }

    static func apply(_ edit: Edit, to bytes: inout [UInt8]) {
        switch edit {
        case .truncate(let length):
            if length < bytes.count { bytes.removeSubrange(length...) }
        case .write(let offset, let new):
            if bytes.count < offset {
                bytes += [UInt8](repeating: 0, count: offset - bytes.count)
            }
            let end = min(bytes.count, offset + new.count)
            bytes.replaceSubrange(offset..<end, with: new)
        }
    }
}
