/// The journal's half: which segments count, and in which order their lines do.
extension FolderReader {
    private typealias Segment = (file: DataFile, header: JournalHeader?)

    mutating func readJournal(_ names: [String]) throws(FolderError) {
        let numbers = Set(names.compactMap(FolderLayout.segmentNumber))
        guard let newest = numbers.max() else {
            guard let snapshot = snapshots.values.min(by: { $0.file.path < $1.file.path }) else {
                return
            }
            let damage = Damage(
                path: snapshot.file.path, line: 1, offset: 0,
                reason: "the journal that goes on after it is missing")
            return add(damage, snapshot.file, 0..<0)
        }
        var (needed, oldest) = try neededSegments(numbers, newest)
        if damages.isEmpty {
            leftovers = numbers.filter { $0 < oldest }.sorted().map(FolderLayout.segment)
        } else {
            // What is damaged in a snapshot may still stand in a segment that only a crash has kept.
            for number in numbers.filter({ $0 < oldest }).sorted(by: >) {
                needed.append(try open(number))
            }
        }
        for segment in needed.reversed() {
            begin(segment, isFirst: segment.file.number <= oldest)
            try read(segment)
        }
        endJournal()
    }

    /// Finds the segments that aren't wholly in the snapshots, the newest first.
    private mutating func neededSegments(
        _ numbers: Set<Int>, _ newest: Int
    ) throws(FolderError) -> (segments: [Segment], oldest: Int) {
        var segments: [Segment] = []
        var number = newest
        while numbers.contains(number) {
            let segment = try open(number)
            segments.append(segment)
            if let header = segment.header, missing(before: header).isEmpty {
                return (segments, number)
            }
            number -= 1
        }
        if damages.isEmpty, let last = segments.last, let header = last.header {
            let reasons = missing(before: header).sorted { $0.key < $1.key }.map { type, sequence in
                let end =
                    snapshots[type].map { "ends with seq \($0.header.sequence)" }
                    ?? "is missing too"
                return "\(FolderLayout.snapshot(type)), which could stand for it"
                    + " up to seq \(sequence), \(end)"
            }
            let damage = Damage(
                path: folder.path(FolderLayout.segment(number)), line: 0, offset: 0,
                reason: "the file is missing, and " + reasons.joined(separator: ", and "))
            add(damage, last.file, 0..<0)
        }
        return (segments, number + 1)
    }

    /// The types whose snapshots lack changes from before a segment, with the sequence of the last change.
    private func missing(before header: JournalHeader) -> [String: Int] {
        header.changes.filter { $1 > snapshots[$0]?.header.sequence ?? 0 }
    }

    /// Opens a segment and looks at its header; `nil` where that is damaged, which reading it will tell.
    private func open(_ number: Int) throws(FolderError) -> Segment {
        let file = try folder.open(FolderLayout.segment(number), as: number)
        var reader = LineReader(
            folder.fileSystem, descriptor: file.descriptor, path: file.path, chunk: 4096)
        var edits = edits
        var location = Damage(path: file.path, line: 0, offset: 0, reason: "")
        while let line = try reader.nextLine() {
            location.line += 1
            location.offset = line.offset
            var bytes = Array(reader.window[line.range])
            if !reader.isIntact(line) {
                guard let edited = try edits?.seal(line, of: reader, location) else { break }
                if edited.isEmpty { continue }
                bytes = edited
            }
            do throws(UnusableLine) {
                let header = try JournalHeader(bytes.span, in: 0..<bytes.count)
                return (file, header)
            } catch {
                guard case .newer = error else { break }
                throw error.error(at: location)
            }
        }
        return (file, nil)
    }

    /// Checks that a segment continues where the segments before it end.
    private mutating func begin(_ segment: Segment, isFirst: Bool) {
        // A header is written after the sync of all that stands before it.
        confirmSuspects()
        beginFile()
        guard let header = segment.header else { return }
        let location = Damage(path: segment.file.path, line: 1, offset: 0, reason: "")
        if header.segment != segment.file.number {
            var location = location
            location.reason = "the header is of file \(header.segment)"
            add(location, segment.file, 0..<0)
        }
        if isFirst {
            changes = header.changes
        } else if header.sequence != rule.sequence || header.batch != rule.batch, damages.isEmpty {
            var location = location
            location.reason =
                "the journal goes on here after seq \(header.sequence),"
                + " but the files before it end with seq \(rule.sequence)"
            add(location, segment.file, 0..<0)
        }
        rule = TailRule(sequence: header.sequence, batch: header.batch)
        see(header.sequence, header.lastID)
        lastBatch = max(lastBatch, header.batch)
        types.formUnion(header.changes.keys)
        isClean = header.isClean
    }

    private mutating func read(_ segment: Segment) throws(FolderError) {
        let file = segment.file
        catalogue.add(file)
        var reader = LineReader(
            folder.fileSystem, descriptor: file.descriptor, path: file.path)
        var location = Damage(path: file.path, line: 0, offset: 0, reason: "")
        var isHeaderDue = true
        (headerEnd, end) = (0, 0)
        while let line = try reader.nextLine() {
            location.line += 1
            location.offset = line.offset
            countLine()
            let isFirst = isHeaderDue
            isHeaderDue = false
            let window = reader.window.span
            if reader.isIntact(line) {
                countIntact()
                if isFirst, isHeader(window, line.range, file, location) {
                    headerEnd = reader.offset
                } else {
                    try take(
                        window, line.range, location, line.fileRange, file, file.number,
                        at: line.offset)
                }
            } else if let new = try edits?.seal(line, of: reader, location) {
                if new.isEmpty {
                    isHeaderDue = isFirst
                } else if !isFirst || !isHeader(new.span, 0..<new.count, file, location) {
                    let offset = try edits?.add(new, of: nil, location) ?? 0
                    try take(
                        new.span, 0..<new.count, location, line.fileRange, file, DataFile.edits,
                        at: offset)
                }
            } else if isFirst {
                location.reason = "the header is damaged"
                add(location, file, line.fileRange)
            } else {
                try suspect(window, line, location, file)
            }
            if suspects.isEmpty, damages.isEmpty { end = reader.offset }
        }
        if location.line == 0 {
            location.line = 1
            location.reason = "the file is empty"
            add(location, file, 0..<0)
        }
        segments.append((file, reader.offset))
    }

    private mutating func isHeader(
        _ bytes: Span<UInt8>, _ line: Range<Int>, _ file: DataFile, _ location: Damage
    ) -> Bool {
        do throws(UnusableLine) {
            _ = try JournalHeader(bytes, in: line)
            return true
        } catch {
            if case .damaged(let damage) = error.error(at: location) { add(damage, file, 0..<0) }
            return false
        }
    }

    /// Takes a line with a right checksum.
    private mutating func take(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ location: Damage, _ fileRange: Range<Int>,
        _ file: DataFile, _ number: Int, at offset: Int
    ) throws(FolderError) {
        var line: JournalLine
        do throws(UnusableLine) {
            line = try JournalLine(bytes, in: range)
        } catch {
            return try add(error, at: location, file, fileRange)
        }
        for index in line.operations.indices {
            let operation = line.operations[index].range
            let start = offset + operation.lowerBound - range.lowerBound
            line.operations[index].range = start..<start + operation.count
        }
        endCleanly(location, file)
        see(line.sequence, nil)
        lastBatch = max(lastBatch, line.batch)
        switch rule.judge(line) {
        case .accepted: apply(line, number)
        case .torn:
            pending.append((line, number))
            suspects[0].damage.intactAfter? += 1
        case .damage(let reason):
            let isRepeated = line.sequence <= rule.sequence
            if suspects.isEmpty {
                var location = location
                location.reason = reason
                location.intactAfter = isRepeated ? 0 : 1
                add(
                    location, file,
                    isRepeated ? fileRange : fileRange.lowerBound..<fileRange.lowerBound)
            } else {
                suspects[0].damage.intactAfter? += 1
                confirmSuspects(reason)
            }
            guard !isRepeated else { return }
            rule = TailRule(after: line)
            apply(line, number)
        }
    }

    /// Refuses a line behind the header with which a stop in good order ends the journal.
    private mutating func endCleanly(_ location: Damage, _ file: DataFile) {
        guard isClean else { return }
        isClean = false
        var location = location
        location.reason = "something follows though the service was stopped in good order"
        add(location, file, location.offset..<location.offset)
    }

    /// Keeps a damaged line until it is known whether it is torn off the journal's end.
    private mutating func suspect(
        _ window: Span<UInt8>, _ line: LineReader.Line, _ location: Damage, _ file: DataFile
    ) throws(FolderError) {
        endCleanly(location, file)
        rule.addDamage(window.extracting(line.range), isTerminated: line.isTerminated)
        var location = location
        location.reason = "the line was changed after it was saved"
        location.id = LineFields(window, in: line.range).id?.description
        location.intactAfter = 0
        var range = line.fileRange
        let inner = line.isTerminated ? Self.lineWithin(window, line.range) : nil
        if let inner {
            range = range.lowerBound..<range.lowerBound + inner.lowerBound - line.range.lowerBound
        }
        suspects.append(DamagedBytes(damage: location, file: file, range: range))
        guard let inner else { return }
        try take(
            window, inner, location, range.upperBound..<line.fileRange.upperBound, file,
            file.number, at: range.upperBound)
    }

    /// Tells that what was suspected to be torn off is damaged; the lines behind it count then.
    private mutating func confirmSuspects(_ reason: String? = nil) {
        guard !suspects.isEmpty else { return }
        if let reason { suspects[0].damage.reason = reason }
        for suspect in suspects { add(suspect) }
        for (line, file) in pending { apply(line, file) }
        (suspects, pending) = ([], [])
    }

    private mutating func endJournal() {
        if let first = suspects.first, let last = segments.last, rule.hasTear {
            tear = DamagedBytes(
                damage: first.damage, file: last.file,
                range: first.range.lowerBound..<last.length)
            (suspects, pending) = ([], [])
        }
        confirmSuspects()
        guard damages.isEmpty else { return }
        // What a snapshot holds was in the journal once.
        for snapshot in snapshots.values where snapshot.header.sequence > rule.sequence {
            let damage = Damage(
                path: snapshot.file.path, line: 1, offset: 0,
                reason: "it goes up to seq \(snapshot.header.sequence),"
                    + " but the journal ends with seq \(rule.sequence)")
            add(damage, snapshot.file, 0..<0)
        }
    }

    /// Applies a line; what its type's snapshot already has changes nothing.
    private mutating func apply(_ line: JournalLine, _ file: Int) {
        for operation in line.operations {
            let (type, id) = (operation.type, operation.id)
            types.insert(type)
            see(line.sequence, id)
            changes[type] = line.sequence
            if options.personalTypes.contains(type), !operation.isPut || operation.revision > 1 {
                lastErasure = line.sequence
            }
            guard line.sequence > snapshots[type]?.header.sequence ?? 0 || unsure.contains(id)
            else { continue }
            references.set(operation.files, for: AttachmentReferences.Record(type: type, id: id))
            if operation.isPut {
                catalogue.put(
                    type,
                    RecordLocation(
                        id: id, file: file, offset: operation.range.lowerBound,
                        length: operation.range.count, revision: operation.revision))
            } else {
                catalogue.remove(type, id)
            }
        }
    }

    /// Finds the line that a lost line end glued to the one before it.
    ///
    /// No text of a record can look like the beginning of a line, since quotes are escaped in it. The
    /// bound keeps a file of nothing but beginnings from taking for ever.
    private static func lineWithin(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        var tries = 0
        var index = range.lowerBound + 1
        while index + beginning.count < range.upperBound, tries < 64 {
            if beginning.indices.allSatisfy({ bytes[index + $0] == beginning[$0] }) {
                tries += 1
                let inner = index..<range.upperBound
                if LineChecksum.isIntact(bytes.extracting(inner)) { return inner }
            }
            index += 1
        }
        return nil
    }

    private static let beginning = Array(#"{"v":"#.utf8)
}
