internal import FormworkRecords
internal import Glibc

/// What an index keeps of each record: its id and the keys of its fields, under a number of its own.
///
/// A row holds the key of each field in their order, after its length. Rows stand in pages of 256, so
/// that a change moves little, and copies share the pages that aren't changed. A removed row is empty, and a
/// key that is asked of it is too.
struct IndexRows: Sendable {
    /// Rows that follow each other.
    struct Page: Sendable {
        var ids: [RecordID] = []
        var ends: [UInt32] = []
        var bytes: [UInt8] = []
    }

    /// Where a key, or the end of one, stands.
    struct Key {
        fileprivate var page: Int
        fileprivate var range: Range<Int>

        /// Whether there is nothing to sort by.
        var isEmpty: Bool { range.isEmpty }
    }

    private(set) var pages: [Page] = []
    /// The numbers of removed rows.
    private(set) var free: [UInt32] = []
    static let pageSize = 256

    /// Above the number of every row.
    var limit: Int { max(pages.count - 1, 0) * Self.pageSize + (pages.last?.ids.count ?? 0) }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - id: The record's id.
    ///   - row: Its keys, as ``RowWriter`` writes them.
    /// - Returns: The row's number.
    mutating func add(_ id: RecordID, _ row: [UInt8]) -> UInt32 {
        if let ordinal = free.popLast() {
            let (page, index) = Self.place(ordinal)
            pages[page].ids[index] = id
            replace(index, of: page, with: row)
            return ordinal
        }
        if pages.last.map({ $0.ids.count == Self.pageSize }) ?? true {
            pages.append(Page())
        }
        let page = pages.count - 1
        pages[page].ids.append(id)
        pages[page].bytes.append(contentsOf: row)
        pages[page].ends.append(UInt32(clamping: pages[page].bytes.count))
        if pages[page].ids.count == Self.pageSize { trim(page) }
        return UInt32(clamping: limit - 1)
    }

    /// Takes a row out; its number is given again.
    mutating func remove(_ ordinal: UInt32) {
        let (page, index) = Self.place(ordinal)
        replace(index, of: page, with: [])
        free.append(ordinal)
    }

    /// The numbers of the rows that are there.
    var ordinals: [UInt32] {
        let free = Set(free)
        return (0..<UInt32(clamping: limit)).filter { !free.contains($0) }
    }

    /// The bytes of a row.
    func row(_ ordinal: UInt32) -> [UInt8] {
        let (page, row) = place(ofRow: ordinal)
        return Array(pages[page].bytes[row])
    }

    /// The id of a row's record.
    func id(_ ordinal: UInt32) -> RecordID {
        let (page, index) = Self.place(ordinal)
        return pages[page].ids[index]
    }

    /// The key of one field of a row.
    func key(_ ordinal: UInt32, _ field: Int) -> Key {
        let (page, row) = place(ofRow: ordinal)
        var range = keyRange(page, row)
        for _ in 0..<field { range = keyRange(page, range.upperBound..<row.upperBound) }
        return Key(page: page, range: range)
    }

    /// The end of the key that a place in a row belongs to.
    ///
    /// - Parameters:
    ///   - ordinal: The row's number.
    ///   - offset: The place, in bytes from the beginning of the row.
    /// - Returns: What follows there to the end of the field's key.
    func rest(_ ordinal: UInt32, from offset: UInt32) -> Key {
        let (page, row) = place(ofRow: ordinal)
        let start = min(row.lowerBound + Int(offset), row.upperBound)
        var range = keyRange(page, row)
        while range.upperBound <= start, range.upperBound < row.upperBound {
            range = keyRange(page, range.upperBound..<row.upperBound)
        }
        return Key(page: page, range: start..<max(range.upperBound, start))
    }

    /// Reads a row's keys one after the other.
    ///
    /// - Parameters:
    ///   - ordinal: The row's number.
    ///   - body: Called with each key and where it begins, in bytes from the beginning of the row.
    func forEachKey(_ ordinal: UInt32, _ body: (_ field: Int, _ key: Span<UInt8>, Int) -> Void) {
        let (page, row) = place(ofRow: ordinal)
        let bytes = pages[page].bytes
        var field = 0
        var start = row.lowerBound
        while start < row.upperBound {
            let range = keyRange(page, start..<row.upperBound)
            body(
                field, bytes.span.extracting(range), range.lowerBound - row.lowerBound)
            start = range.upperBound
            field += 1
        }
    }

    /// Compares two keys byte by byte.
    ///
    /// - Parameters:
    ///   - left: A key.
    ///   - right: Another.
    /// - Returns: Below 0 where the left one comes first, 0 where they are the same.
    func compare(_ left: Key, _ right: Key) -> Int {
        let count = min(left.range.count, right.range.count)
        // The ranges lie within the pages, as all that makes a key sees to it.
        let order = unsafe pages[left.page].bytes.withUnsafeBytes { leftBytes in
            unsafe pages[right.page].bytes.withUnsafeBytes { rightBytes in
                guard let leftBase = leftBytes.baseAddress, let rightBase = rightBytes.baseAddress
                else { return 0 as Int32 }
                return unsafe memcmp(
                    leftBase + left.range.lowerBound, rightBase + right.range.lowerBound, count)
            }
        }
        return order == 0 ? left.range.count - right.range.count : Int(order)
    }

    /// Compares a key with a text, of which the key may go on.
    ///
    /// - Parameters:
    ///   - key: A key.
    ///   - prefix: The text.
    /// - Returns: 0 where the key begins with the text, below 0 where it comes before it.
    func compare(_ key: Key, toPrefix prefix: [UInt8]) -> Int {
        let bytes = pages[key.page].bytes
        for index in prefix.indices {
            guard index < key.range.count else { return -1 }
            let difference = Int(bytes[key.range.lowerBound + index]) - Int(prefix[index])
            if difference != 0 { return difference }
        }
        return 0
    }

    /// Compares a key with a text.
    ///
    /// - Parameters:
    ///   - key: A key.
    ///   - text: The text, which may be the first ``ListPosition/longestKey`` bytes of a longer one.
    /// - Returns: Below 0 where the key comes first, 0 where the known bytes are the same.
    func compare(_ key: Key, to text: [UInt8]) -> Int {
        let order = compare(key, toPrefix: text)
        let isCut = text.count == ListPosition.longestKey
        return order == 0 && !isCut ? key.range.count - text.count : order
    }

    /// The bytes of a key.
    func bytes(_ key: Key) -> ArraySlice<UInt8> { pages[key.page].bytes[key.range] }

    /// The first bytes of a key, as numbers that sort like them.
    ///
    /// - Parameters:
    ///   - key: A key.
    ///   - skipped: How many bytes to leave out before.
    /// - Returns: The bytes.
    func head(_ key: Key, after skipped: Int = 0) -> KeyHead {
        let bytes = pages[key.page].bytes
        return KeyHead(bytes.span.extracting(key.range), after: skipped)
    }

    private static func place(_ ordinal: UInt32) -> (page: Int, index: Int) {
        let (page, index) = Int(ordinal).quotientAndRemainder(dividingBy: pageSize)
        return (page, index)
    }

    private func place(ofRow ordinal: UInt32) -> (page: Int, row: Range<Int>) {
        let (page, index) = Self.place(ordinal)
        let start = index > 0 ? Int(pages[page].ends[index - 1]) : 0
        return (page, start..<Int(pages[page].ends[index]))
    }

    /// Where the key stands whose length the rest of a row begins with; empty at the end of the row.
    private func keyRange(_ page: Int, _ rest: Range<Int>) -> Range<Int> {
        var position = rest.lowerBound
        var length = 0
        var shift = 0
        while position < rest.upperBound, shift < 28 {
            let byte = pages[page].bytes[position]
            position += 1
            length |= Int(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { return position..<min(position + length, rest.upperBound) }
        }
        return rest.upperBound..<rest.upperBound
    }

    private mutating func replace(_ index: Int, of page: Int, with row: [UInt8]) {
        let start = index > 0 ? Int(pages[page].ends[index - 1]) : 0
        let old = start..<Int(pages[page].ends[index])
        pages[page].bytes.replaceSubrange(old, with: row)
        for later in index..<pages[page].ends.count {
            let end = Int(pages[page].ends[later]) - old.count + row.count
            pages[page].ends[later] = UInt32(clamping: end)
        }
    }

    /// Lets go of the room that growing left behind the bytes of a page.
    private mutating func trim(_ page: Int) {
        pages[page].bytes = pages[page].bytes.map(\.self)
    }
}

extension IndexRows {
    /// Looks for what is wrong with the rows.
    ///
    /// - Parameter fieldCount: How many keys each row has.
    /// - Returns: The fault; `nil` where there is none.
    func fault(fieldCount: Int) -> String? {
        for page in pages {
            guard page.ids.count == page.ends.count, page.ids.count <= Self.pageSize else {
                return "a page has too many rows"
            }
            guard zip(page.ends, page.ends.dropFirst()).allSatisfy({ $0 <= $1 }),
                Int(page.ends.last ?? 0) == page.bytes.count
            else { return "the rows don't fill their page" }
        }
        guard pages.dropLast().allSatisfy({ $0.ids.count == Self.pageSize }) else {
            return "a page before the last isn't full"
        }
        guard Set(free).count == free.count, free.allSatisfy({ $0 < limit && row($0).isEmpty })
        else { return "a number that is free has a row" }
        for ordinal in ordinals where keyCount(ordinal) != fieldCount {
            return "a row hasn't as many keys as there are fields"
        }
        return nil
    }

    private func keyCount(_ ordinal: UInt32) -> Int {
        var count = 0
        forEachKey(ordinal) { _, _, _ in count += 1 }
        return count
    }
}
