internal import FormworkRecords
internal import Groundwork
internal import System

/// A snapshot or a segment, open as long as anyone may still read a record from it.
final class DataFile: Sendable {
    /// Its number in the catalogue: a segment's own, from 1; a snapshot's from ``firstSnapshot``.
    let number: Int
    /// Its path.
    let path: String
    /// The open file; -1 where the bytes are in memory.
    let descriptor: Int32
    private let memory: [UInt8]
    private let fileSystem: any FileSystem

    /// Where the numbers of snapshots begin; those of segments are below.
    static let firstSnapshot = 1 << 23
    /// The number of the lines that a person edited.
    static let edits = 0

    /// Takes over an open file, which is closed with this object.
    init(number: Int, path: String, descriptor: Int32, fileSystem: any FileSystem) {
        self.number = number
        self.path = path
        self.descriptor = descriptor
        self.fileSystem = fileSystem
        memory = []
    }

    /// Holds lines in memory until they are written.
    init(edits: [UInt8], of folder: Folder) {
        number = Self.edits
        path = folder.path
        descriptor = -1
        fileSystem = folder.fileSystem
        memory = edits
    }

    deinit {
        if descriptor >= 0 { fileSystem.close(descriptor) }
    }

    /// Reads a record.
    func record(at location: RecordLocation) throws(FolderError) -> StoredRecord {
        let bytes = try bytes(at: location.offset, count: Int(location.length))
        guard let record = StoredRecord(sealed: bytes), record.id == location.id.description,
            record.revision == Int(location.revision)
        else { throw changed(location) }
        return record
    }

    /// Reads a record's sealed object without looking into its document.
    ///
    /// - Returns: The object from brace to brace, its checksum being right.
    /// - Throws: `FolderError.damaged` where it isn't what was written, `.unusable` where reading failed.
    func sealedObject(at location: RecordLocation) throws(FolderError) -> [UInt8] {
        let bytes = try bytes(at: location.offset, count: Int(location.length))
        guard LineChecksum.isIntact(bytes.span) else { throw changed(location) }
        let fields = LineFields(bytes.span, in: 0..<bytes.count, isSnapshot: true)
        guard fields.id == location.id, fields.revision == Int(location.revision) else {
            throw changed(location)
        }
        return bytes
    }

    /// Reads bytes as they are; fewer come at the end of the file.
    func bytes(at offset: Int, count: Int) throws(FolderError) -> [UInt8] {
        guard descriptor >= 0 else { return Array(memory.dropFirst(offset).prefix(count)) }
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = try FolderError.wrapping { [bytes] () throws(SystemError) in
                try fileSystem.read(
                    descriptor, at: offset + bytes.count, count: count - bytes.count, path: path)
            }
            if part.isEmpty { break }
            if bytes.isEmpty { bytes = part } else { bytes.append(contentsOf: part) }
        }
        return bytes
    }

    private func changed(_ location: RecordLocation) -> FolderError {
        .damaged(
            Damage(
                path: path, line: 0, offset: location.offset,
                reason: "the record is no longer what was saved", id: location.id.description))
    }
}
