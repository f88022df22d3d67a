/// Reads the bases and the journal at the start: what is there, and whether its end was torn.
///
/// Nothing on disk is changed here; what has to be mended is handed on.
struct Recovery {
    /// Every record that counts.
    private(set) var catalogue = Catalogue()
    /// The files that the records name.
    private(set) var references = FileReferences()
    /// The base of each type that has one.
    private(set) var bases: [String: Base] = [:]
    /// The files of the journal that count, in order.
    private(set) var segments: [RecordFile] = []
    /// The lengths of these files, in bytes.
    private(set) var lengths: [Int] = []
    /// The paths of files that a crash kept from being removed.
    private(set) var leftovers: [String] = []
    /// The greatest id that is on disk, also of records that are gone.
    private(set) var lastID: RecordID?
    /// The order of the lines so far.
    private(set) var rule = TailRule(sequence: 0, batch: 0)
    /// The sequence of the last change of each type.
    private(set) var changes: [String: Int] = [:]
    /// The sequence of the last line that left bytes of a person behind, if there is one.
    private(set) var lastErasure: Int?
    /// Whether the last stop left nothing open.
    private(set) var isClean = false
    /// Where the last file's header ends.
    private(set) var start = 0
    /// Where the last file's good lines end.
    private(set) var end = 0

    private let personalTypes: Set<String>
    private let view: FolderView
    private var lines = 0
    private var damage: Damage?
    private var badPlace: Damage?

    /// The length of the last file, more than `end` where it is torn.
    var length: Int { lengths.last ?? 0 }

    /// Reads every file that counts.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - personalTypes: The types of which nothing that is gone may be left.
    ///   - view: How its files are read.
    ///   - fileSystem: The way to it.
    /// - Throws: `StoreError.damaged`, `.newerFormat`, or `.unusable` where reading failed.
    init(
        _ folder: String, personalTypes: Set<String> = [], view: FolderView = FolderView(),
        _ fileSystem: any FileSystem
    ) throws(StoreError) {
        self.personalTypes = personalTypes
        self.view = view
        let names: [String]
        do {
            names = try fileSystem.list(folder)
        } catch {
            throw StoreError.unusable(error, in: folder, fileSystem)
        }
        for type in names.compactMap(BaseFormat.type(ofFile:)).sorted() {
            let path = "\(folder)/\(BaseFormat.fileName(type))"
            let file: RecordFile
            do {
                file = RecordFile(
                    number: BaseFormat.firstNumber + bases.count, path: path,
                    descriptor: try fileSystem.open(view.path(path), for: .reading),
                    fileSystem: fileSystem, upcasters: view.upcasters)
            } catch {
                throw StoreError.unusable(error, in: folder, fileSystem)
            }
            let base = try Base(type, file, fileSystem, into: &catalogue, &references) {
                view.count(&lines)
            }
            bases[type] = base
            lastID = [lastID, base.header.lastID].compactMap(\.self).max()
        }
        let journal = try JournalFiles(names, in: folder, bases, fileSystem, view)
        segments = journal.files
        leftovers = journal.leftovers
        if let first = journal.headers.first {
            rule = TailRule(sequence: first.sequence, batch: first.batch)
            changes = first.changes
        }
        for (segment, header) in zip(journal.files, journal.headers) {
            // The header of a file is written after the sync of all that stands before it.
            if let badPlace { throw .damaged(badPlace) }
            catalogue.add(segment)
            var reader = LineReader(
                fileSystem, descriptor: segment.descriptor, path: segment.path)
            try read(segment, header, &reader)
        }
        try checkEnd()
    }

    /// Takes what can be read in a folder that is damaged, to be served and not written to.
    ///
    /// - Parameter scan: What can be read.
    init(_ scan: FolderScan) {
        personalTypes = []
        view = FolderView()
        catalogue = scan.catalogue
        references = scan.references
        lastID = scan.lastID
    }

    /// Refuses a journal that ends before a base does: what the base holds was in it once.
    private func checkEnd() throws(StoreError) {
        for base in bases.values where base.header.sequence > rule.sequence {
            throw .damaged(
                Damage(
                    path: base.file.path, line: 1, offset: 0,
                    reason: "it goes up to seq \(base.header.sequence),"
                        + " but the journal ends with seq \(rule.sequence)"))
        }
    }

    private mutating func read(
        _ segment: RecordFile, _ header: JournalHeader, _ reader: inout LineReader
    ) throws(StoreError) {
        guard try reader.nextLine() != nil else { return }
        guard header.sequence == rule.sequence, header.batch == rule.batch else {
            throw .damaged(
                Damage(
                    path: segment.path, line: 1, offset: 0,
                    reason: "the journal goes on here after seq \(header.sequence),"
                        + " but the files before it end with seq \(rule.sequence)"))
        }
        lastID = [lastID, header.lastID].compactMap(\.self).max()
        isClean = header.isClean
        start = reader.offset
        end = start
        var number = 1
        while let line = try reader.nextLine() {
            number += 1
            view.count(&lines)
            var place = Damage(path: segment.path, line: number, offset: line.offset, reason: "")
            if isClean {
                place.reason = "something follows though the service was stopped in good order"
                throw .damaged(place)
            }
            let window = reader.window.span
            if reader.isIntact(line) {
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
        lengths.append(reader.offset)
        if let damage { throw .damaged(damage) }
        if let badPlace, !rule.hasTear { throw .damaged(badPlace) }
    }

    /// Takes a line with a right checksum.
    private mutating func meet(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ place: Damage, _ segment: RecordFile,
        fileOffset: Int
    ) throws(StoreError) {
        guard damage == nil else {
            damage?.intactAfter? += 1
            return
        }
        let line = try place.explaining { () throws(JournalLine.Failure) in
            try JournalLine(bytes, in: range, segment.upcasters)
        }
        switch rule.meet(line) {
        case .accepted:
            for operation in line.operations {
                apply(
                    operation, of: line.sequence, segment,
                    offset: fileOffset + operation.range.lowerBound - range.lowerBound)
            }
        case .torn: badPlace?.intactAfter? += 1
        case .damage(let reason):
            var found = badPlace ?? place
            found.reason = reason
            found.intactAfter = (found.intactAfter ?? 0) + 1
            damage = found
        }
    }

    /// Takes one operation; what its type's base already has changes nothing.
    private mutating func apply(
        _ operation: JournalLine.Operation, of sequence: Int, _ segment: RecordFile, offset: Int
    ) {
        lastID = max(lastID ?? operation.id, operation.id)
        changes[operation.type] = sequence
        if personalTypes.contains(operation.type), !operation.isPut || operation.revision > 1 {
            lastErasure = sequence
        }
        guard sequence > bases[operation.type]?.header.sequence ?? 0 else { return }
        catalogue.take(operation, in: segment, at: offset, &references)
    }

    private mutating func meetBadPlace(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ place: Damage
    ) {
        guard badPlace == nil, damage == nil else { return }
        badPlace = place
        badPlace?.reason = "the line was changed after it was saved"
        badPlace?.intactAfter = 0
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
}
