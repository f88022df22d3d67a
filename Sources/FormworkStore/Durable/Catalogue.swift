internal import FormworkRecords

/// All that readers see: where every published record stands.
struct Catalogue: Sendable {
    private(set) var types: [String: OrderedIndex] = [:]
    private(set) var indexes: [String: FieldIndex] = [:]
    /// What was changed while the index of a type is being built, the row of a removed record missing.
    private var backlogs: [String: [(id: RecordID, row: [UInt8]?)]] = [:]
    private(set) var files: [Int: DataFile] = [:]

    /// Where a record stands, with the file, which stays open meanwhile.
    struct Record: Sendable {
        let location: RecordLocation
        let file: DataFile

        /// Reads the record.
        ///
        /// - Parameter faults: Tells the operator where that fails.
        /// - Returns: The record.
        /// - Throws: `ReadError.damaged` or `.failed`.
        func record(_ faults: ReadingFaults) throws(ReadError) -> StoredRecord {
            do {
                return try file.record(at: location)
            } catch {
                faults.report(error, at: self)
                throw ReadError(error)
            }
        }
    }

    /// Lets records be found in a file.
    mutating func add(_ file: DataFile) { files[file.number] = file }

    /// Forgets files that no record stands in any more; who reads from one still can.
    mutating func removeFiles(_ numbers: [Int]) {
        for number in numbers { files[number] = nil }
    }

    /// Makes a type known, even if it has no record.
    mutating func add(_ type: String) {
        if types[type] == nil { types[type] = OrderedIndex() }
    }

    /// Every type that is known.
    var typeNames: Set<String> { Set(types.keys) }

    /// How many bytes the records take on disk.
    var bytes: Int { types.values.reduce(0) { $0 + $1.bytes } }

    /// How many bytes the records of a type take on disk.
    func bytes(_ type: String) -> Int { types[type]?.bytes ?? 0 }

    /// Says that records stand elsewhere now, but for those that were changed meanwhile.
    mutating func move(_ type: String, _ moves: some Sequence<(RecordLocation, RecordLocation)>) {
        for (old, new) in moves { types[type]?.move(old, to: new) }
    }

    /// Publishes a saved record.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - location: Where it stands.
    ///   - row: Its keys, where records of its type are indexed.
    mutating func put(_ type: String, _ location: RecordLocation, row: [UInt8]? = nil) {
        types[type, default: OrderedIndex()].put(location)
        guard let row else { return }
        indexes[type]?.put(location.id, row)
        backlogs[type]?.append((location.id, row))
    }

    /// Publishes that a record is gone.
    mutating func remove(_ type: String, _ id: RecordID) {
        types[type]?.remove(id)
        indexes[type]?.remove(id)
        backlogs[type]?.append((id, nil))
    }

    /// The index of a type as it is now; `nil` where there is none yet.
    func index(_ type: String) -> FieldIndex? { indexes[type] }

    /// Keeps from now on what is changed in a type, for an index that is being built.
    mutating func beginIndex(_ type: String) { backlogs[type] = [] }

    /// Returns the changes since the last call.
    ///
    /// A small set is merged into the index, which then counts.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - index: What has been built so far.
    /// - Returns: What has to go into the index first; `nil` where it counts now.
    mutating func complete(
        _ type: String, with index: FieldIndex
    ) -> [(id: RecordID, row: [UInt8]?)]? {
        let changes = backlogs[type] ?? []
        guard changes.count <= Self.mostWhileLocked else {
            backlogs[type] = []
            return changes
        }
        var index = index
        index.apply(changes)
        indexes[type] = index
        backlogs[type] = nil
        assert(fault == nil, fault ?? "")
        return nil
    }

    /// Keeps no changes any more for an index that won't be there.
    mutating func abandonIndex(_ type: String) { backlogs[type] = nil }

    /// How many changes an index gets while readers wait.
    private static let mostWhileLocked = 32

    /// How many records a type has.
    func count(_ type: String) -> Int { types[type]?.count ?? 0 }

    /// Finds a record.
    func find(_ type: String, _ id: RecordID) -> Record? {
        types[type]?.find(id).flatMap(record)
    }

    /// Lists a page of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - offset: How many records to leave out.
    ///   - limit: How many to list at most.
    ///   - newestFirst: Whether to begin with the newest.
    /// - Returns: Where they stand.
    func page(_ type: String, offset: Int, limit: Int, newestFirst: Bool) -> [Record] {
        let locations = types[type]?.page(offset: offset, limit: limit, newestFirst: newestFirst)
        return (locations ?? []).compactMap(record)
    }

    /// Tells how many records of a type come before an id.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The id.
    ///   - includesIt: Whether the record of the id is counted, if it is there.
    ///   - newestFirst: Whether they are counted from the newest.
    /// - Returns: Their number.
    func offset(_ type: String, of id: RecordID, includesIt: Bool, newestFirst: Bool) -> Int {
        types[type]?.offset(of: id, includesIt: includesIt, newestFirst: newestFirst) ?? 0
    }

    /// Lists what follows an id in a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The id after which to begin; `nil` for the beginning.
    ///   - limit: How many to list at most.
    /// - Returns: Where they stand.
    func records(_ type: String, after id: RecordID?, limit: Int) -> [Record] {
        (types[type]?.locations(after: id, limit: limit) ?? []).compactMap(record)
    }

    private func record(_ location: RecordLocation) -> Record? {
        files[location.file].map { Record(location: location, file: $0) }
    }
}

extension OrderedIndex {
    /// What is wrong with the records of a type; `nil` where nothing is.
    var fault: String? {
        if let fault = locations.fault(by: { $0.id < $1.id }) { return fault }
        let sum = locations.chunks.joined().reduce(0) { $0 + Int($1.length) }
        return bytes == sum ? nil : "the bytes aren't the sum of the records' bytes"
    }
}

extension Catalogue {
    /// What is wrong with all that readers see; `nil` where nothing is.
    var fault: String? {
        for (type, records) in types {
            if let fault = records.fault { return "\(type): \(fault)" }
            for location in records.locations(after: nil, limit: .max)
            where files[location.file] == nil {
                return "\(type): a record stands in no file"
            }
        }
        guard bytes == types.keys.reduce(0, { $0 + bytes($1) }) else {
            return "the bytes aren't the sum of the types' bytes"
        }
        for (type, index) in indexes {
            if let fault = index.fault { return "the index of \(type): \(fault)" }
            var isWhole = index.byID.count == count(type)
            for ordinal in index.byID.chunks.joined() {
                isWhole = isWhole && find(type, index.rows.id(ordinal)) != nil
            }
            guard isWhole else { return "the index of \(type) has other records than the type" }
        }
        return nil
    }
}
