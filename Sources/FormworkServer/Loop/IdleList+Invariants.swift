extension IdleList {
    /// Ends the process in debug builds when the list and its entries don't fit each other.
    func assertInvariants() {
        #if DEBUG
            var listed = 0
            var previous = Self.none
            var next = head
            while next != Self.none {
                let entry = entries[Int(next)]
                precondition(entry.isListed, "what is in the list says so")
                precondition(entry.previous == previous, "the list reads the same both ways")
                listed += 1
                precondition(listed <= entries.count, "the list is no ring")
                (previous, next) = (next, entry.next)
            }
            precondition(tail == previous, "the list ends at its tail")
            precondition(entries.count { $0.isListed } == listed, "what says so is in the list")
        #endif
    }
}
