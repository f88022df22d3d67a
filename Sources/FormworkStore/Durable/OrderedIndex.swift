/// Where a record's last revision stands; 32 bytes a record, so that a million take 32 MB.
struct RecordLocation: Equatable, Sendable {
    /// The record's id.
    let id: RecordID
    /// The number of the file in the upper 24 bits, the offset in it in the lower 40.
    private let position: UInt64
    /// How many bytes its sealed object takes.
    let length: UInt32
    /// Its revision.
    let revision: UInt32

    /// Names a location.
    init(id: RecordID, file: Int, offset: Int, length: Int, revision: UInt32) {
        self.id = id
        position = UInt64(truncatingIfNeeded: file) << 40 | UInt64(truncatingIfNeeded: offset)
        self.length = UInt32(clamping: length)
        self.revision = revision
    }

    /// The number of the file.
    var file: Int { Int(position >> 40) }
    /// Where the sealed object begins.
    var offset: Int { Int(position & 0xFF_FFFF_FFFF) }
}

/// The records of one type in the order of their ids.
struct OrderedIndex: Sendable {
    private(set) var locations = SortedChunks<RecordLocation>()
    /// How many bytes they take on disk.
    private(set) var bytes = 0

    /// How many records there are.
    var count: Int { locations.count }

    /// Finds a record.
    func find(_ id: RecordID) -> RecordLocation? {
        locations.element(at: position(of: id)).flatMap { $0.id == id ? $0 : nil }
    }

    /// Puts a record in or replaces it.
    mutating func put(_ location: RecordLocation) {
        bytes += Int(location.length)
        let position = position(of: location.id)
        if let old = locations.element(at: position), old.id == location.id {
            bytes -= Int(old.length)
            locations.replace(at: position, with: location)
        } else {
            locations.insert(location, at: position)
        }
    }

    /// Takes a record out; nothing happens where it isn't there.
    mutating func remove(_ id: RecordID) {
        let position = position(of: id)
        guard let old = locations.element(at: position), old.id == id else { return }
        bytes -= Int(old.length)
        locations.remove(at: position)
    }

    /// Says that a record stands elsewhere now, unless it was changed meanwhile.
    mutating func move(_ old: RecordLocation, to new: RecordLocation) {
        guard find(old.id) == old else { return }
        put(new)
    }

    /// Lists a page.
    ///
    /// - Parameters:
    ///   - offset: How many records to leave out; below 0 counts as 0.
    ///   - limit: How many to list at most; below 0 counts as 0.
    ///   - newestFirst: Whether to go from the greatest id down.
    /// - Returns: The locations of the page.
    func page(offset: Int, limit: Int, newestFirst: Bool) -> [RecordLocation] {
        let skipped = min(max(offset, 0), count)
        let wanted = min(max(limit, 0), count - skipped)
        guard wanted > 0 else { return [] }
        var page: [RecordLocation] = []
        page.reserveCapacity(wanted)
        let body: (RecordLocation) -> Bool = { location in
            page.append(location)
            return page.count < wanted
        }
        if newestFirst {
            let end = locations.position(after: count - skipped)
            locations.forEach(backFrom: end, to: locations.start, body)
        } else {
            locations.forEach(from: locations.position(after: skipped), to: locations.end, body)
        }
        return page
    }

    /// Tells how many records come before an id.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - includesIt: Whether its own record is counted, if it is there.
    ///   - newestFirst: Whether to count from the greatest id down.
    /// - Returns: Their number.
    func offset(of id: RecordID, includesIt: Bool, newestFirst: Bool) -> Int {
        let isBeneath = includesIt != newestFirst
        let place = locations.firstPosition { isBeneath ? $0.id <= id : $0.id < id }
        let beneath = locations.offset(of: place)
        return newestFirst ? count - beneath : beneath
    }

    /// Lists what follows an id, for walks that go on while records come and go.
    ///
    /// - Parameters:
    ///   - id: The id after which to begin; `nil` for the beginning.
    ///   - limit: How many to list at most.
    /// - Returns: The locations, in the order of their ids.
    func locations(after id: RecordID?, limit: Int) -> [RecordLocation] {
        guard limit > 0 else { return [] }
        let start = id.map { id in locations.firstPosition { $0.id <= id } } ?? locations.start
        var found: [RecordLocation] = []
        locations.forEach(from: start, to: locations.end) { location in
            found.append(location)
            return found.count < limit
        }
        return found
    }

    private func position(of id: RecordID) -> SortedChunks<RecordLocation>.Position {
        locations.firstPosition { $0.id < id }
    }
}
