/// Where a record's last revision stands; 32 bytes a record, so that a million take 32 MB.
struct IndexSlot: Equatable, Sendable {
    /// The record's id.
    let id: RecordID
    /// The number of the file in the upper 24 bits, the place in it in the lower 40.
    private let place: UInt64
    /// How many bytes its sealed object takes.
    let length: UInt32
    /// Its revision.
    let revision: UInt32

    /// Names a place.
    ///
    /// - Parameters:
    ///   - id: The record's id.
    ///   - segment: The number of the file.
    ///   - offset: Where its sealed object begins.
    ///   - length: How many bytes that takes.
    ///   - revision: Its revision.
    init(id: RecordID, segment: Int, offset: Int, length: Int, revision: UInt32) {
        self.id = id
        place = UInt64(truncatingIfNeeded: segment) << 40 | UInt64(truncatingIfNeeded: offset)
        self.length = UInt32(clamping: length)
        self.revision = revision
    }

    /// The number of the file.
    var segment: Int { Int(place >> 40) }
    /// Where the sealed object begins.
    var offset: Int { Int(place & 0xFF_FFFF_FFFF) }
}

/// The records of one type in the order of their ids.
struct OrderedIndex: Sendable {
    private(set) var slots = SortedChunks<IndexSlot>()
    /// How many bytes they take on disk.
    private(set) var bytes = 0

    /// Makes an empty index.
    init() {}

    /// How many records there are.
    var count: Int { slots.count }

    /// Finds a record.
    ///
    /// - Parameter id: Its id.
    /// - Returns: Where it stands, if it is there.
    func find(_ id: RecordID) -> IndexSlot? {
        slots.element(at: position(of: id)).flatMap { $0.id == id ? $0 : nil }
    }

    /// Puts a record in or replaces it.
    ///
    /// - Parameter slot: Where it stands now.
    mutating func put(_ slot: IndexSlot) {
        bytes += Int(slot.length)
        let position = position(of: slot.id)
        if let old = slots.element(at: position), old.id == slot.id {
            bytes -= Int(old.length)
            slots.replace(at: position, with: slot)
        } else {
            slots.insert(slot, at: position)
        }
    }

    /// Takes a record out; nothing happens where it isn't there.
    ///
    /// - Parameter id: Its id.
    mutating func remove(_ id: RecordID) {
        let position = position(of: id)
        guard let old = slots.element(at: position), old.id == id else { return }
        bytes -= Int(old.length)
        slots.remove(at: position)
    }

    /// Says that a record stands elsewhere now, unless it was changed meanwhile.
    ///
    /// - Parameters:
    ///   - old: Where it stood.
    ///   - new: Where it stands.
    mutating func move(_ old: IndexSlot, to new: IndexSlot) {
        guard find(old.id) == old else { return }
        put(new)
    }

    /// Lists a page.
    ///
    /// - Parameters:
    ///   - offset: How many records to leave out; below 0 counts as 0.
    ///   - limit: How many to list at most; below 0 counts as 0.
    ///   - newestFirst: Whether to go from the greatest id down.
    /// - Returns: The slots of the page.
    func page(offset: Int, limit: Int, newestFirst: Bool) -> [IndexSlot] {
        let skipped = min(max(offset, 0), count)
        let wanted = min(max(limit, 0), count - skipped)
        guard wanted > 0 else { return [] }
        var page: [IndexSlot] = []
        page.reserveCapacity(wanted)
        let body: (IndexSlot) -> Bool = { slot in
            page.append(slot)
            return page.count < wanted
        }
        if newestFirst {
            let end = slots.position(after: count - skipped)
            slots.forEach(backFrom: end, to: slots.start, body)
        } else {
            slots.forEach(from: slots.position(after: skipped), to: slots.end, body)
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
        let place = slots.firstPosition { isBeneath ? $0.id <= id : $0.id < id }
        let beneath = slots.offset(of: place)
        return newestFirst ? count - beneath : beneath
    }

    /// Lists what follows an id, for walks that go on while records come and go.
    ///
    /// - Parameters:
    ///   - id: The id after which to begin; `nil` for the beginning.
    ///   - limit: How many to list at most.
    /// - Returns: The slots, in the order of their ids.
    func slots(after id: RecordID?, limit: Int) -> [IndexSlot] {
        guard limit > 0 else { return [] }
        let start = id.map { id in slots.firstPosition { $0.id <= id } } ?? slots.start
        var found: [IndexSlot] = []
        slots.forEach(from: start, to: slots.end) { slot in
            found.append(slot)
            return found.count < limit
        }
        return found
    }

    private func position(of id: RecordID) -> SortedChunks<IndexSlot>.Position {
        slots.firstPosition { $0.id < id }
    }
}
