/// The files of a journal that a start reads, and those that the bases have made needless.
struct JournalFiles {
    /// The files that count, in order.
    private(set) var files: [RecordFile] = []
    /// The headers of these files.
    private(set) var headers: [JournalHeader] = []
    /// The paths of files that a crash kept from being removed.
    private(set) var leftovers: [String] = []

    /// Finds the files, the last one first, until one begins where the bases end.
    ///
    /// - Parameters:
    ///   - names: The names in the folder.
    ///   - folder: The folder.
    ///   - bases: The base of each type.
    ///   - fileSystem: The way to them.
    ///   - view: How they are read.
    /// - Throws: `StoreError.damaged` where a file is missing or has no sound header, `.newerFormat`,
    ///   or `.unusable`.
    init(
        _ names: [String], in folder: String, _ bases: [String: Base],
        _ fileSystem: any FileSystem, _ view: FolderView
    ) throws(StoreError) {
        let numbers = Set(names.compactMap(JournalFormat.number(ofFile:)))
        guard var number = numbers.max() else {
            guard let base = bases.values.min(by: { $0.file.path < $1.file.path }) else { return }
            throw .damaged(
                Damage(
                    path: base.file.path, line: 1, offset: 0,
                    reason: "the journal that goes on after it is missing"))
        }
        while true {
            let path = "\(folder)/\(JournalFormat.fileName(number))"
            guard numbers.contains(number) else {
                throw .damaged(Self.missing(path, before: headers[0], bases))
            }
            let file: RecordFile
            do {
                file = RecordFile(
                    number: number, path: path,
                    descriptor: try fileSystem.open(view.path(path), for: .reading),
                    fileSystem: fileSystem, upcasters: view.upcasters)
            } catch {
                throw StoreError.unusable(error, in: folder, fileSystem)
            }
            let header = try Self.header(of: file, fileSystem)
            files.insert(file, at: 0)
            headers.insert(header, at: 0)
            if header.changes.allSatisfy({ $1 <= bases[$0]?.header.sequence ?? 0 }) { break }
            number -= 1
        }
        leftovers = numbers.filter { $0 < number }.sorted().map {
            "\(folder)/\(JournalFormat.fileName($0))"
        }
    }

    private static func header(
        of file: RecordFile, _ fileSystem: any FileSystem
    ) throws(StoreError) -> JournalHeader {
        var reader = LineReader(
            fileSystem, descriptor: file.descriptor, path: file.path, chunk: 4096)
        var place = Damage(path: file.path, line: 1, offset: 0, reason: "the file is empty")
        guard let line = try reader.nextLine() else { throw .damaged(place) }
        place.reason = "the header is damaged"
        guard reader.isIntact(line) else { throw .damaged(place) }
        let window = reader.window.span
        let header = try place.explaining { () throws(JournalLine.Failure) in
            try JournalHeader(window, in: line.range, file.upcasters)
        }
        guard header.segment == file.number else {
            place.reason = "the header is of file \(header.segment)"
            throw .damaged(place)
        }
        return header
    }

    /// Names a file of the journal that isn't there, and the base that could stand for it.
    private static func missing(
        _ path: String, before header: JournalHeader, _ bases: [String: Base]
    ) -> Damage {
        let short = header.changes.filter { $1 > bases[$0]?.header.sequence ?? 0 }
        let reasons = short.sorted { $0.key < $1.key }.map { type, sequence in
            let end =
                bases[type].map { "ends with seq \($0.header.sequence)" } ?? "is missing too"
            return "\(BaseFormat.fileName(type)), which could stand for it up to seq \(sequence),"
                + " \(end)"
        }
        return Damage(
            path: path, line: 0, offset: 0,
            reason: "the file is missing, and " + reasons.joined(separator: ", and "))
    }
}
