/// A base or a file of the journal, open as long as anyone may still read a record from it.
final class RecordFile: Sendable {
    /// Its number in the index.
    let number: Int
    /// Its path.
    let path: String
    /// The open file.
    let descriptor: Int32
    private let fileSystem: any FileSystem

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - number: Its number in the index.
    ///   - path: Its path.
    ///   - descriptor: The open file, closed with this object.
    ///   - fileSystem: The way to it.
    init(number: Int, path: String, descriptor: Int32, fileSystem: any FileSystem) {
        self.number = number
        self.path = path
        self.descriptor = descriptor
        self.fileSystem = fileSystem
    }

    deinit {
        fileSystem.close(descriptor)
    }

    /// Reads a record from this file.
    ///
    /// - Parameter slot: Where it stands.
    /// - Returns: The record.
    /// - Throws: `StoreError.damaged` where it isn't what was written, `.unusable` where reading failed.
    func record(at slot: IndexSlot) throws(StoreError) -> StoredRecord {
        guard let record = StoredRecord(sealed: try bytes(at: slot)),
            record.id == slot.id.description, record.revision == Int(slot.revision)
        else { throw rotten(slot) }
        return record
    }

    /// Reads a record's sealed object without looking into its document.
    ///
    /// - Parameter slot: Where it stands.
    /// - Returns: The object from brace to brace, its checksum being right.
    /// - Throws: `StoreError.damaged` where it isn't what was written, `.unusable` where reading failed.
    func sealedObject(at slot: IndexSlot) throws(StoreError) -> [UInt8] {
        let bytes = try bytes(at: slot)
        guard Seal.isIntact(bytes.span) else { throw rotten(slot) }
        let members = SealedMembers(bytes.span, in: 0..<bytes.count, isBase: true)
        guard members.id == slot.id, members.revision == Int(slot.revision) else {
            throw rotten(slot)
        }
        return bytes
    }

    private func bytes(at slot: IndexSlot) throws(StoreError) -> [UInt8] {
        try bytes(at: slot.offset, count: Int(slot.length))
    }

    /// Reads bytes as they are.
    ///
    /// - Parameters:
    ///   - offset: Where they begin.
    ///   - count: How many are wanted.
    /// - Returns: The bytes, fewer at the end of the file.
    /// - Throws: `StoreError.unusable` where reading failed.
    func bytes(at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part: [UInt8]
            do {
                part = try fileSystem.read(
                    descriptor, at: offset + bytes.count, count: count - bytes.count, path: path)
            } catch {
                throw .unusable(error, advice: "")
            }
            if part.isEmpty { break }
            if bytes.isEmpty { bytes = part } else { bytes.append(contentsOf: part) }
        }
        return bytes
    }

    private func rotten(_ slot: IndexSlot) -> StoreError {
        .damaged(
            Damage(
                path: path, line: 0, offset: slot.offset,
                reason: "the record is no longer what was saved", id: slot.id.description))
    }
}
