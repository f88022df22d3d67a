/// A file of the journal that stays open as long as anyone may still read a record from it.
final class SegmentFile: Sendable {
    /// Its number.
    let number: Int
    /// Its path.
    let path: String
    /// The open file.
    let descriptor: Int32
    private let fileSystem: any FileSystem

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - number: Its number.
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
        var bytes: [UInt8] = []
        while bytes.count < Int(slot.length) {
            let part: [UInt8]
            do {
                part = try fileSystem.read(
                    descriptor, at: slot.offset + bytes.count,
                    count: Int(slot.length) - bytes.count, path: path)
            } catch {
                throw .unusable(error, advice: "")
            }
            if part.isEmpty { break }
            if bytes.isEmpty { bytes = part } else { bytes.append(contentsOf: part) }
        }
        guard let record = StoredRecord(sealed: bytes), record.id == slot.id.description,
            record.revision == Int(slot.revision)
        else {
            throw .damaged(
                Damage(
                    path: path, line: 0, offset: slot.offset,
                    reason: "the record is no longer what was saved", id: slot.id.description))
        }
        return record
    }
}
