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
///
/// Sorted chunks of at most 512 slots. Finding is two binary searches; a new greatest id goes to the end
/// at no further cost; putting in and taking out elsewhere moves at most one chunk (16 KB). A page looks
/// at the lengths of the chunks before it, one for 512 records: some 200 at 100,000 records.
struct OrderedIndex: Sendable {
    private var chunks: [[IndexSlot]] = []
    /// How many records there are.
    private(set) var count = 0
    /// How many bytes they take on disk.
    private(set) var bytes = 0
    private static let capacity = 512

    /// Makes an empty index.
    init() {}

    /// Finds a record.
    ///
    /// - Parameter id: Its id.
    /// - Returns: Where it stands, if it is there.
    func find(_ id: RecordID) -> IndexSlot? {
        guard let chunk = chunk(for: id) else { return nil }
        let slots = chunks[chunk]
        let index = Self.lowerBound(slots, id)
        return index < slots.count && slots[index].id == id ? slots[index] : nil
    }

    /// Puts a record in or replaces it.
    ///
    /// - Parameter slot: Where it stands now.
    mutating func put(_ slot: IndexSlot) {
        bytes += Int(slot.length)
        guard let chunk = chunk(for: slot.id) else {
            chunks.insert([slot], at: 0)
            count += 1
            return
        }
        let index = Self.lowerBound(chunks[chunk], slot.id)
        if index < chunks[chunk].count, chunks[chunk][index].id == slot.id {
            bytes -= Int(chunks[chunk][index].length)
            chunks[chunk][index] = slot
            return
        }
        count += 1
        if chunks[chunk].count < Self.capacity {
            chunks[chunk].insert(slot, at: index)
        } else if chunk == chunks.count - 1, index == Self.capacity {
            chunks.append([slot])
        } else {
            let half = Self.capacity / 2
            let upper = Array(chunks[chunk][half...])
            chunks[chunk].removeSubrange(half...)
            chunks.insert(upper, at: chunk + 1)
            if index <= half {
                chunks[chunk].insert(slot, at: index)
            } else {
                chunks[chunk + 1].insert(slot, at: index - half)
            }
        }
    }

    /// Takes a record out; nothing happens where it isn't there.
    ///
    /// - Parameter id: Its id.
    mutating func remove(_ id: RecordID) {
        guard let chunk = chunk(for: id) else { return }
        let index = Self.lowerBound(chunks[chunk], id)
        guard index < chunks[chunk].count, chunks[chunk][index].id == id else { return }
        bytes -= Int(chunks[chunk].remove(at: index).length)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
        count -= 1
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
        var skip = min(max(offset, 0), count)
        let wanted = min(max(limit, 0), count - skip)
        var page: [IndexSlot] = []
        page.reserveCapacity(wanted)
        var chunk = newestFirst ? chunks.count - 1 : 0
        while page.count < wanted {
            let slots = chunks[chunk]
            let taken = min(max(slots.count - skip, 0), wanted - page.count)
            if taken > 0 {
                let part = newestFirst ? slots.dropLast(skip).suffix(taken) : slots.dropFirst(skip)
                if newestFirst {
                    page.append(contentsOf: part.reversed())
                } else {
                    page.append(contentsOf: part.prefix(taken))
                }
            }
            skip = max(skip - slots.count, 0)
            chunk += newestFirst ? -1 : 1
        }
        return page
    }

    /// Lists what follows an id, for walks that go on while records come and go.
    ///
    /// - Parameters:
    ///   - id: The id after which to begin; `nil` for the beginning.
    ///   - limit: How many to list at most.
    /// - Returns: The slots, in the order of their ids.
    func slots(after id: RecordID?, limit: Int) -> [IndexSlot] {
        var found: [IndexSlot] = []
        var chunk = id.flatMap { self.chunk(for: $0) } ?? 0
        while chunk < chunks.count, found.count < limit {
            let slots = chunks[chunk]
            var start = 0
            if let id {
                start = Self.lowerBound(slots, id)
                if start < slots.count, slots[start].id == id { start += 1 }
            }
            found.append(contentsOf: slots[start...].prefix(limit - found.count))
            chunk += 1
        }
        return found
    }

    /// The last chunk that begins at or before an id, else the first; `nil` where there is none.
    private func chunk(for id: RecordID) -> Int? {
        guard let last = chunks.indices.last else { return nil }
        if chunks[last][0].id <= id { return last }
        var low = 0
        var high = last
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle][0].id <= id { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }

    private static func lowerBound(_ slots: [IndexSlot], _ id: RecordID) -> Int {
        guard let last = slots.last, last.id >= id else { return slots.count }
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
