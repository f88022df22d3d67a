internal import Groundwork
internal import System

/// Writes the snapshot of one type under a name of its own, until it is given the right one.
struct SnapshotWriter {
    /// The snapshot.
    let snapshot: Snapshot
    /// The path that it has so far.
    let draft: String
    /// Where each record stood and stands, in the order of their ids.
    let moves: [(RecordLocation, RecordLocation)]

    /// How many bytes are written at once.
    private static let chunk = 1 << 20

    /// Writes and syncs the file.
    ///
    /// - Parameters:
    ///   - header: What its first line says.
    ///   - records: The records as they were then.
    ///   - number: The number that the file gets in the index.
    ///   - folder: The store's folder.
    /// - Throws: What stands in the way; there is no file then.
    init(
        _ header: SnapshotHeader, of records: Catalogue, number: Int, in folder: Folder
    ) throws(FolderError) {
        let fileSystem = folder.fileSystem
        let path = folder.path(FolderLayout.snapshot(header.type))
        let draft = FolderLayout.draft(of: path)
        self.draft = draft
        try? fileSystem.remove(draft)
        let file = try FolderError.wrapping { () throws(SystemError) in
            DataFile(
                number: number, path: path, descriptor: try fileSystem.open(draft, for: .creating),
                fileSystem: fileSystem)
        }
        do {
            let (size, moves) = try Self.write(
                header, of: records, to: file, called: draft, fileSystem)
            self.moves = moves
            snapshot = Snapshot(file: file, header: header, size: size)
        } catch {
            try? fileSystem.remove(draft)
            throw error
        }
    }

    /// Adds a record to the bytes of a snapshot: all that its sealed object says but what is the journal's.
    ///
    /// - Parameters:
    ///   - object: The sealed object, from brace to brace.
    ///   - buffer: Gets the line.
    /// - Returns: Where the record stands in the buffer, without the line end.
    static func append(_ object: [UInt8], to buffer: inout [UInt8]) -> Range<Int> {
        let start = buffer.count
        let bytes = object.span
        buffer.append(contentsOf: "{\"v\":\(FolderLayout.version)".utf8)
        var scanner = ObjectScanner(0..<bytes.count)
        while let name = scanner.nextName(in: bytes), let value = scanner.nextValue(in: bytes) {
            if LineFields.isOfJournal(name, in: bytes) { continue }
            buffer.append(UInt8(ascii: ","))
            buffer.append(contentsOf: object[name.lowerBound - 1...name.upperBound])
            buffer.append(UInt8(ascii: ":"))
            buffer.append(contentsOf: object[value])
        }
        LineChecksum.close(&buffer, from: start)
        let end = buffer.count
        buffer.append(UInt8(ascii: "\n"))
        return start..<end
    }

    private static func write(
        _ header: SnapshotHeader, of records: Catalogue, to file: DataFile, called draft: String,
        _ fileSystem: any FileSystem
    ) throws(FolderError) -> (size: Int, moves: [(RecordLocation, RecordLocation)]) {
        var written = 0
        var buffer = LineWriter.header(header, time: .now())
        var moves: [(RecordLocation, RecordLocation)] = []
        moves.reserveCapacity(header.count)
        while true {
            let page = records.records(header.type, after: moves.last?.0.id, limit: 256)
            for record in page {
                let old = record.location
                let range = append(try record.file.sealedObject(at: old), to: &buffer)
                let new = RecordLocation(
                    id: old.id, file: file.number, offset: written + range.lowerBound,
                    length: range.count, revision: old.revision)
                moves.append((old, new))
            }
            guard page.isEmpty || buffer.count >= chunk else { continue }
            try FolderError.wrapping { () throws(SystemError) in
                try fileSystem.writeAll(file.descriptor, buffer.span, path: draft)
            }
            written += buffer.count
            buffer.removeAll(keepingCapacity: true)
            if page.isEmpty { break }
        }
        try FolderError.wrapping { () throws(SystemError) in
            try fileSystem.sync(file.descriptor, path: draft)
        }
        return (written, moves)
    }
}
