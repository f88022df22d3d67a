/// All records of one type as they were after a line of the journal, in a file of their own.
struct Base: Sendable {
    /// The open file.
    let file: RecordFile
    /// What its first line says.
    let header: BaseHeader
    /// Its length in bytes.
    let size: Int

    /// Joins the parts of a base.
    ///
    /// - Parameters:
    ///   - file: The open file.
    ///   - header: What its first line says.
    ///   - size: Its length in bytes.
    init(file: RecordFile, header: BaseHeader, size: Int) {
        self.file = file
        self.header = header
        self.size = size
    }

    /// Reads a base at the start.
    ///
    /// - Parameters:
    ///   - type: The type that its name says.
    ///   - file: The open file.
    ///   - fileSystem: The way to it.
    ///   - catalogue: Gets every record of it.
    ///   - references: Gets the files that they name.
    ///   - note: Called at each line.
    /// - Throws: `StoreError.damaged` where a line isn't what was written or one is missing,
    ///   `.newerFormat`, or `.unusable` where reading failed.
    init(
        _ type: String, _ file: RecordFile, _ fileSystem: any FileSystem,
        into catalogue: inout Catalogue, _ references: inout FileReferences,
        _ note: () -> Void
    ) throws(StoreError) {
        var reader = LineReader(fileSystem, descriptor: file.descriptor, path: file.path)
        var place = Damage(path: file.path, line: 1, offset: 0, reason: "the header is damaged")
        guard let first = try reader.nextLine(), reader.isIntact(first) else {
            throw .damaged(place)
        }
        header = try Self.header(reader, first, place, file.upcasters)
        guard header.type == type else {
            place.reason = "it is the base of \(header.type)"
            throw .damaged(place)
        }
        catalogue.add(type)
        catalogue.add(file)
        var count = 0
        var last: RecordID?
        var damage: Damage?
        while let line = try reader.nextLine() {
            count += 1
            note()
            let isIntact = reader.isIntact(line)
            if damage != nil {
                if isIntact { damage?.intactAfter? += 1 }
                continue
            }
            let window = reader.window.span
            var record: BaseLine?
            if isIntact {
                do {
                    record = try BaseLine(window, in: line.range, of: type, file.upcasters)
                } catch {
                    guard case .unreadable = error else { throw error.stopping(place) }
                }
            }
            guard let record, last.map({ $0 < record.id }) ?? true else {
                let reason =
                    isIntact
                    ? "it is no record of \(type) or not in the order of the ids"
                    : "the line was changed after it was saved"
                damage = Damage(
                    path: file.path, line: count + 1, offset: line.offset, reason: reason,
                    id: SealedMembers(window, in: line.range, isBase: true).id?.description,
                    intactAfter: 0)
                continue
            }
            last = record.id
            references.set(record.files, for: FileReferences.Record(type: type, id: record.id))
            catalogue.put(
                type,
                IndexSlot(
                    id: record.id, segment: file.number, offset: line.offset,
                    length: line.range.count, revision: record.revision))
        }
        if let damage { throw .damaged(damage) }
        guard count == header.count else {
            place.line = count + 1
            place.offset = reader.offset
            place.reason = "the file has \(count) records, but its header says \(header.count)"
            throw .damaged(place)
        }
        self.file = file
        size = reader.offset
    }

    private static func header(
        _ reader: LineReader, _ line: LineReader.Line, _ place: Damage, _ upcasters: Upcasters
    ) throws(StoreError) -> BaseHeader {
        let window = reader.window.span
        return try place.explaining { () throws(JournalLine.Failure) in
            try BaseHeader(window, in: line.range, upcasters)
        }
    }
}

extension LineReader {
    /// Reads the next line at the start of a store.
    ///
    /// - Returns: The line, or `nil` at the end of the file.
    /// - Throws: `StoreError.unusable`.
    mutating func nextLine() throws(StoreError) -> Line? {
        do {
            return try next()
        } catch {
            throw .unusable(error, advice: "the file can't be read; nothing was changed on disk")
        }
    }

    /// Whether a line ends as it should and has the right checksum.
    ///
    /// - Parameter line: The line that was read last.
    /// - Returns: Whether it is what was written.
    func isIntact(_ line: Line) -> Bool {
        line.isTerminated && Seal.isIntact(window.span.extracting(line.range))
    }
}

extension Damage {
    /// Turns what makes a line unusable into what stops the start.
    ///
    /// - Parameter body: Reads the line that stands at this place.
    /// - Returns: What it read.
    /// - Throws: `StoreError.damaged` or `.newerFormat`.
    func explaining<Result>(
        _ body: () throws(JournalLine.Failure) -> Result
    ) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw error.stopping(self)
        }
    }
}

extension JournalLine.Failure {
    /// What stops the start where this is met.
    ///
    /// - Parameter place: Where.
    /// - Returns: `StoreError.damaged` or `.newerFormat`.
    func stopping(_ place: Damage) -> StoreError {
        switch self {
        case .newer(let version):
            return .newerFormat(path: place.path, found: version, known: JournalFormat.version)
        case .unreadable(let reason):
            var place = place
            place.reason = reason
            return .damaged(place)
        }
    }
}
