internal import FormworkRecords
internal import Groundwork
internal import System

/// Builds the indexes of a store's types after its start, on a thread of its own.
///
/// It reads the records as they were when it began; what is changed meanwhile is kept and put in before
/// the index counts.
final class IndexBuilder: Sendable {
    private let indexes: [String: [IndexedField]]
    private let catalogue: Lock<Catalogue>
    private let faults: ReadingFaults
    private let progress = Lock(Progress())

    private struct Progress: Sendable {
        var isStopped = false
        var isFinished: Set<String> = []
        var failures: [String: ReadError] = [:]
        var waiting: [String: [@Sendable () -> Void]] = [:]
        var thread: SystemThread?
    }

    /// Prepares the indexes of types; from now on their changes are kept.
    ///
    /// - Parameters:
    ///   - indexes: By which fields the records of a type are found and sorted.
    ///   - catalogue: What readers see.
    ///   - faults: Tells the operator of what can't be read.
    init(
        _ indexes: [String: [IndexedField]], of catalogue: Lock<Catalogue>,
        faults: ReadingFaults
    ) {
        self.faults = faults
        self.indexes = indexes
        self.catalogue = catalogue
        catalogue.withLock { catalogue in
            for type in indexes.keys { catalogue.beginIndex(type) }
        }
    }

    /// Begins to build.
    func start() throws(SystemError) {
        guard !indexes.isEmpty else { return }
        let thread = try SystemThread { [self] in
            for type in indexes.keys.sorted() { build(type) }
        }
        progress.withLock { $0.thread = thread }
    }

    /// Ends without finishing; whoever waits is told.
    func stop() {
        let thread = progress.withLock { progress in
            progress.isStopped = true
            return progress.thread.take()
        }
        thread?.join()
        for type in indexes.keys { finish(type) }
    }

    /// By which fields the records of a type are found and sorted.
    ///
    /// - Parameter type: The type.
    /// - Returns: `nil` where it has no index.
    func fields(_ type: String) -> [IndexedField]? { indexes[type] }

    /// Tells why an index will never be ready.
    ///
    /// - Parameter type: The type.
    /// - Returns: `nil` where it will be.
    func failure(_ type: String) -> ReadError? {
        progress.withLock { $0.failures[type] ?? ($0.isStopped ? .closed : nil) }
    }

    /// Waits for the index of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - then: Called once, when there is an index or a reason why there won't be.
    func whenFinished(_ type: String, _ then: @escaping @Sendable () -> Void) {
        let isFinished = progress.withLock { progress in
            if indexes[type] == nil || progress.isFinished.contains(type) { return true }
            progress.waiting[type, default: []].append(then)
            return false
        }
        if isFinished { then() }
    }

    private var isStopped: Bool { progress.withLock { $0.isStopped } }

    private func build(_ type: String) {
        do throws(FolderError) {
            guard var index = try read(type) else { return }
            while let changes = catalogue.withLock({ $0.complete(type, with: index) }) {
                index.apply(changes)
            }
        } catch {
            faults.report(error, of: "the index of \(type)")
            catalogue.withLock { $0.abandonIndex(type) }
            progress.withLock { $0.failures[type] = ReadError(error) }
        }
        finish(type)
    }

    private func read(_ type: String) throws(FolderError) -> FieldIndex? {
        var builder = FieldIndexBuilder(indexes[type] ?? [], warn: faults.warn) { [self] in
            isStopped
        }
        let records = catalogue.withLock { $0 }
        var reader = DocumentReader()
        var last: RecordID?
        while !isStopped {
            let page = records.records(type, after: last, limit: 1024)
            guard let end = page.last else { return builder.finish() }
            for record in page {
                let range = try reader.document(of: record)
                builder.append(
                    record.location.id, reader.bytes.span.extracting(range),
                    createdAt: reader.createdAt)
            }
            last = end.location.id
        }
        return nil
    }

    private func finish(_ type: String) {
        let waiting = progress.withLock { progress in
            progress.isFinished.insert(type)
            return progress.waiting.removeValue(forKey: type) ?? []
        }
        for then in waiting { then() }
    }
}

/// Reads the documents of records that mostly follow each other in a file, many at a time.
private struct DocumentReader {
    /// What was read.
    private(set) var bytes: [UInt8] = []
    /// When the record that was found last was saved first; `nil` where that can't be read.
    private(set) var createdAt: Timestamp?
    private var file: DataFile?
    private var start = 0
    private static let window = 1 << 20

    /// Finds the document of a record.
    ///
    /// - Parameter record: Where the record stands.
    /// - Returns: Where the text of its document stands in `bytes`; empty where there is none.
    /// - Throws: `FolderError.unusable` where reading failed.
    mutating func document(of record: Catalogue.Record) throws(FolderError) -> Range<Int> {
        let length = Int(record.location.length)
        let begin = record.location.offset - start
        if file !== record.file || begin < 0 || begin + length > bytes.count {
            file = record.file
            start = record.location.offset
            bytes = try record.file.bytes(at: start, count: max(Self.window, length))
        }
        let object =
            record.location.offset
            - start..<min(record.location.offset - start + length, bytes.count)
        createdAt = LineFields.createdAt(bytes.span, in: object)
        return LineFields.document(bytes.span, in: object)
            ?? object.lowerBound..<object.lowerBound
    }
}
