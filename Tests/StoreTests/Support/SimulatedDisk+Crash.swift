/// What becomes of bytes without a sync in a power cut.
enum Loss: Sendable, CaseIterable {
    case nothing
    case everything
    case allButTheFirst
    case theLast
    case theEndOfTheLast
    case allButOneByteOfTheLast
    case theBeginningOfTheLast
    case theMiddleOfTheLast
}

extension SimulatedDisk {
    /// Every state in which a power cut may leave this disk: each loss of bytes, with each number of
    /// changed names that came to the disk, and with all of them but one.
    func crashStates() -> [SimulatedDisk] {
        let isDirty = nodes.values.contains { !$0.pending.isEmpty }
        let losses: [Loss] = isDirty ? Loss.allCases : [.nothing]
        let changes = pendingNames.indices
        let kept = (0...changes.count).map { Array(pendingNames.prefix($0)) }
        let lost = changes.dropLast().map { lost in
            changes.filter { $0 != lost }.map { pendingNames[$0] }
        }
        return (kept + lost).flatMap { edits in losses.map { after($0, keeping: edits) } }
    }

    private func after(_ loss: Loss, keeping edits: [NameEdit]) -> SimulatedDisk {
        var names = durableNames
        for edit in edits { Self.apply(edit, to: &names) }
        // What lies in a folder is lost with the folder's name.
        while let path = names.keys.first(where: { path in
            let parent = Self.parent(path)
            return parent != "/" && names[parent] == nil
        }) {
            names[path] = nil
        }
        var disk = self
        disk.names = names
        disk.durableNames = names
        disk.pendingNames = []
        for (number, node) in nodes {
            var node = node
            node.bytes = Self.remains(of: node, after: loss)
            node.durable = node.bytes
            node.pending = []
            disk.nodes[number] = node
        }
        return disk
    }

    private static func remains(of node: Node, after loss: Loss) -> [UInt8] {
        var bytes = node.durable
        for (index, edit) in node.pending.enumerated() {
            let isLast = index == node.pending.count - 1
            switch (loss, edit) {
            case (.everything, _): continue
            case (.theLast, _) where isLast: continue
            case (.allButTheFirst, _) where index > 0: continue
            case (_, .write(let offset, let new)) where isLast:
                apply(.write(at: offset, bytes: part(of: new, after: loss)), to: &bytes)
            default: apply(edit, to: &bytes)
            }
        }
        return bytes
    }

    /// What a torn write leaves; blocks that never came to the disk read as zeros.
    private static func part(of bytes: [UInt8], after loss: Loss) -> [UInt8] {
        let half = bytes.count / 2
        let third = bytes.count / 3
        switch loss {
        case .theEndOfTheLast: return Array(bytes[..<half])
        case .allButOneByteOfTheLast: return Array(bytes.prefix(1))
        case .theBeginningOfTheLast:
            return [UInt8](repeating: 0, count: half) + bytes[half...]
        case .theMiddleOfTheLast:
            return bytes[..<third] + [UInt8](repeating: 0, count: third) + bytes[(third * 2)...]
        default: return bytes
        }
    }
}
