/// All that readers see: where every published record stands.
struct Catalogue: Sendable {
    private var types: [String: OrderedIndex] = [:]
    private var segments: [Int: SegmentFile] = [:]

    /// Makes an empty catalogue.
    init() {}

    /// A record's place together with the file that it is in, which stays open meanwhile.
    struct Place: Sendable {
        let slot: IndexSlot
        let segment: SegmentFile

        /// Reads the record.
        func record() throws(StoreError) -> StoredRecord { try segment.record(at: slot) }
    }

    /// Lets records be found in a file.
    ///
    /// - Parameter segment: The file.
    mutating func add(_ segment: SegmentFile) { segments[segment.number] = segment }

    /// Publishes a saved record.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - slot: Where it stands.
    mutating func put(_ type: String, _ slot: IndexSlot) {
        types[type, default: OrderedIndex()].put(slot)
    }

    /// Publishes that a record is gone.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - id: Its id.
    mutating func remove(_ type: String, _ id: RecordID) { types[type]?.remove(id) }

    /// How many records a type has.
    ///
    /// - Parameter type: The type.
    /// - Returns: Their number.
    func count(_ type: String) -> Int { types[type]?.count ?? 0 }

    /// Finds a record.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - id: Its id.
    /// - Returns: Where it stands, if it is there.
    func find(_ type: String, _ id: RecordID) -> Place? {
        types[type]?.find(id).flatMap(place)
    }

    /// Lists a page of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - offset: How many records to leave out.
    ///   - limit: How many to list at most.
    ///   - newestFirst: Whether to begin with the newest.
    /// - Returns: Where they stand.
    func page(_ type: String, offset: Int, limit: Int, newestFirst: Bool) -> [Place] {
        let slots = types[type]?.page(offset: offset, limit: limit, newestFirst: newestFirst)
        return (slots ?? []).compactMap(place)
    }

    /// Lists what follows an id in a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The id after which to begin; `nil` for the beginning.
    ///   - limit: How many to list at most.
    /// - Returns: Where they stand.
    func places(_ type: String, after id: RecordID?, limit: Int) -> [Place] {
        (types[type]?.slots(after: id, limit: limit) ?? []).compactMap(place)
    }

    private func place(_ slot: IndexSlot) -> Place? {
        segments[slot.segment].map { Place(slot: slot, segment: $0) }
    }
}
