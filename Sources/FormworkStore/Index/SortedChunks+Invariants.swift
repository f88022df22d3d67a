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
