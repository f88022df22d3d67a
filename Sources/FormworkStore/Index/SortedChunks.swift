/// A sorted list in chunks of 16 KB, whose copies share all that isn't changed.
///
/// Finding is two binary searches. Putting in and taking out moves at most one chunk; adding at the end
/// moves nothing. What stands at a distance from the beginning is found by the lengths of the chunks
/// before it, some hundred at a million elements.
struct SortedChunks<Element: Sendable>: Sendable {
    private(set) var chunks: [[Element]] = []
    /// How many elements there are.
    private(set) var count = 0

    static var capacity: Int { (16 << 10) / MemoryLayout<Element>.stride }

    /// A place between elements or after them all, until the list is changed.
    struct Position {
        var chunk: Int
        var index: Int
    }

    /// Finds a place in the order.
    ///
    /// - Parameter isBefore: True for a prefix of the list and false for the rest.
    /// - Returns: The place behind that prefix.
    func firstPosition(where isBefore: (Element) -> Bool) -> Position {
        guard let last = chunks.indices.last else { return Position(chunk: 0, index: 0) }
        var low = 0
        var high = last
        if isBefore(chunks[last][0]) {
            low = last
        } else {
            while low < high {
                let middle = (low + high) / 2
                if isBefore(chunks[middle][0]) { low = middle + 1 } else { high = middle }
            }
            low = max(low - 1, 0)
        }
        let index = Self.firstIndex(chunks[low], where: isBefore)
        return Position(chunk: low, index: index)
    }

    private static func firstIndex(
        _ chunk: [Element], where isBefore: (Element) -> Bool
    ) -> Int {
        guard let last = chunk.last, !isBefore(last) else { return chunk.count }
        var low = 0
        var high = chunk.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(chunk[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Finds a place by its distance.
    ///
    /// - Parameter offset: How many elements stand before it; below 0 counts as 0, too many as all.
    /// - Returns: The place.
    func position(after offset: Int) -> Position {
        var rest = min(max(offset, 0), count)
        for (index, chunk) in chunks.enumerated() {
            if rest < chunk.count { return Position(chunk: index, index: rest) }
            rest -= chunk.count
        }
        return end
    }

    /// How many elements stand before a place.
    func offset(of position: Position) -> Int {
        chunks[..<position.chunk].reduce(position.index) { $0 + $1.count }
    }

    /// The element behind a place.
    ///
    /// - Parameter position: The place.
    /// - Returns: `nil` at the end.
    func element(at position: Position) -> Element? {
        guard chunks.indices.contains(position.chunk) else { return nil }
        let chunk = chunks[position.chunk]
        if position.index < chunk.count { return chunk[position.index] }
        return position.chunk + 1 < chunks.count ? chunks[position.chunk + 1].first : nil
    }

    /// The place before the first element.
    var start: Position { Position(chunk: 0, index: 0) }

    /// The place behind the last element.
    var end: Position {
        Position(chunk: max(chunks.count - 1, 0), index: chunks.last?.count ?? 0)
    }

    /// Walks from one place to another.
    ///
    /// - Parameters:
    ///   - start: The first place.
    ///   - end: The last place, not before the first.
    ///   - body: Called with each element between; it ends the walk with `false`.
    func forEach(from start: Position, to end: Position, _ body: (Element) -> Bool) {
        guard !chunks.isEmpty, start.chunk <= end.chunk else { return }
        var index = start.index
        for number in start.chunk...end.chunk {
            let chunk = chunks[number]
            let last = number == end.chunk ? end.index : chunk.count
            while index < last {
                guard body(chunk[index]) else { return }
                index += 1
            }
            index = 0
        }
    }

    /// Walks from one place back to another.
    ///
    /// - Parameters:
    ///   - end: The last place.
    ///   - start: The first place, not behind the last.
    ///   - body: Called with each element between, the last one first; it ends the walk with `false`.
    func forEach(backFrom end: Position, to start: Position, _ body: (Element) -> Bool) {
        guard !chunks.isEmpty, start.chunk <= end.chunk else { return }
        var index = end.index
        for number in (start.chunk...end.chunk).reversed() {
            let chunk = chunks[number]
            let first = number == start.chunk ? start.index : 0
            if number < end.chunk { index = chunk.count }
            while index > first {
                index -= 1
                guard body(chunk[index]) else { return }
            }
        }
    }

    /// Adds an element behind all others.
    mutating func append(_ element: Element) {
        insert(element, at: end)
    }

    /// Puts an element in.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - position: The place where the order has it.
    mutating func insert(_ element: Element, at position: Position) {
        count += 1
        let (chunk, index) = (position.chunk, position.index)
        if chunks.isEmpty {
            chunks.append([element])
        } else if chunks[chunk].count < Self.capacity {
            chunks[chunk].insert(element, at: index)
        } else if chunk == chunks.count - 1, index == Self.capacity {
            chunks.append([element])
        } else {
            let half = Self.capacity / 2
            let upper = Array(chunks[chunk][half...])
            chunks[chunk].removeSubrange(half...)
            chunks.insert(upper, at: chunk + 1)
            if index <= half {
                chunks[chunk].insert(element, at: index)
            } else {
                chunks[chunk + 1].insert(element, at: index - half)
            }
        }
    }

    /// Puts an element in place of another.
    ///
    /// - Parameters:
    ///   - position: The place before that; nothing happens at the end.
    ///   - element: One that the order has there too.
    mutating func replace(at position: Position, with element: Element) {
        guard let position = normalized(position) else { return }
        chunks[position.chunk][position.index] = element
    }

    /// Takes an element out, if it is the one that is meant.
    mutating func remove(at position: Position, where isMeant: (Element) -> Bool) -> Bool {
        guard let element = element(at: position), isMeant(element) else { return false }
        remove(at: position)
        return true
    }

    /// Takes an element out.
    ///
    /// - Parameter position: The place before it; nothing happens at the end.
    mutating func remove(at position: Position) {
        guard let position = normalized(position) else { return }
        chunks[position.chunk].remove(at: position.index)
        if chunks[position.chunk].isEmpty { chunks.remove(at: position.chunk) }
        count -= 1
    }

    /// The same place named by the chunk of the element behind it.
    func normalized(_ position: Position) -> Position? {
        guard chunks.indices.contains(position.chunk) else { return nil }
        if position.index < chunks[position.chunk].count { return position }
        return position.chunk + 1 < chunks.count
            ? Position(chunk: position.chunk + 1, index: 0) : nil
    }
}

extension SortedChunks {
    /// Looks for what is wrong with the list.
    ///
    /// - Parameter precedes: Whether the first of two elements comes before the second.
    /// - Returns: The fault; `nil` where there is none.
    func fault(by precedes: (Element, Element) -> Bool) -> String? {
        guard chunks.allSatisfy({ !$0.isEmpty && $0.count <= Self.capacity }) else {
            return "a chunk is empty or too long"
        }
        guard count == chunks.reduce(0, { $0 + $1.count }) else { return "the count is wrong" }
        var last: Element?
        for element in chunks.joined() {
            if let last, !precedes(last, element) { return "two neighbours are out of order" }
            last = element
        }
        return nil
    }

    /// Whether an element stands rightly between its neighbours.
    ///
    /// - Parameters:
    ///   - position: The place where it was put in.
    ///   - precedes: Whether the first of two elements comes before the second.
    /// - Returns: Whether it comes behind the element before it and before the one behind.
    func isSorted(
        around position: Position, by precedes: (Element, Element) -> Bool
    ) -> Bool {
        let offset = offset(of: position)
        let near = max(offset - 1, 0)...offset + 1
        let elements = near.compactMap { element(at: self.position(after: $0)) }
        return zip(elements, elements.dropFirst()).allSatisfy(precedes)
    }
}
