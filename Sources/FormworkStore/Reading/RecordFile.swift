/// A base or a file of the journal, open as long as anyone may still read a record from it.
final class RecordFile: Sendable {
    /// Its number in the index.
    let number: Int
    /// Its path.
    let path: String
    /// The open file.
    let descriptor: Int32
    /// What lifts the lines in it that are of an older version.
    let upcasters: Upcasters
    private let fileSystem: any FileSystem

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - number: Its number in the index.
    ///   - path: Its path.
    ///   - descriptor: The open file, closed with this object.
    ///   - fileSystem: The way to it.
    ///   - upcasters: What lifts lines of an older version.
    init(
        number: Int, path: String, descriptor: Int32, fileSystem: any FileSystem,
        upcasters: Upcasters = .all
    ) {
        self.upcasters = upcasters
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
        guard let record = StoredRecord(sealed: try newest(at: slot)),
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
        let bytes = try newest(at: slot)
        guard Seal.isIntact(bytes.span) else { throw rotten(slot) }
        let members = SealedMembers(bytes.span, in: 0..<bytes.count, isBase: true)
        guard members.id == slot.id, members.revision == Int(slot.revision) else {
            throw rotten(slot)
        }
        return bytes
    }

    /// Reads a sealed object as the newest version writes it; what is damaged comes as it is.
    private func newest(at slot: IndexSlot) throws(StoreError) -> [UInt8] {
        let bytes = try bytes(at: slot.offset, count: Int(slot.length))
        guard !upcasters.isEmpty, Seal.isIntact(bytes.span) else { return bytes }
        let range = 0..<bytes.count
        let version = SealedMembers(bytes.span, in: range, isBase: true).version
        let lifted = try? upcasters.lift(bytes.span, in: range, from: version)
        return lifted ?? bytes
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
