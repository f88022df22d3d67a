/// Reads the whole journal at the start: what is there, and whether its end was torn.
///
/// Nothing on disk is changed here; what has to be mended is handed on.
struct Recovery {
    /// Every record that counts.
    private(set) var catalogue = Catalogue()
    /// The files of the journal in order.
    private(set) var segments: [SegmentFile] = []
    /// The greatest id that is on disk, also of records that are gone.
    private(set) var lastID: RecordID?
    /// The order of the lines so far.
    private(set) var rule = TailRule(sequence: 0, batch: 0)
    /// Where the last file's good lines end.
    private(set) var end = 0
    /// The length of the last file, more than `end` where it is torn.
    private(set) var length = 0

    private var damage: Damage?
    private var badPlace: Damage?

    /// Reads every file of the journal.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - fileSystem: The way to it.
    /// - Throws: `StoreError.damaged`, `.newerFormat`, or `.unusable` where reading failed.
    init(_ folder: String, _ fileSystem: any FileSystem) throws(StoreError) {
        do {
            let names = try fileSystem.list(folder)
            for number in names.compactMap(JournalFormat.number(ofFile:)).sorted() {
                let path = "\(folder)/\(JournalFormat.fileName(number))"
                let segment = SegmentFile(
                    number: number, path: path,
                    descriptor: try fileSystem.open(path, for: .appending), fileSystem: fileSystem)
                segments.append(segment)
                catalogue.add(segment)
            }
        } catch {
            throw StoreError.unusable(error, in: folder, fileSystem)
        }
        for segment in segments {
            // The header of a file is written after the sync of all that stands before it.
            if let badPlace { throw .damaged(badPlace) }
            var reader = LineReader(
                fileSystem, descriptor: segment.descriptor, path: segment.path)
            try read(segment, &reader)
        }
    }

    private mutating func read(
        _ segment: SegmentFile, _ reader: inout LineReader
    ) throws(StoreError) {
        guard let header = try next(&reader) else {
            throw .damaged(
                Damage(path: segment.path, line: 1, offset: 0, reason: "the file is empty"))
        }
        try readHeader(segment, header, reader.window.span)
        end = reader.offset
        var number = 1
        while let line = try next(&reader) {
            number += 1
            let place = Damage(path: segment.path, line: number, offset: line.offset, reason: "")
            let window = reader.window.span
            if line.isTerminated, Seal.isIntact(window.extracting(line.range)) {
                try meet(window, line.range, place, segment, fileOffset: line.offset)
                if badPlace == nil, damage == nil { end = reader.offset }
            } else {
                rule.meetBadPlace(
                    window.extracting(line.range), isTerminated: line.isTerminated)
                meetBadPlace(window, line.range, place)
                if line.isTerminated, let inner = Self.lineWithin(window, line.range) {
                    try meet(window, inner, place, segment, fileOffset: line.offset)
                }
            }
        }
        length = reader.offset
        if let damage { throw .damaged(damage) }
        if let badPlace, !rule.hasTear { throw .damaged(badPlace) }
    }

    private func next(_ reader: inout LineReader) throws(StoreError) -> LineReader.Line? {
        do {
            return try reader.next()
        } catch {
            throw .unusable(error, advice: "the journal can't be read; nothing was changed on disk")
        }
    }

    private mutating func readHeader(
        _ segment: SegmentFile, _ line: LineReader.Line, _ bytes: Span<UInt8>
    ) throws(StoreError) {
        var place = Damage(path: segment.path, line: 1, offset: 0, reason: "the header is damaged")
        guard line.isTerminated, Seal.isIntact(bytes.extracting(line.range)) else {
            throw .damaged(place)
        }
        let header = try reading(place) { () throws(JournalLine.Failure) in
            try JournalHeader(bytes, in: line.range)
        }
        guard header.segment == segment.number, header.sequence == rule.sequence,
            header.batch == rule.batch
        else {
            place.reason =
                "the journal goes on here after seq \(header.sequence),"
                + " but the files before it end with seq \(rule.sequence)"
            throw .damaged(place)
        }
        lastID = [lastID, header.lastID].compactMap(\.self).max()
    }

    /// Takes a line with a right checksum.
    private mutating func meet(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ place: Damage, _ segment: SegmentFile,
        fileOffset: Int
    ) throws(StoreError) {
        guard damage == nil else {
            damage?.intactAfter += 1
            return
        }
        let line = try reading(place) { () throws(JournalLine.Failure) in
            try JournalLine(bytes, in: range)
        }
        switch rule.meet(line) {
        case .accepted:
            for operation in line.operations {
                apply(
                    operation, segment,
                    offset: fileOffset + operation.range.lowerBound - range.lowerBound)
            }
        case .torn: badPlace?.intactAfter += 1
        case .damage(let reason):
            damage = badPlace ?? place
            damage?.reason = reason
            damage?.intactAfter += 1
        }
    }

    private mutating func apply(
        _ operation: JournalLine.Operation, _ segment: SegmentFile, offset: Int
    ) {
        lastID = max(lastID ?? operation.id, operation.id)
        guard operation.isPut else { return catalogue.remove(operation.type, operation.id) }
        catalogue.put(
            operation.type,
            IndexSlot(
                id: operation.id, segment: segment.number, offset: offset,
                length: operation.range.count, revision: operation.revision))
    }

    private mutating func meetBadPlace(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ place: Damage
    ) {
        guard badPlace == nil, damage == nil else { return }
        badPlace = place
        badPlace?.reason = "the line was changed after it was saved"
        badPlace?.id = SealedMembers(bytes, in: range).id?.description
    }

    /// Finds the line that a lost line end glued to the one before it.
    ///
    /// No text of a record can look like the beginning of a line, since quotes are escaped in it; the
    /// bound keeps a file of nothing but beginnings from taking for ever.
    private static func lineWithin(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        var tries = 0
        var index = range.lowerBound + 1
        while index + beginning.count < range.upperBound, tries < 64 {
            if beginning.indices.allSatisfy({ bytes[index + $0] == beginning[$0] }) {
                tries += 1
                let inner = index..<range.upperBound
                if Seal.isIntact(bytes.extracting(inner)) { return inner }
            }
            index += 1
        }
        return nil
    }

    private static let beginning = Array(#"{"v":"#.utf8)

    /// Turns what makes a line unusable into what stops the start.
    private func reading<Result>(
        _ place: Damage, _ body: () throws(JournalLine.Failure) -> Result
    ) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            switch error {
            case .newer(let version):
                throw .newerFormat(
                    path: place.path, found: version, known: JournalFormat.version)
            case .unreadable(let reason):
                var place = place
                place.reason = reason
                throw .damaged(place)
            }
        }
    }
}
